"""Seats: take one with a phone, free it, swap seats, ask for a seat of another phone, and trust players."""

from collections.abc import Callable
from contextlib import suppress
from typing import Literal, Protocol

from msgspec.structs import replace

from narrator.app.access.credentials import hash_secret, is_one_of
from narrator.app.games.games import Games
from narrator.app.games.results import Stale
from narrator.app.seats.joining import SeatRequest, are_hands_dealt, is_setting_up, joining, seat_swap, with_room
from narrator.app.sessions.service import SessionService, check_seat
from narrator.core.message import Refused, impossible
from narrator.core.table.state import GameState
from narrator.session.events import TABLET, BotSeated, CoHosted, SeatAgreed, SeatAsked, SeatFreed, SeatTaken, Trusted
from narrator.session.table_session import bot_levels

MAX_REQUESTS = 4  # phones per table
Device = Literal["phone", "tablet"]
MAX_JOIN_ATTEMPTS = 10  # each after another player entered a name first


class ConnectedPhones(Protocol):
    """Which phones are connected; notified when players come, leave or swap seats."""

    def is_phone_present(self, game: str, seat: int) -> bool: ...

    def expect_phone(self, game: str, seat: int, language: str) -> None: ...

    def swap_seats(self, game: str, one: int, other: int) -> None: ...

    def remove_phone(self, game: str, seat: int) -> None: ...

    def reload_pages(self, game: str) -> None: ...


