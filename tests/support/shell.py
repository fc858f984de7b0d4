"""Runs the shell commands of a document in a sandbox: files of the system are files in a temporary folder, and programs
that change the system only record how they were called."""

import json
import os
import re
import shutil
import subprocess
import sys
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from tests.support.documents import ROOT, text_of

# Programs that are not run, and why. `tests/test_doc_commands.py` checks their arguments.
RECORDED = {
    "apt": "installs packages",
    "certbot": "needs a host name on the internet",
    "createdb": "needs an administrator of PostgreSQL",
    "createuser": "needs an administrator of PostgreSQL, and asks for a password",
    "journalctl": "needs the installed service, and does not end",
    "make": "takes minutes; `make dist-check` tries the wheel",
    "nginx": "needs the system's configuration; tests/cli/test_behind_nginx.py starts a real one",
    "nmcli": "needs a Wi-Fi card",
    "pg_dump": "needs an administrator of PostgreSQL",
    "pip": "takes minutes; `make dist-check` installs the wheel",
    "pipx": "takes minutes; `make dist-check` installs the wheel",
    "podman": "needs a container runtime and the internet",
    "psql": "needs an administrator of PostgreSQL",
    "python3": "only creates the environment for pip",
    "ssh": "needs another machine",
    "systemctl": "needs the installed service; tests/cli/test_run_files.py checks the unit",
    "useradd": "changes the system's users",
}
FOLDERS = ("bin", "opt/narrator/bin", "etc/systemd/system", "etc/nginx/conf.d", "etc/caddy", "var/lib/narrator")
RECORD = """#!{python}
import json, os, sys
with open({calls!r}, "a") as file:
    file.write(json.dumps([os.path.basename(sys.argv[0]), *sys.argv[1:]]) + "\\n")
"""
SUDO = """#!/bin/sh
if [ "$1" = -u ]; then shift 2; fi
exec "$@"
"""
# The group of the service does not exist here.
INSTALL = """#!/bin/sh
[ "$3" = --group ] && [ "$4" = narrator ] || exit 1
exec {install} "$1" "$2" "$5" "$6"
"""
# A server is stopped as soon as it runs, and takes any free port.
NARRATOR = """#!{python}
import os, signal, subprocess, sys
command, args = [{python!r}, "-m", "narrator"], sys.argv[1:]
if args and args[0] != "serve":
    os.execv(command[0], [*command, *args])
server = subprocess.Popen([*command, *(args or ["serve"]), "--port", "0"], stdout=subprocess.PIPE, text=True)
said = ""
while "Ctrl+C" not in said:
    line = server.stdout.readline()
    if not line:
        sys.exit("the server did not start: " + said)
    said += line
server.send_signal(signal.SIGTERM)
server.communicate()
sys.exit(server.returncode)
"""


class Done(Struct):
    returncode: int
    output: str
    calls: list[list[str]]  # of recorded programs


def shell_blocks(document: str) -> list[str]:
    return re.findall(r"^```(?:bash|sh)\n(.*?)^```", text_of(document), flags=re.MULTILINE | re.DOTALL)


class Sandbox:
    def __init__(self, folder: Path, **replaced: str) -> None:
        """`replaced` addresses of the document by those of servers that run here."""
        self.folder, self.calls = folder, folder / "calls"
        today = datetime.now().astimezone().date().isoformat()
        self._replaced = {
            **{path: f"{folder}{path}" for path in ("/opt/narrator", "/etc/", "/var/lib")},
            "/usr/bin/": f"{folder}/bin/",
            "games-2026-11-18.db": f"games-{today}.db",
            **replaced,
        }
        for name in FOLDERS:
            (folder / name).mkdir(parents=True)
        self.source = folder / "source"
        (self.source / "dist").mkdir(parents=True)
        (self.source / "dist" / "narrator-1-py3-none-any.whl").touch()
        (self.source / "docs" / "run").mkdir(parents=True)
        for file in (ROOT / "docs" / "run").iterdir():
            text = file.read_text(encoding="utf-8")
            (self.source / "docs" / "run" / file.name).write_text(self.here(text), encoding="utf-8")
        self.calls.touch()
        record = RECORD.format(python=sys.executable, calls=str(self.calls))
        for program in RECORDED:
            self._program(f"bin/{program}", record)
        self._program("opt/narrator/bin/pip", record)
        self._program("bin/sudo", SUDO)
        self._program("bin/install", INSTALL.format(install=shutil.which("install")))
        for name in ("bin/narrator", "opt/narrator/bin/narrator"):
            self._program(name, NARRATOR.format(python=sys.executable))

    def _program(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8")
        (self.folder / name).chmod(0o755)

    def here(self, text: str) -> str:
        for there, here in self._replaced.items():
            text = text.replace(there, here)
        return text

    def run(self, blocks: list[str]) -> Done:
        """Run blocks in one shell, one after the other, until something fails."""
        script = "\n".join(f"echo '### {number}'\n{self.here(block)}" for number, block in enumerate(blocks))
        environment = {
            "PATH": f"{self.folder}/bin{os.pathsep}{os.environ['PATH']}",
            "HOME": str(self.folder),
            "XDG_DATA_HOME": str(self.folder / "data"),
            "PYTHONPATH": str(ROOT),
            "PYTHONUTF8": "1",
        }
        done = subprocess.run(
            ["bash", "-eu", "-o", "pipefail", "-c", script],
            cwd=self.source, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300,
        )  # fmt: skip
        return Done(done.returncode, done.stdout, [*map(json.loads, self.calls.read_text().splitlines())])
