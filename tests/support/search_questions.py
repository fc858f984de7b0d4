"""Twenty questions that beginners ask, as they would type them, with the entries of the library that answer them.

They were written before anybody looked at the library's tags, and stay as they are: a question that finds nothing is
mended in the library or in its search.
"""

from typing import NamedTuple


class Question(NamedTuple):
    answers: frozenset[str]
    """The entries that answer it; one of them is enough."""
    en: str
    es: str
    ru: str
    th: str


def ask(answers: str, en: str, es: str, ru: str, th: str) -> Question:
    return Question(frozenset(answers.split()), en, es, ru, th)


QUESTIONS = (
    ask(
        "card.costs card.cities",
        en="what does a city cost",
        es="cuanto cuesta una ciudad",
        ru="сколько стоит город",
        th="สร้างเมืองต้องใช้อะไรบ้าง",
    ),
    ask(
        "card.discards card.seven",
        en="rolled a 7 how many cards do i throw away",
        es="salio un 7 cuantas cartas tiro",
        ru="выпала 7 сколько карт скидывать",
        th="ทอยได้7ต้องทิ้งกี่ใบ",
    ),
    ask(
        "what_if.roller_discards",
        en="does the one who rolled the 7 lose cards too",
        es="el que saca el 7 tambien descarta?",
        ru="тот кто кинул 7 тоже сбрасывает?",
        th="คนทอย7ต้องทิ้งด้วยมั้ย",
    ),
    ask(
        "what_if.trade_partners prompt.trade_out_of_turn card.trades",
        en="can we trade when its not my turn",
        es="puedo cambiar cartas si no es mi turno",
        ru="можно меняться не в свой ход",
        th="ไม่ใช่ตาเราแลกของกันได้ป่าว",
    ),
    ask(
        "prompt.bought_this_turn card.development_cards",
        en="can i use the dev card i just bought",
        es="puedo usar la carta de desarrollo que acabo de comprar",
        ru="можно сразу сыграть купленную карточку",
        th="ซื้อการ์ดมาแล้วใช้เลยได้ไหม",
    ),
    ask(
        "prompt.knight_before_roll what_if.card_before_roll card.knight",
        en="knight before rolling dice ok?",
        es="puedo jugar el caballero antes de tirar los dados",
        ru="рыцаря до броска можно?",
        th="ใช้อัศวินก่อนทอยเต๋าได้ไหม",
    ),
    ask(
        "prompt.short_bank card.bank",
        en="bank has no more wheat what now",
        es="no quedan cartas de trigo en el banco",
        ru="в банке кончилась пшеница",
        th="ข้าวในธนาคารหมดทำไง",
    ),
    ask(
        "prompt.robber_must_move card.robber",
        en="can i leave the robber where it is",
        es="puedo dejar el ladron donde esta",
        ru="можно разбойника оставить на месте",
        th="ไม่ย้ายโจรได้ป่ะ",
    ),
    ask(
        "what_if.distance prompt.gap_of_one card.placement card.building",
        en="how close can settlements be",
        es="que tan cerca puedo poner un poblado de otro",
        ru="на каком расстоянии ставить поселения",
        th="บ้านต้องห่างกันกี่ช่อง",
    ),
    ask(
        "prompt.road_cut card.road_cut what_if.beyond_break",
        en="someone built a settlement in the middle of my road",
        es="me pusieron un pueblo en medio de mi carretera",
        ru="мне поставили поселок посреди дороги",
        th="มีคนมาสร้างบ้านคั่นถนนเรา",
    ),
    ask(
        "card.longest_road",
        en="how many roads for longest road",
        es="cuantos caminos para la ruta mas larga",
        ru="сколько дорог надо для самой длинной дороги",
        th="ถนนยาวสุดต้องกี่เส้น",
    ),
    ask(
        "prompt.dice_off what_if.dice_floor",
        en="dice fell on the floor",
        es="se cayo el dado al suelo",
        ru="кубик упал на пол",
        th="ลูกเต๋าตกพื้น",
    ),
    ask(
        "prompt.forgotten_income",
        en="i forgot to take my cards",
        es="se me olvido agarrar mis cartas",
        ru="забыл взять ресурсы",
        th="ลืมหยิบการ์ด",
    ),
    ask(
        "what_if.gifts prompt.gift",
        en="can i just give someone a card for free",
        es="puedo regalar una carta",
        ru="можно подарить карту другу",
        th="ให้การ์ดเพื่อนฟรีๆได้ไหม",
    ),
    ask(
        "prompt.target_reached card.winning",
        en="do i win as soon as i have 10 points",
        es="gano en cuanto llego a 10 puntos",
        ru="набрал 10 очков это сразу победа?",
        th="ครบ10แต้มชนะเลยไหม",
    ),
    ask(
        "card.points_card prompt.points_card_wins what_if.points_at_end",
        en="should i show my victory point card",
        es="tengo que enseñar la carta de punto de victoria",
        ru="показывать карту с победным очком?",
        th="การ์ดแต้มต้องโชว์ไหม",
    ),
    ask(
        "what_if.hand_size card.secrets",
        en="do i have to say how many cards i have",
        es="tengo que decir cuantas cartas tengo",
        ru="надо говорить сколько у меня карт",
        th="ต้องบอกไหมว่ามีกี่ใบ",
    ),
    ask(
        "what_if.first_cards card.placement",
        en="which settlement gives me starting cards",
        es="que cartas me dan al empezar",
        ru="какие карты дают в начале",
        th="ตอนเริ่มได้การ์ดจากบ้านไหน",
    ),
    ask(
        "card.harbours",
        en="how do ports work",
        es="como funcionan los puertos",
        ru="как работают порты",
        th="ท่าเรือใช้ยังไง",
    ),
    ask(
        "prompt.empty_victim card.robber",
        en="what if the guy i rob has no cards",
        es="y si el que robo no tiene cartas",
        ru="у соперника нет карт а я его граблю",
        th="จะขโมยแต่เขาไม่มีการ์ด",
    ),
)