class Seats:
    def __init__(self, games: Games, sessions: SessionService, phones: ConnectedPhones) -> None:
        self._games = games
        self._sessions = sessions
        self._phones = phones

    def take(self, game: str, wish: SeatRequest, own: int | None, speaks: str) -> str:
        """Return a secret for a seat to a phone that has the seat `own` and `speaks` a language. Raises `Refused`."""
        seat = self._existing(self._games.record_of(game).state, wish.seat)
        if seat == own:
            self._introduce(game, seat, wish)
            secret = self._games.access.take_seat(game, seat)
            self._phones.expect_phone(game, seat, speaks)
            return secret
        with self._games.lock(game):  # the next request finds it taken by a connected phone
            if (claimed := self._games.access.claim_seat(game, seat)) is None:
                raise Refused(impossible("join.seat_taken", seat=seat))
            self._phones.expect_phone(game, seat, speaks)
        try:
            self._introduce(game, seat, wish)
        except Refused:
            self.leave(game, seat)
            raise
        replace_bot(self._games, self._sessions, game, seat)
        if self._has_hand(game):
            self._append_taken(game, SeatTaken(seat=seat, device="own"))
            self._stop_asking(game, lambda asked: asked.seat == seat)
        if own is not None:
            self.leave(game, own)
        return claimed

    def _introduce(self, game: str, seat: int, wish: SeatRequest) -> None:
        """Enter name and color, until the game begins."""
        for _ in range(MAX_JOIN_ATTEMPTS):
            record = self._games.record_of(game)
            if not is_setting_up(record.state):
                return
            joined = with_room(record.state, joining(record.state, seat, wish), self._games.access.taken_seats(game))
            with suppress(Stale):
                self._games.enter_events(game, joined, record.last_entry)
                return
        raise Refused(impossible("join.seat_taken", seat=seat))

    # Requests for another phone's seat

    def must_ask(self, game: str, seat: int | None, own: int | None, known: str = "") -> bool:
        """Whether a phone must ask for this seat: another phone has it, or it has a dealt hand. The phone that lost it
        (with the secret `known`) need not ask."""
        if seat is None or seat == own:
            return False
        if seat in self._games.access.taken_seats(game):
            return True
        lost = self._sessions.session_of(game).hands.lost.get(seat)
        return self._has_hand(game) and not (lost is not None and is_one_of(known, [lost]))

    def _has_hand(self, game: str) -> bool:
        return are_hands_dealt(self._games.record_of(game))

    def _is_for_table(self, game: str, seat: int) -> bool:
        """Whether the table decides who gets this seat: a phone has or had its dealt hand. The host alone could take it
        for a device of their own."""
        is_held = seat in self._games.access.taken_seats(game) or seat in self._sessions.session_of(game).hands.lost
        return is_held and self._has_hand(game)

    def ask_for_tablet(self, game: str, seat: int) -> None:
        """Ask the table to pass the tablet to a player whose phone lost the seat."""
        waiting = {asked.seat for asked in self._sessions.seat_requests(game).values() if asked.asker == TABLET}
        if seat in self._sessions.session_of(game).hands.lost and seat not in waiting:
            asked = SeatAsked(seat=seat, asker=TABLET, by_table=True)
            self._sessions.append(game, asked, f"asked {self._sessions.session_of(game).number} {TABLET}")

    def ask(self, game: str, seat: int | None, known: str | None) -> str:
        """Ask for another phone's seat; return the secret to wait with. Raises `Refused` if that phone is here."""
        seat = self._existing(self._games.record_of(game).state, seat)
        with self._games.lock(game):
            if seat in self._games.access.taken_seats(game) and self._phones.is_phone_present(game, seat):
                raise Refused(impossible("join.seat_taken", seat=seat))
        secret = known or self._games.access.new_token()
        if self.asked_for(game, secret) == seat:
            return secret
        self.ask_no_more(game, secret)
        if len(self._sessions.seat_requests(game)) >= MAX_REQUESTS:
            raise Refused(impossible("join.too_many_ask"))
        asker = hash_secret(secret)
        asked = SeatAsked(seat=seat, asker=asker, by_table=self._is_for_table(game, seat))
        self._sessions.append(game, asked, f"asked {self._sessions.session_of(game).number} {asker}")
        return secret

    def ask_no_more(self, game: str, secret: str) -> None:
        self._stop_asking(game, lambda asked: is_one_of(secret, [asked.asker]))

    def _stop_asking(self, game: str, is_over: Callable[[SeatAsked], bool]) -> None:
        for number, asked in self._sessions.seat_requests(game).items():
            if is_over(asked):
                self._sessions.close(game, number, "withdrawn")

    def asked_for(self, game: str, secret: str) -> int | None:
        asking = self._sessions.seat_requests(game).values() if secret else ()
        return next((asked.seat for asked in asking if is_one_of(secret, [asked.asker])), None)

    def answer(self, game: str, number: int, is_given: bool, by: int | None = None) -> bool:
        """Answer a seat request as the host or as a seat. A dealt hand is given by its phone or by a majority of the
        others; the host can only refuse. Return False if this is not theirs to answer."""
        asked = self._sessions.seat_requests(game).get(number)
        if asked is None or asked.seat >= len(self._games.record_of(game).state.seats):
            return False
        is_for_table = self._is_for_table(game, asked.seat)
        is_own = by == asked.seat
        if by is not None and not is_own and not (is_for_table and by in self._others(game, asked)):
            return False
        agreed = [] if by is None else [by]
        if is_given and is_for_table and not (is_own and by in self._games.access.taken_seats(game)):
            agreed = self._agree(game, number, asked, by)
            if not agreed:
                return True
        if is_given:
            self._hand_over(game, asked, agreed)
        self._sessions.close(game, number, "entered" if is_given else "refused")
        return True

    def _agree(self, game: str, number: int, asked: SeatAsked, by: int | None) -> list[int]:
        """Return who agreed, once that is more than half of the other players with phones. A phone that lost its seat
        counts among those, so that nobody gets a majority by removing others. A device that the host let in may be the
        host's own: it counts only if this seat's phone was let in, too, as in a reopened game."""
        others = self._others(game, asked)
        if by in others:
            self._sessions.append(game, SeatAgreed(seat=by, request_number=number), f"agreed {number} {by}")
        session = self._sessions.session_of(game)
        doubtful = frozenset() if asked.seat in session.hands.let_in else session.hands.let_in
        agreed = sorted((session.seat_requests.agreed.get(number, frozenset()) & others) - doubtful)
        electorate = others | (set(session.hands.lost) - {asked.seat})
        return agreed if len(agreed) * 2 > len(electorate) else []

    def _others(self, game: str, asked: SeatAsked) -> set[int]:
        """Other players with phones, except the asking one and programs, whose keys the host has."""
        keys, programs = self._games.access.seat_keys(game), self._sessions.session_of(game).programs
        return {seat for seat, key in keys.items() if seat != asked.seat and key != asked.asker and key not in programs}

    def _hand_over(self, game: str, asked: SeatAsked, agreed: list[int]) -> None:
        if self._has_hand(game):
            phone = self._games.access.seat_keys(game).get(asked.seat, "")
            device: Device = "tablet" if asked.asker == TABLET else "phone"
            self._append_taken(game, SeatTaken(seat=asked.seat, device=device, agreed=agreed, phone=phone))
        if asked.asker == TABLET:
            return
        for seat, key in self._games.access.seat_keys(game).items():
            if key == asked.asker and seat != asked.seat:
                self.leave(game, seat)
        self._games.access.give_seat(game, asked.seat, asked.asker)
        replace_bot(self._games, self._sessions, game, asked.seat)
        revoke_rights(self._games, self._sessions, game, asked.seat)
        self._phones.remove_phone(game, asked.seat)
        language = self._games.record_of(game).state.seats[asked.seat].language
        self._phones.expect_phone(game, asked.seat, language or "en")

    def _append_taken(self, game: str, taken: SeatTaken) -> None:
        seen, number = self._games.record_of(game).last_entry, self._sessions.session_of(game).number
        self._sessions.append(game, replace(taken, seen=seen), f"taken {number} {taken.seat}")

    # Host

    def free(self, game: str, seat: int) -> None:
        """Take a seat from its phone, and the host's trust. A dealt hand stays that player's."""
        self._existing(self._games.record_of(game).state, seat)
        phone = self._games.access.seat_keys(game).get(seat)
        if phone is not None and self._has_hand(game):  # remember it: the table decides who gets the hand
            seen = self._games.record_of(game).last_entry
            self._sessions.append(game, SeatFreed(seat=seat, phone=phone, seen=seen), f"freed {phone}")
        self.leave(game, seat)

    def leave(self, game: str, seat: int) -> None:
        """Give up a seat at the phone's own request."""
        self._existing(self._games.record_of(game).state, seat)
        self._games.access.free_seat(game, seat)
        revoke_rights(self._games, self._sessions, game, seat)
        self._stop_asking(game, lambda asked: asked.seat == seat)
        self._phones.remove_phone(game, seat)

    def swap_seats(self, game: str, one: int, other: int) -> None:
        """Swap two players before the game begins, with their phones and rights."""
        state = self._games.record_of(game).state
        if one == other or max(one, other) >= len(state.seats):
            raise Refused(impossible("join.no_seat"))
        if self._has_hand(game):
            raise Refused(impossible("join.hands_dealt"))
        self._games.enter_events(game, seat_swap(state, one, other))
        self._games.storage.secrets.move_seat_secrets(game, one, other)
        swap_rights(self._games, self._sessions, game, one, other)
        self._stop_asking(game, lambda asked: asked.seat in (one, other))
        self._phones.swap_seats(game, one, other)

    def rename(self, game: str, seat: int, name: str) -> None:
        """Change a player's name before the game begins; an empty one changes nothing."""
        state = self._games.record_of(game).state
        if not is_setting_up(state):
            raise Refused(impossible("join.begun"))
        language = state.seats[self._existing(state, seat)].language
        self._introduce(game, seat, SeatRequest(seat, name, None, language))

    def shuffle(self, game: str, pick: Callable[[int], int]) -> None:
        state = self._games.record_of(game).state
        if not is_setting_up(state):
            raise Refused(impossible("join.begun"))
        for last in range(len(state.seats) - 1, 0, -1):
            if (other := pick(last + 1)) != last:
                self.swap_seats(game, last, other)

    def trust(self, game: str, seat: int, on: bool) -> None:
        key = f"trust {self._sessions.session_of(game).number} {seat} {on}"
        set_trusted(self._games, self._sessions, game, seat, on, key)

    def co_host(self, game: str, seat: int, on: bool) -> None:
        key = f"co {self._sessions.session_of(game).number} {seat} {on}"
        set_co_host(self._games, self._sessions, game, seat, on, key)

    def host_secret(self, game: str, seat: int) -> str | None:
        """Return a host's secret for a co-host's phone; None for others."""
        is_co_host = seat in self._sessions.session_of(game).trust.co_hosts
        return self._games.access.new_host_secret(game, seat) if is_co_host else None

    def revoke(self, game: str, sha256: str, own: str) -> None:
        """Revoke a device by the hash of its secret. Raises `Refused` for the asking device itself (`own`)."""
        device = next((one for one in self._games.access.devices(game) if one.sha256 == sha256), None)
        if device is None:
            return
        if is_one_of(own, [sha256]):
            raise Refused(impossible("device.own"))
        if device.kind == "seat" and device.seat is not None:
            self.free(game, device.seat)
        else:
            self._games.storage.secrets.drop_secret(game, sha256)
            if device.seat is not None:  # else a tap on that phone would restore it
                self.co_host(game, device.seat, False)
        self._phones.reload_pages(game)

    def rotate_code(self, game: str) -> None:
        self._games.access.rotate_join_code(game)
        self._phones.reload_pages(game)

    def is_late(self, game: str) -> bool:
        return not is_setting_up(self._games.record_of(game).state)

    def _existing(self, state: GameState, seat: int | None) -> int:
        if seat is None or seat >= len(state.seats):
            raise Refused(impossible("join.no_seat"))
        return seat


