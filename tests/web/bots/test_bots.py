"""Bots on the pages: the stage goes on with them, chairs are given and taken, and where they can't play it says why."""

import pytest
from msgspec.structs import replace

from narrator.bot.characters import BOT_LEVELS
from narrator.core.message import msg
from narrator.core.play.production import income
from narrator.core.record.choices import legal_events
from narrator.core.table.cards import Counts
from narrator.core.table.events import (
    AnyEvent,
    CardStolen,
    Corrected,
    DiceRolled,
    FirstPlayerChosen,
    PlayersTraded,
    RobberMoved,
    StepDone,
    TakenBack,
    TurnEnded,
)
from narrator.core.table.setup import Setup, initial_state
from narrator.core.table.state import CardSource
from narrator.script.steps.setup import needed_checklist
from narrator.session.events import BotSaid, Offered
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say
from narrator.web.services import services_of
from tests.support.bot_table import ANA, BORIS, CHAI, ROBO, with_bots
from tests.support.html import Element, page_of, text_of
from tests.support.web import Host, House, said


def laid(setup: Setup, first: int = 0) -> list[AnyEvent]:
    steps = [StepDone(step=step) for step in needed_checklist(initial_state(setup))]
    return [*steps, FirstPlayerChosen(seat=first)]


@pytest.fixture
def host(house: House) -> Host:
    """Three people and a bot, who begins."""
    setup = with_bots("player")
    return house.host(setup, laid(setup, first=ROBO))


def go_on(host: Host, seen: int | None = None) -> None:
    form = {"seen": str(host.seq if seen is None else seen)}
    assert host.client.post(f"/g/{host.id}/go_on", data=form).status_code == 303


def pace(host: Host, value: str) -> None:
    assert host.client.post(f"/g/{host.id}/pace", data={"pace": value}).status_code == 303


def waits(page: Element) -> bool:
    """Whether a tap lets the bot go on."""
    return bool(page.with_class("go-on"))


def goes_on(page: Element) -> bool:
    """Whether the page taps by itself."""
    return any("load delay:" in one.get("hx-trigger") for one in page.with_attribute("hx-trigger"))


def offers_to_enter(page: Element, kind: str) -> bool:
    return any(kind in one.get("value") for one in page.named("events"))


@pytest.mark.parametrize("lang", list(LANGUAGES))
def test_the_stage_says_what_it_does_why_and_what_to_do_with_the_wood(host: Host, lang: str) -> None:
    go_on(host)
    shown, locale = host.page(f"/stage?lang={lang}"), TableLocale(lang, names=("Ana", "Boris", "Chai", "Robo 0"))
    assert say(msg("bot.do.settlement", seat=ROBO), locale) in shown.text
    assert say(msg("bot.go.placed"), locale) in shown.text
    assert shown.with_class("place-mark")
    assert shown.with_attribute("data-kind", "bot")


def test_the_table_view_and_a_watcher_are_told_the_same(host: Host) -> None:
    go_on(host)
    assert host.page().attribute("data-line") == host.page("/table").attribute("data-line")


def test_the_page_taps_by_itself_unless_the_table_wants_to(host: Host) -> None:
    assert goes_on(host.page())
    pace(host, "step")
    assert waits(host.page())
    assert not goes_on(host.page())


def test_after_an_undo_it_waits_for_a_tap(host: Host) -> None:
    go_on(host)
    host.enter(TakenBack(to=host.seq - 1))
    assert waits(host.page())
    assert not goes_on(host.page())


def test_after_an_undo_the_table_is_told_what_comes_off_the_board(host: Host) -> None:
    go_on(host)
    host.enter(TakenBack(to=host.seq - 1))
    assert "Take Robo 0's settlement off the board." in host.page().text


def test_while_the_host_has_something_open_nothing_goes_on(host: Host) -> None:
    assert not waits(host.page("/stage?do=menu"))
    assert not goes_on(host.page("/stage?card=costs"))


def test_a_stopped_bot_is_entered_for_as_for_anybody(host: Host) -> None:
    pace(host, "stopped")
    shown = host.page()
    assert not waits(shown)
    assert offers_to_enter(shown, "settlement_built")
    assert "The bots are paused. Enter Robo 0's moves as you would for anyone." in shown.text


