"""An evening in a language that only a copy of Narrator has: run there, it prints what people read, place by place."""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner

from narrator.cli.main import main
from narrator.core.table.events import TurnEnded
from tests.support.html import text_of
from tests.support.web import written
from tests.support.web_people import Server
from tools.golden import game, lines


def read(language: str, folder: Path) -> dict[str, str]:
    night = Server(folder).evening(60)
    host, phone = night.host, night.phone(0, language)
    host.client.set_cookie("lang", language)
    newcomer = night.app.test_client()
    asks = {"Accept-Language": f"{language}-YY, en;q=0.5"}
    wrong = written([TurnEnded(seat=(night.record.state.turn + 1) % 3)])
    refused = host.post("/enter", events=wrong, seen=str(len(night.record.log)))
    return {
        "home": text_of(newcomer.get("/", headers=asks)),
        "new game": text_of(newcomer.get("/new", headers=asks)),
        "stage": text_of(host.get("/stage")),
        "phone": text_of(phone.get()),
        "refusal": text_of(refused),
        "library": text_of(newcomer.get("/library?q=xxrobber+xxdesert", headers=asks)),
        "script": CliRunner().invoke(main, ["script", "--lang", language]).stdout,
        "steps": "\n".join(line for line in lines(language, "normal").splitlines() if line.startswith(" ")),
        "whole game": game(language),
    }


if __name__ == "__main__":
    with TemporaryDirectory() as place:
        print(json.dumps(read(sys.argv[1], Path(place)), ensure_ascii=False))
