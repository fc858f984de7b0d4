"""Requests from a loopback address that are not this machine's own: a page that rebinds its name, a forwarded port, a
proxy. None of them may have the house's rights."""

from tools.hostile.people import People
from tools.hostile.raw_http import SERVER, Sent, request
from tools.hostile.report import Report

PATHS = ("/people", "/people/games", "/metrics")
OWN = ("localhost", SERVER, "[::1]")
FOREIGN = ("narrator.local", "rebind.example", "evil.localhost", "192.168.1.20", "10.0.0.1:80", "[fe80::1]")
FORWARDED = ("X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "Forwarded", "Via", "X-Real-IP")
REFUSED = (400, 403)


def pretend(people: People, report: Report) -> None:
    report.begin("not this machine")
    for path in PATHS:
        for host in OWN:
            _ask(people, report, path, (200,), Host=f"{host}:{people.port}")
        for host in FOREIGN:
            _ask(people, report, path, REFUSED, Host=host)
        for header in FORWARDED:
            _ask(people, report, path, REFUSED, Host="localhost", **{header: SERVER})


def _ask(people: People, report: Report, path: str, expected: tuple[int, ...], **headers: str) -> None:
    sent = Sent(f"{path} with {headers}", request("GET", path, b"", **headers))
    answer = people.ask(sent, SERVER)
    report.note(sent, answer)
    if answer.status not in expected:
        report.fault("who counts as this machine", f"{sent.name}: {answer.status}")