def test_only_the_host_goes_on(house: House, host: Host) -> None:
    before = host.seq
    answer = house.visitor().post(f"/g/{host.id}/go_on", data={"seen": str(before)})
    assert answer.status_code in (401, 403)
    assert host.seq == before


def placed(host: Host) -> None:
    """Everybody places: people what the page offers first."""
    for _ in range(16):
        events = [e for e in legal_events(host.record.state) if e.type in ("settlement_built", "road_built")]
        if waits(host.page()):
            go_on(host)
        else:
            host.enter(events[0])


def test_somebody_rolls_for_a_bot_as_for_anybody(host: Host) -> None:
    placed(host)
    shown = host.page()
    assert "Someone roll the dice for Robo 0, please." in shown.text
    assert not waits(shown)
    assert offers_to_enter(shown, "dice_rolled")


def test_the_dice_pass_only_when_a_bot_is_done(host: Host) -> None:
    placed(host)
    host.enter(DiceRolled(seat=ROBO, total=2))
    shown = host.page()
    assert waits(shown)
    assert not offers_to_enter(shown, "dice_rolled")


def test_a_trade_that_a_bot_does_not_want_is_reported_and_can_be_let_stand(host: Host) -> None:
    placed(host)
    host.enter(DiceRolled(seat=ROBO, total=2))
    host.enter(TurnEnded(seat=ROBO))
    host.enter(DiceRolled(seat=ANA, total=2))
    gift = PlayersTraded(seat=ANA, partner=ROBO, give={"ore": 1}, receive={"wool": 9})
    before = host.seq
    answer = host.enter(gift)
    assert answer.status_code == 422
    assert "Robo 0 declines that trade" in text_of(answer)
    assert host.seq == before


# Chairs.


def test_a_chair_of_a_new_game_is_given_to_a_bot(house: House) -> None:
    client = house.visitor()
    form = {"players": "3", "name0": "Ana", "name1": "Boris", "bot2": "friend", "layout": "random_tokens", "seed": "4"}
    stage = client.post("/new?lang=en", data=form).headers["Location"]
    setup = house.games.setup(stage.split("/")[2])
    assert [player.bot for player in setup.players] == [None, None, "friend"]
    assert setup.players[2].name == "Robo"


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("players=2", "bot.not.for_two"),
        ("players=3&tracking=counts", "bot.not.counts"),
        ("players=3&tracking=script", "bot.not.script"),
    ],
)
def test_where_no_bot_can_play_the_chair_is_not_offered_and_says_why(house: House, query: str, reason: str) -> None:
    shown = page_of(house.visitor().get(f"/new?{query}&lang=en"))
    assert said(reason) in shown.text
    assert not shown.with_class("who-plays")


def test_the_lobby_says_who_is_a_bot(host: Host) -> None:
    assert said("bot.plays.player") in host.page("/lobby").text


def test_a_bot_gets_another_character_and_then_a_person_its_chair(host: Host) -> None:
    bots = services_of(host.client.application).bots
    host.client.post(f"/g/{host.id}/bots", data={"seat": ROBO, "level": "master"})
    assert bots.levels_of(host.id) == {ROBO: "master"}
    host.client.post(f"/g/{host.id}/bots", data={"seat": ROBO, "level": ""})
    assert bots.levels_of(host.id) == {}
    assert not waits(host.page())


def test_the_cards_of_somebody_who_leaves_are_counted_before_a_bot_takes_over(host: Host) -> None:
    placed(host)
    held = host.record.state.seats[ANA].hand_size
    asked = host.client.post(f"/g/{host.id}/bots", data={"seat": ANA, "level": "player"})
    known = host.record.state.hands
    assert known is not None
    for kind, count in known.bounds(ANA).low.counts().items():
        assert page_of(asked).named(kind, str(count))
    form = {"seat": ANA, "level": "player", "counted": "1", "ore": str(held)}
    assert host.client.post(f"/g/{host.id}/bots", data=form).status_code == 303
    assert services_of(host.client.application).bots.levels_of(host.id)[ANA] == "player"
    assert "ore" in host.page("/bots").text


