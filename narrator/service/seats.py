"""Who sits where: taking a seat with a phone, making one free, changing places, and whom the host trusts there."""

from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from narrator.core.message import Refused, impossible
from narrator.core.table.state import GameState
from narrator.store.note import SeatAsked

from .answers import Stale
from .chairs import Wish, changing_chairs, is_setting_up, joining, with_room
from .credentials import hash_of, is_one_of
from .desks import Desks
from .games import Games

MOST_ASKING = 4
"""Phones that may wait for somebody else's seat at one table."""
TRIES = 10
"""How often a name is looked at anew after somebody else entered theirs."""


class Company(Protocol):
    """Who is here just now, phone by phone; told of everybody who comes, leaves or changes places."""

    def is_here(self, game: str, seat: int) -> bool: ...

    def greet(self, game: str, seat: int, language: str) -> None: ...

    def change_chairs(self, game: str, one: int, other: int) -> None: ...

    def free(self, game: str, seat: int) -> None: ...

    def look_again(self, game: str) -> None: ...


class Seats:
    """The seats of all games."""

    def __init__(self, games: Games, desks: Desks, company: Company) -> None:
        self._games = games
        self._desks = desks
        self._company = company

    def take(self, game: str, wish: Wish, own: int | None, speaks: str) -> str:
        """A phone's secret for the seat that it wants; `own` is the seat that it has already, `speaks` the language it
        shows. Raises `Refused` where somebody else has it, or where the table has no such seat."""
        seat = self._existing(self._games.record(game).state, wish.seat)
        if seat == own:
            self._introduce(game, seat, wish)
            secret = self._games.take_seat(game, seat)
            self._company.greet(game, seat, speaks)
            return secret
        with self._games.alone_with(game):  # who comes a moment later finds it taken by a phone that is here
            if (claimed := self._games.claim_seat(game, seat)) is None:
                raise Refused(impossible("join.seat_taken", seat=seat))
            self._company.greet(game, seat, speaks)
        try:
            self._introduce(game, seat, wish)
        except Refused:
            self.free(game, seat)
            raise
        self._desks.hand_over(game, seat)
        if own is not None:
            self.free(game, own)
        return claimed

    def _introduce(self, game: str, seat: int, wish: Wish) -> None:
        """Until the game begins, with a name and a colour that nobody else has."""
        for _ in range(TRIES):
            record = self._games.record(game)
            if not is_setting_up(record.state):
                return
            joined = with_room(record.state, joining(record.state, seat, wish), self._games.taken_seats(game))
            with suppress(Stale):
                self._games.enter(game, joined, len(record.log))
                return
        raise Refused(impossible("join.seat_taken", seat=seat))

    # A seat whose phone is away: another phone asks, and the host or that phone answers.

    def must_ask(self, game: str, seat: int | None, own: int | None) -> bool:
        """Whether another phone has this seat: it may be dark for a while, or the server has just begun anew. Where the
        app deals, a chair has a hand: nobody sits down to it in mid-game without the host's word."""
        if seat is None or seat == own:
            return False
        return seat in self._games.taken_seats(game) or self._has_hand(game, seat)

    def _has_hand(self, game: str, seat: int) -> bool:
        state = self._games.record(game).state
        return state.game.cards == "app" and not is_setting_up(state) and seat < len(state.seats)

    def ask(self, game: str, seat: int | None, known: str | None) -> str:
        """What a phone waits with for somebody else's seat: the secret that it is known by, or a new one. Raises
        `Refused` where that seat's own phone is here."""
        seat = self._existing(self._games.record(game).state, seat)
        with self._games.alone_with(game):
            if seat in self._games.taken_seats(game) and self._company.is_here(game, seat):
                raise Refused(impossible("join.seat_taken", seat=seat))
        secret = known or self._games.new_token()
        if self.asked_for(game, secret) == seat:
            return secret
        self.ask_no_more(game, secret)
        if len(self._desks.asking(game)) >= MOST_ASKING:
            raise Refused(impossible("join.too_many_ask"))
        asker = hash_of(secret)
        self._desks.lay(game, SeatAsked(seat=seat, asker=asker), f"asked {self._desks.of(game).number} {asker}")
        return secret

    def ask_no_more(self, game: str, secret: str) -> None:
        """A phone waits for one seat at a time, and for none when it has got another."""
        self._stop_asking(game, lambda asked: is_one_of(secret, [asked.asker]))

    def _stop_asking(self, game: str, is_over: Callable[[SeatAsked], bool]) -> None:
        for number, asked in self._desks.asking(game).items():
            if is_over(asked):
                self._desks.settle(game, number, "withdrawn")

    def asked_for(self, game: str, secret: str) -> int | None:
        """The seat that a phone waits for."""
        asking = self._desks.asking(game).values() if secret else ()
        return next((asked.seat for asked in asking if is_one_of(secret, [asked.asker])), None)

    def answer(self, game: str, number: int, is_given: bool, by: int | None = None) -> bool:
        """The host's word to a phone that asks, or that of the phone whose seat it is. False where nobody asks."""
        asked = self._desks.asking(game).get(number)
        if asked is None or by not in (None, asked.seat):
            return False
        if is_given:
            self._hand_over(game, asked)
        self._desks.settle(game, number, "entered" if is_given else "refused")
        return True

    def _hand_over(self, game: str, asked: SeatAsked) -> None:
        before = self._games.seat_keys(game).seat_with(asked.asker)
        if before is not None and before != asked.seat:
            self.free(game, before)
        self._games.give_seat(game, asked.seat, asked.asker)
        self._desks.hand_over(game, asked.seat)
        self._desks.distrust(game, asked.seat)
        self._company.free(game, asked.seat)
        language = self._games.record(game).state.seats[asked.seat].language
        self._company.greet(game, asked.seat, language or "en")

    # What the host does.

    def free(self, game: str, seat: int) -> None:
        """The phone that has this seat loses it, and with it the host's trust."""
        self._existing(self._games.record(game).state, seat)
        self._games.free_seat(game, seat)
        self._desks.distrust(game, seat)
        self._stop_asking(game, lambda asked: asked.seat == seat)
        self._company.free(game, seat)

    def change_chairs(self, game: str, one: int, other: int) -> None:
        """Two people change places before the game begins, with their phones and with the host's trust."""
        state = self._games.record(game).state
        if one == other or max(one, other) >= len(state.seats):
            raise Refused(impossible("join.no_seat"))
        self._games.enter(game, changing_chairs(state, one, other))
        self._games.move_phones(game, one, other)
        self._desks.change_chairs(game, one, other)
        self._stop_asking(game, lambda asked: asked.seat in (one, other))
        self._company.change_chairs(game, one, other)

    def trust(self, game: str, seat: int, on: bool) -> None:
        """What this seat's phone proposes is entered at once, or no longer."""
        self._desks.trust(game, seat, on, f"trust {self._desks.of(game).number} {seat} {on}")

    def co_host(self, game: str, seat: int, on: bool) -> None:
        """This seat's phone may open the host's page; or no longer, and where it has it open it ends."""
        self._desks.co_host(game, seat, on, f"co {self._desks.of(game).number} {seat} {on}")

    def host_secret(self, game: str, seat: int) -> str | None:
        """What makes a co-host's phone a host's device; nothing for anybody else."""
        return self._games.new_host_secret(game, seat) if seat in self._desks.of(game).co_hosts else None

    def revoke(self, game: str, sha256: str, own: str) -> None:
        """Take a device's rights back, by the hash of its secret. Raises `Refused` for the device that is asking, whose
        secret is `own`: nobody shuts themselves out by a slip."""
        device = next((one for one in self._games.devices(game) if one.sha256 == sha256), None)
        if device is None:
            return
        if is_one_of(own, [sha256]):
            raise Refused(impossible("device.own"))
        if device.kind == "seat" and device.seat is not None:
            self.free(game, device.seat)
        else:
            self._games.storage.secrets.drop_secret(game, sha256)
            if device.seat is not None:  # else one tap on that phone would bring it back
                self.co_host(game, device.seat, False)
        self._company.look_again(game)

    def rotate_code(self, game: str) -> None:
        """A new code; those who only watch are shown the door."""
        self._games.rotate_join_code(game)
        self._company.look_again(game)

    def is_late(self, game: str) -> bool:
        """Whether who comes now has missed something."""
        return not is_setting_up(self._games.record(game).state)

    def _existing(self, state: GameState, seat: int | None) -> int:
        if seat is None or seat >= len(state.seats):
            raise Refused(impossible("join.no_seat"))
        return seat
