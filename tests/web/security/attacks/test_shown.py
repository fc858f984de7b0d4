"""Whoever has seen the hidden cards can't play on, whatever is entered afterwards."""

import json
from typing import Any

import pytest

from narrator.app.games.games import Games
from narrator.core.play.development import are_cards_revealed
from narrator.core.table.events import CardStolen, DevelopmentBought
from narrator.storage.files.game_file import read_event, read_game
from tests.support.app import games_in
from tests.support.dealt_night import DealtNight
from tests.support.web_people import Device, Server

Entry = dict[str, Any]
OVER: Entry = {"type": "corrected", "what": "step", "value": "over"}
HIDE: Entry = {"type": "rule_changed", "key": "reveal_at_end", "value": "no"}
ROLES = ("watcher", "seat", "host")


def ways_back(last: int) -> list[list[Entry]]:
    """Everything that might lead back into the game, alone and together."""
    back: list[Entry] = [
        HIDE,
        {"type": "corrected", "what": "step", "value": "actions"},
        {"type": "corrected", "what": "step", "value": "roll"},
        {"type": "corrected", "what": "turn", "value": 1},
        {"type": "taken_back", "to": last},
        {"type": "taken_back", "to": last - 4},
        {"type": "taken_back", "to": 0},
        {"type": "amended", "entry": last + 1},
        {"type": "amended", "entry": last + 1, "event": HIDE},
        {"type": "amended", "before": last + 1, "event": HIDE},
        {"type": "turn_ended", "seat": 0},
        {"type": "dice_rolled", "seat": 0, "total": 8},
    ]
    flags: tuple[Entry, ...] = ({}, {"late": True}, {"waived": True}, {"late": True, "waived": True})
    alone = [[{**entry, **flag}] for entry in back for flag in flags]
    return [*alone, *([{**HIDE, "waived": True}, entry] for entry in back[1:])]


def try_all(device: Device, night: DealtNight, last: int) -> None:
    for events in ways_back(last):
        device.post("/enter", events=json.dumps(events), seen=len(night.record.log))
        bearer = {"Authorization": f"Bearer {night.new.secret}"} if device is night.host else {}
        path = f"/api/v1/games/{night.id}/events"
        device.client.post(path, data=json.dumps({"events": events}), headers=bearer)
        assert are_cards_revealed(night.games.full_record(night.id).state), events


def drawn_cards(file: bytes) -> list[object]:
    events = [read_event(raw) for raw in read_game(file).events]
    bought = [event.card for event in events if isinstance(event, DevelopmentBought)]
    return [
        *bought,
        *(event.resource for event in events if isinstance(event, CardStolen) and event.victim is not None),
    ]


@pytest.mark.parametrize("role", ROLES)
def test_after_a_look_at_the_cards_nobody_finds_a_way_back(server: Server, role: str) -> None:
    night = DealtNight(server)
    last = len(night.record.log)
    assert not any(drawn_cards(night.host.get("/file").data))
    assert night.host.post("/enter", events=json.dumps([OVER]), seen=last).status_code == 303
    assert any(drawn_cards(night.host.get("/file").data))
    try_all(night.device(role), night, last)
    again: Games = games_in(server.folder)
    try:
        assert are_cards_revealed(again.full_record(night.id).state), "after a restart it is over as well"
    finally:
        again.storage.close()


def test_a_look_and_the_way_back_in_one_call_are_refused(server: Server) -> None:
    night = DealtNight(server)
    last = len(night.record.log)
    for hiding in ({**HIDE, "late": True}, {**HIDE, "waived": True}):
        events = [OVER, hiding, {"type": "taken_back", "to": last}]
        assert night.host.post("/enter", events=json.dumps(events), seen=last).status_code == 422
    assert night.new_entries == []


def test_what_leads_nowhere_can_still_be_entered(server: Server) -> None:
    """The story of the evening may be mended: it stays over, and all cards stay open."""
    night = DealtNight(server)
    night.host.post("/enter", events=json.dumps([OVER]), seen=len(night.record.log))
    said = [{"type": "ruling_made", "case": "test", "text": "so be it", "late": True}]
    assert night.host.post("/enter", events=json.dumps(said), seen=len(night.record.log)).status_code == 303
    assert night.record.log[-1].type == "ruling_made"


def test_history_says_that_all_cards_were_shown(server: Server) -> None:
    night = DealtNight(server)
    line = "everyone's cards were shown"
    assert line not in night.host.page("/history").text
    night.host.post("/enter", events=json.dumps([OVER]), seen=len(night.record.log))
    assert line in night.host.page("/history").text