def test_a_phone_that_takes_a_bots_chair_plays_there(house: House, host: Host) -> None:
    code = host.games.access.join_code(host.id)
    answer = house.visitor().post(f"/j/{code}", data={"seat": str(ROBO), "language": "en"})
    assert answer.status_code == 303
    assert services_of(host.client.application).bots.levels_of(host.id) == {}


def test_who_comes_late_where_the_app_deals_gets_a_bots_chair_with_the_hosts_word(house: House) -> None:
    setup = with_bots("player", cards="app")
    host = house.host(setup, laid(setup))
    placed(host)
    bots, asking = services_of(host.client.application).bots, {"seat": str(ROBO), "language": "en"}
    house.visitor().post(f"/j/{host.games.access.join_code(host.id)}", data=asking)
    assert bots.levels_of(host.id) == {ROBO: "player"}
    note = services_of(host.client.application).sessions.session_of(host.id).number
    host.client.post(f"/g/{host.id}/lobby", data={"do": "asking", "note": note, "verdict": "enter"})
    assert host.games.access.taken_seats(host.id) == {ROBO}
    assert bots.levels_of(host.id) == {}


@pytest.mark.parametrize(("cards", "lies_open"), [("table", True), ("app", False)])
def test_a_new_game_says_whether_a_bots_cards_lie_open(house: House, cards: str, lies_open: bool) -> None:
    shown = text_of(house.visitor().get(f"/new?players=3&bot2=player&cards={cards}&lang=en"))
    assert (said("bot.line") in shown) == lies_open
    assert (said("bot.line.app") in shown) != lies_open


def test_a_new_game_says_how_each_chosen_bot_plays_once(house: House) -> None:
    shown = text_of(house.visitor().get("/new?players=4&bot1=friend&bot2=master&bot3=master&lang=en"))
    told = [shown.count(said(f"bot.level.{level}")) for level in BOT_LEVELS]
    assert dict(zip(BOT_LEVELS, told, strict=True)) == {"friend": 1, "player": 0, "master": 1}


def test_a_rematch_has_the_same_bots(host: Host) -> None:
    answer = host.client.post(f"/g/{host.id}/rematch")
    again = answer.headers["Location"].split("/")[2]
    assert host.games.setup(again).players[ROBO].bot == "player"


def dealt(house: House) -> Host:
    """A bot that begins, where the app deals."""
    setup = with_bots("player", cards="app")
    host = house.host(setup, laid(setup, first=ROBO))
    placed(host)
    host.enter(DiceRolled(seat=ROBO, total=2))
    return host


def test_nobody_is_passed_the_tablet_for_a_bot(house: House) -> None:
    host = dealt(house)
    shown = host.page()
    assert shown.named("seat", str(ANA))
    assert not shown.named("seat", str(ROBO))
    refused = host.client.post(f"/g/{host.id}/pass", data={"seat": ROBO})
    assert refused.location.endswith("/stage")


@pytest.mark.parametrize("cards", ["table", "app"])
def test_a_bots_offer_waits_for_somebody_without_a_phone(house: House, cards: CardSource) -> None:
    setup = with_bots("player", cards=cards)
    host = house.host(setup, laid(setup, first=ROBO))
    placed(host)
    host.enter(DiceRolled(seat=ROBO, total=2))
    assert goes_on(host.page())
    trades = services_of(host.client.application).trades
    kind = next(iter(host.games.full_record(host.id).state.hands.bounds(ROBO).high.counts()))  # type: ignore[union-attr]
    want: Counts = {"wool" if kind != "wool" else "ore": 1}
    trades.offer(host.id, Offered(seat=ROBO, give={kind: 1}, want=want), "an offer")
    shown = host.page()
    assert waits(shown)
    assert not goes_on(shown)


def offers(host: Host) -> None:
    """The bot whose turn it is offers something that it may hold."""
    kind = next(iter(host.games.full_record(host.id).state.hands.bounds(ROBO).high.counts()))  # type: ignore[union-attr]
    want: Counts = {"wool" if kind != "wool" else "ore": 1}
    offered = Offered(seat=ROBO, give={kind: 1}, want=want)
    services_of(host.client.application).trades.offer(host.id, offered, "an offer")


def hero(host: Host, path: str = "/stage") -> str:
    return host.page(path).attribute("data-line")


