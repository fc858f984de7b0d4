"""Twenty more questions a language, written after the search was done and measured once, as they are.

What they found then is the floor that a test holds. They are never looked at to make the search better.
"""

from tests.support.search_questions import ask

SECOND = (
    ask(
        "what_if.how_much card.building card.turn",
        en="can i build two things in one turn",
        es="puedo construir dos cosas en el mismo turno",
        ru="можно построить две вещи за ход",
        th="ตาเดียวสร้างสองอย่างได้ไหม",
    ),
    ask(
        "card.costs",
        en="whats the recipe for a development card",
        es="con que recursos se compra una carta de desarrollo",
        ru="из чего покупается карта развития",
        th="ซื้อการ์ดพัฒนาใช้การ์ดอะไรบ้าง",
    ),
    ask(
        "card.robber what_if.robber_own_hex",
        en="where can i move the robbr to",
        es="a donde puedo mover el ladrom",
        ru="куда можно передвинуть разбоиника",
        th="ย้ายโจรไปวางตรงไหนได้",
    ),
    ask(
        "what_if.move_road",
        en="i put my road in the wrong place can i take it back",
        es="puse mal mi camino lo puedo quitar",
        ru="поставил дорогу не туда можно её убрать",
        th="วางถนนผิดที่ เอาออกได้ไหม",
    ),
    ask(
        "card.cities card.winning card.goal",
        en="how many points is a city worth",
        es="cuantos puntos vale una ciudad",
        ru="сколько очков дает город",
        th="เมืองได้กี่แต้ม",
    ),
    ask(
        "card.cities card.production",
        en="how many cards does a city give",
        es="cuantas cartas da una ciudad",
        ru="сколько карт дает город",
        th="มีเมืองแล้วได้การ์ดกี่ใบ",
    ),
    ask(
        "card.seven what_if.trade_before_roll card.turn what_if.discard_trade",
        en="after the 7 can i still build this turn",
        es="despues del 7 puedo seguir construyendo",
        ru="после семерки можно дальше строить в этот ход",
        th="ออก 7 แล้วตานั้นยังสร้างต่อได้ไหม",
    ),
    ask(
        "card.placement",
        en="in what order do we place the first villages",
        es="en que orden ponemos los primeros pueblos",
        ru="в каком порядке ставим первые деревни",
        th="ลำดับวางบ้านตอนเริ่มเป็นยังไง",
    ),
    ask(
        "what_if.foreign_harbour card.harbours",
        en="can i use toms port",
        es="puedo usar el puerto de mi amigo",
        ru="можно пользоваться портом соседа",
        th="ใช้พอร์ตของเพื่อนได้ปะ",
    ),
    ask(
        "what_if.table_talk",
        en="are we allowed to gang up on the leader",
        es="se vale aliarse contra el que va ganando",
        ru="можно сговориться против лидера",
        th="รวมหัวกันรุมคนที่นำอยู่ได้ไหม",
    ),
    ask(
        "card.bank what_if.count_bank",
        en="how many wheat cards are there in total",
        es="cuantas cartas de trigo hay en total",
        ru="сколько всего карт пшеницы",
        th="การ์ดข้าวมีทั้งหมดกี่ใบ",
    ),
    ask(
        "what_if.deck card.box",
        en="how many knights are in the deck",
        es="cuantos caballeros hay en el mazo",
        ru="сколько рыцарей в колоде",
        th="ในกองมีอัศวินกี่ใบ",
    ),
    ask(
        "what_if.card_before_roll prompt.knight_before_roll card.knight card.development_cards",
        en="Nina wants to play her soldier before she rolls, is that ok",
        es="Nina quiere jugar su soldado antes de tirar, se puede?",
        ru="Нина хочет сыграть солдата до броска, так можно?",
        th="นีน่าอยากใช้ทหารก่อนทอย ได้หรือเปล่า",
    ),
    ask(
        "prompt.robber_must_move card.robber",
        en="Oscar rolled a seven but he likes where the thief is and won't move it",
        es="Óscar sacó siete pero le gusta donde está el ladrón y no lo quiere mover",
        ru="У Олега выпала семёрка, но ему нравится, где стоит вор, и он не хочет его двигать",
        th="ออสการ์ทอยได้เจ็ดแต่ชอบที่โจรอยู่ตรงนั้น เลยไม่ยอมย้าย",
    ),
    ask(
        "prompt.title_aside card.road_cut",
        en="my longest road got cut and now Vera and Paul both have five, who gets the card",
        es="me cortaron la ruta más larga y ahora Vera y Paul tienen cinco cada uno, de quién es la carta",
        ru="мою самую длинную дорогу прервали, теперь у Веры и Павла по пять, кому карта",
        th="ถนนยาวสุดของเราโดนตัด ตอนนี้วีกับพอลมีห้าเส้นเท่ากัน การ์ดเป็นของใคร",
    ),
    ask(
        "what_if.hand_size prompt.tell_hand_sizes card.secrets",
        en="Hugo hides his cards under the table and won't say how many he's got",
        es="Hugo esconde sus cartas bajo la mesa y no quiere decir cuántas tiene",
        ru="Гоша прячет карты под столом и не говорит, сколько их у него",
        th="ฮิวโก้ซ่อนการ์ดไว้ใต้โต๊ะ ไม่ยอมบอกว่ามีกี่ใบ",
    ),
    ask(
        "prompt.points_card_wins card.points_card prompt.bought_this_turn card.winning",
        en="i have nine points and just drew a victory point card, can i show it and win right now",
        es="tengo nueve puntos y acabo de sacar una carta de punto, la enseño y gano ya?",
        ru="у меня девять очков, и я только что купил карту победного очка, могу сразу показать и выиграть?",
        th="มีเก้าแต้มแล้วเพิ่งซื้อได้การ์ดแต้ม เปิดแล้วชนะเลยได้ไหม",
    ),
    ask(
        "what_if.foreign_building prompt.foreign_building card.building",
        en="Yuki's house stands at the end of my road and i want to go on behind it",
        es="la casa de Yuki está al final de mi carretera y quiero seguir por detrás",
        ru="домик Юки стоит в конце моей дороги, а я хочу строить дальше за ним",
        th="บ้านยูกิอยู่ปลายถนนเรา เราอยากสร้างถนนต่อไปข้างหลังบ้านเขา",
    ),
    ask(
        "what_if.both_in_one_turn card.cities",
        en="Ivan built a settlement and turned it into a city in the very same turn, is he allowed",
        es="Iván hizo un poblado y en el mismo turno lo convirtió en ciudad, puede?",
        ru="Иван построил поселение и в тот же ход сделал из него город, так можно?",
        th="อีวานสร้างบ้านแล้วอัพเป็นเมืองในตาเดียว ทำได้เหรอ",
    ),
    ask(
        "what_if.refuse_income card.production",
        en="i've got seven cards and fear the robber, can i not take the ore from this roll",
        es="tengo siete cartas y me da miedo el ladrón, puedo no tomar el mineral de esta tirada",
        ru="у меня семь карт, боюсь разбойника, можно не брать руду с этого броска",
        th="มีเจ็ดใบแล้วกลัวโจร ขอไม่รับแร่จากรอบนี้ได้ไหม",
    ),
)
