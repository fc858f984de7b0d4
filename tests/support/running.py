"""A running server."""

import re
import signal
import subprocess
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.support.app import TOLD, closing, games_in  # noqa: F401
from tests.support.waiting import PATIENCE

COMMAND = [sys.executable, "-m", "narrator"]


class Running:
    """A server of the real command."""

    def __init__(self, *args: str, **environment: str) -> None:
        self.process = subprocess.Popen([*COMMAND, *args], stdout=subprocess.PIPE, text=True, env=environment)
        self.said = ""
        while "Ctrl+C" not in self.said:
            line = self.read_line()
            assert line, "the server stopped"
            self.said += line
        self.address = re.findall(r"http://\S+", self.said)[0]
        self.port = self.address.rpartition(":")[2]

    def read_line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def stopped_by(self, signum: signal.Signals) -> tuple[int, str]:
        self.process.send_signal(signum)
        self.process.wait(timeout=PATIENCE)
        assert self.process.stdout is not None
        rest = self.process.stdout.read()  # with what was read ahead for the last line
        self.process.stdout.close()
        return self.process.returncode, rest

    def status(self, path: str, **headers: str) -> int:
        try:
            return int(urlopen(Request(f"http://127.0.0.1:{self.port}{path}", headers=headers)).status)
        except HTTPError as error:
            error.close()
            return error.code