def rolled_by_bot(host: Host) -> None:
    """A roll of the bot's that pays somebody."""
    placed(host)
    total = next(n for n in (6, 8, 5, 9, 4, 10) if any(any(cards) for cards in income(host.record.state, n)))
    host.enter(DiceRolled(seat=ROBO, total=total))


@pytest.mark.parametrize("path", ["/stage", "/table"])
def test_after_a_declined_offer_of_a_bot_the_last_payout_is_not_ordered_again(host: Host, path: str) -> None:
    rolled_by_bot(host)
    assert host.page(path).with_attribute("data-kind", "payout")
    offers(host)
    assert "Robo 0 offers" in hero(host, path)
    go_on(host)
    shown = host.page(path)
    assert not shown.with_attribute("data-kind", "payout")
    assert hero(host, path) == "Robo 0 is thinking."
    assert not shown.with_class("pictured-player")
    assert shown.in_class("before").text.startswith("It's a"), "what was paid stays readable as what came before"


def test_after_a_declined_offer_a_bots_piece_is_not_placed_again(host: Host) -> None:
    rolled_by_bot(host)
    for value in (0, 5):  # five cards of which nobody knows which they are
        host.enter(Corrected(what="hand", seat=ROBO, value=value))
    road = next(event for event in legal_events(host.record.state) if event.type == "road_built")
    assert host.enter(road).status_code == 303
    seen = host.seq
    why = BotSaid(seat=ROBO, entry=seen, event_type="road_built", why=msg("bot.why.road", seat=ROBO), seen=seen - 1)
    services_of(host.client.application).sessions.append(host.id, why, "why")
    placing = say(msg("bot.do.road", seat=ROBO), TableLocale("en", names=("Ana", "Boris", "Chai", "Robo 0")))
    assert placing in host.page().text
    offers(host)
    go_on(host)
    shown = host.page()
    assert placing not in shown.text
    assert "Placed. Continue" not in shown.text
    assert not shown.with_class("place-mark")


def test_bots_that_are_stopped_in_the_middle_of_an_offer_leave_no_old_order_behind(host: Host) -> None:
    rolled_by_bot(host)
    offers(host)
    pace(host, "stopped")
    assert not host.page().with_attribute("data-kind", "payout")


def test_a_card_too_many_is_asked_about_before_a_bot_takes_over(host: Host) -> None:
    placed(host)
    held = host.record.state.seats[ANA].hand_size
    form = {"seat": ANA, "level": "player", "counted": "1", "ore": str(held)}
    more = host.client.post(f"/g/{host.id}/bots", data={**form, "more": "ore"})
    assert page_of(more).named("ore", str(held + 1))
    wrong = {**form, "ore": str(held + 1)}
    assert host.client.post(f"/g/{host.id}/bots", data=wrong).status_code == 422
    assert ANA not in services_of(host.client.application).bots.levels_of(host.id)
    assert host.client.post(f"/g/{host.id}/bots", data={**wrong, "sure": "1"}).status_code == 303
    assert host.record.state.seats[ANA].hand_size == held + 1


def test_a_bot_that_waits_for_a_tap_is_not_said_to_think(host: Host) -> None:
    assert "Robo 0 is thinking." in host.page().text
    pace(host, "step")
    assert "Robo 0 is waiting for your tap." in host.page().text
    assert "Robo 0 is thinking." not in host.page().text


@pytest.mark.parametrize("lesson", ["steal", "development", "victory_point"])
@pytest.mark.parametrize("cards", ["table", "app"])
def test_no_lesson_says_that_open_cards_are_secret(house: House, lesson: str, cards: CardSource) -> None:
    setup = with_bots("player", cards=cards)
    shown = house.host(setup, laid(setup)).page(f"/stage?lesson={lesson}")
    assert ("face up" in shown.text) == (cards == "table")


def test_a_bot_is_asked_for_a_trade_and_a_person_has_agreed(host: Host) -> None:
    placed(host)
    for event in (DiceRolled(seat=ROBO, total=2), TurnEnded(seat=ROBO), DiceRolled(seat=ANA, total=2)):
        host.enter(event)
    trade = "/stage?do=trade&give=ore&take=wool&partner="
    assert "Ask Robo 0" in host.page(f"{trade}{ROBO}").text
    with_boris = host.page(f"{trade}1")
    assert "It's a deal" in with_boris.text
    assert "Ask Robo 0" not in with_boris.text
    assert "It's a deal" in host.page("/stage?do=trade&give=ore").text  # with nobody chosen yet