def set_trusted(games: Games, sessions: SessionService, game: str, seat: int, on: bool, key: str) -> None:
    """Let a seat's legal proposals be entered without asking the host."""
    check_seat(games.record_of(game).state, seat)
    sessions.append(game, Trusted(seat=seat, on=on), key)


def set_co_host(games: Games, sessions: SessionService, game: str, seat: int, on: bool, key: str) -> None:
    """Let a seat's phone open the host's page, in case the tablet's battery runs out."""
    check_seat(games.record_of(game).state, seat)
    if not on:
        games.storage.secrets.drop_secrets(game, "host", seat)
    sessions.append(game, CoHosted(seat=seat, on=on), key)


def revoke_rights(games: Games, sessions: SessionService, game: str, seat: int) -> None:
    session = sessions.session_of(game)
    if seat in session.trust.trusted:
        set_trusted(games, sessions, game, seat, False, f"left {session.number} {seat}")
    if seat in session.trust.co_hosts:
        set_co_host(games, sessions, game, seat, False, f"left too {session.number} {seat}")


def swap_rights(games: Games, sessions: SessionService, game: str, one: int, other: int) -> None:
    session = sessions.session_of(game)
    trusted, co_hosts = session.trust.trusted, session.trust.co_hosts
    for seat in (one, other):
        if (one in trusted) != (other in trusted):
            set_trusted(games, sessions, game, seat, seat not in trusted, f"chairs {session.number} {seat}")
        if (one in co_hosts) != (other in co_hosts):
            set_co_host(games, sessions, game, seat, seat not in co_hosts, f"chairs too {session.number} {seat}")
    bots = bot_levels(games.record_of(game).state, session)
    for seat, level in ((one, bots.get(other)), (other, bots.get(one))):
        if bots.get(seat) != level:
            sessions.append(game, BotSeated(seat=seat, level=level), f"chairs bot {session.number} {seat}")


def replace_bot(games: Games, sessions: SessionService, game: str, seat: int) -> None:
    """Replace a bot by the person who takes its seat; do nothing if there is no bot."""
    session = sessions.session_of(game)
    if seat in bot_levels(games.record_of(game).state, session):
        sessions.append(game, BotSeated(seat=seat), f"hand over {session.number} {seat}")