def test_a_person_in_a_bots_chair_has_no_open_cards(host: Host) -> None:
    assert "face up" in host.page("/stage?lesson=steal").text
    host.client.post(f"/g/{host.id}/bots", data={"seat": ROBO, "level": ""})
    assert "face up" not in host.page("/stage?lesson=steal").text


def test_a_card_that_the_host_has_named_for_a_bot_is_shown_as_what_it_is(host: Host) -> None:
    placed(host)
    host.enter(DiceRolled(seat=ROBO, total=7))
    sessions = services_of(host.client.application).sessions
    while not isinstance(asked := getattr(sessions.session_of(host.id).bots.intended, "event", None), CardStolen):
        go_on(host)
    hands = host.record.state.hands
    assert hands is not None
    assert asked.victim is not None
    card = next(iter(hands.bounds(asked.victim).high.counts()))
    host.enter(replace(asked, resource=card))
    for path in ("/stage", "/table"):
        shown = host.page(path)
        assert shown.with_attribute("data-kind", "theft")
        assert len(shown.with_class("pic", f"of-{card}")) == 2, "given and taken"
        assert not shown.with_class("of-back")
        assert "nobody saw" not in shown.text


def test_a_card_between_people_stays_face_down_and_is_called_so(host: Host) -> None:
    placed(host)
    for event in (DiceRolled(seat=ROBO, total=2), TurnEnded(seat=ROBO), DiceRolled(seat=ANA, total=7)):
        host.enter(event)
    move = next(
        event
        for event in legal_events(host.record.state)
        if isinstance(event, RobberMoved) and event.to in near(host, BORIS) and event.to not in near(host, ROBO)
    )
    host.enter(move)
    host.enter(CardStolen(seat=ANA, victim=BORIS, resource="ore"))
    shown = host.page()
    assert len(shown.with_class("pic", "of-back")) == 2
    assert "Face-down card" in shown.text
    assert "nobody saw" not in shown.text, "two people have seen it"


def near(host: Host, seat: int) -> set[str]:
    """The hexes that somebody has built at."""
    state = host.record.state
    island = state.game.board.island
    return {at for corner, piece in state.buildings.items() if piece.seat == seat for at in island.hexes_at[corner]}


@pytest.mark.parametrize("lang", list(LANGUAGES))
@pytest.mark.parametrize("cards", ["table", "app"])
def test_nobody_passes_the_dice_to_a_bot(house: House, cards: CardSource, lang: str) -> None:
    setup = with_bots("player", cards=cards)
    host = house.host(setup, laid(setup, first=CHAI))
    placed(host)
    host.enter(DiceRolled(seat=CHAI, total=2))
    names = ("Ana", "Boris", "Chai", "Robo 0")
    passing = [
        say(msg(key, seat=CHAI, other=ROBO), TableLocale(lang, names))
        for key in ("step.end.normal", "event.turn_ended")
    ]
    for event in (None, TurnEnded(seat=CHAI)):
        if event is not None:
            host.enter(event)
        for path in ("/stage", "/table", "/history"):
            shown = host.page(f"{path}?lang={lang}")
            assert not [line for line in passing if line in shown.text], path
    assert say(msg("bot.rolls", seat=ROBO), TableLocale(lang, names)) in host.page(f"/stage?lang={lang}").text


def test_a_phone_that_asks_for_a_bots_seat_is_told_that_a_bot_plays_there(house: House) -> None:
    host = dealt(house)
    for seat, told in ((ROBO, "join.asked.bot"), (ANA, "join.asked.hand")):
        phone = house.visitor()
        phone.post(f"/j/{host.games.access.join_code(host.id)}", data={"seat": str(seat), "language": "en"})
        shown = text_of(phone.get(f"/g/{host.id}/phone"))
        assert said(told) in shown
        assert "Another phone" not in shown
    assert "Another phone" not in host.page().text, "nor is the host told so: nobody else has these seats"
