"""Finding entries by what beginners type, in four languages; the entries here are made up."""

from collections import Counter
from collections.abc import Sequence

import pytest

from narrator.text import search as search_module
from narrator.text.languages import LANGUAGES, language_file
from narrator.text.search import SearchEntry, misspelled, search
from narrator.text.terms import fold, search_rules, stem

ENGLISH = [
    SearchEntry("desert", "May the robber go back to the desert hex?", "Yes. It blocks nothing there.", "thief, home"),
    SearchEntry("harbour", "May I use another player's harbour?", "No, only your own.", "port, harbor, 3:1"),
    SearchEntry("cities", "How many cities may I build?", "As many as you can pay for.", "upgrade, limit"),
    SearchEntry(
        "discard", "Who discards on a seven?", "Everybody with too many cards. Then the robber moves.", "7, half"
    ),
    SearchEntry("army", "Do knights in my hand count?", "No, only played ones.", "soldier, largest army"),
]
SPANISH = [
    SearchEntry("desierto", "¿Puede volver el ladrón al desierto?", "Sí. Ahí no bloquea nada.", "bandido, regresar"),
    SearchEntry("puerto", "¿Sirve el puerto de otra persona?", "No, solo el tuyo.", "muelle, comercio"),
    SearchEntry("ciudad", "¿Cuántas ciudades se construyen en un turno?", "Las que puedas pagar.", "límite, convertir"),
    SearchEntry(
        "señal", "¿Qué pasa con un siete?", "Quien tenga muchas cartas descarta. Luego va el ladrón.", "mitad, 7"
    ),
]
RUSSIAN = [
    SearchEntry("пустыня", "Можно ли вернуть разбойника в пустыню?", "Да. Там он ничего не закрывает.", "вор, бандит"),
    SearchEntry("гавань", "Можно ли пользоваться чужой гаванью?", "Нет, только своей.", "порт, обмен"),
    SearchEntry("ребро", "Сколько рёбер между поселениями?", "Не меньше двух.", "расстояние, перекрёсток"),
    SearchEntry("армия", "Считаются ли рыцари на руке?", "Нет, только сыгранные.", "солдат, войско"),
    SearchEntry(
        "сброс", "Кто сбрасывает карты?", "Все, у кого больше семи. Потом ходит разбойник.", "семёрка, половина"
    ),
]
THAI = [
    SearchEntry("ท่าเรือ", "ใช้ท่าเรือของคนอื่นได้ไหม", "ไม่ได้ ใช้ได้แค่ของตัวเอง", "พอร์ต, แลก"),
    SearchEntry("โจร", "ย้ายโจรไปที่ทะเลทรายได้ไหม", "ได้ ตรงนั้นไม่มีอะไรให้ทับ", "ขโมย, desert"),
    SearchEntry("ทิ้ง", "ทอยได้ 7 ใครต้องทิ้งการ์ด", "คนที่มีเกิน 7 ใบ แล้วค่อยย้ายโจร", "ครึ่งหนึ่ง"),
    SearchEntry("กองทัพ", "อัศวินในมือนับไหม", "ไม่นับ นับเฉพาะใบที่ใช้แล้ว", "ทหาร, กองทัพใหญ่ที่สุด"),
]
ALL = {"en": ENGLISH, "es": SPANISH, "ru": RUSSIAN, "th": THAI}


def first(query: str, language: str) -> str | None:
    """The best answer to a query."""
    return next(iter(search(query, ALL[language], language)), None)


@pytest.mark.parametrize(
    ("language", "query", "found"),
    [
        ("en", "can the robber return to the desert", "desert"),
        ("en", "somebody else's port", "harbour"),
        ("es", "puedo mandar el ladrón al desierto", "desierto"),
        ("es", "usar el puerto ajeno", "puerto"),
        ("ru", "можно поставить разбойника обратно в пустыню", "пустыня"),
        ("ru", "чужой порт", "гавань"),
        ("th", "เอาโจรกลับไปทะเลทรายได้หรือเปล่า", "โจร"),
        ("th", "อัศวินที่ยังไม่ใช้นับรึเปล่า", "กองทัพ"),
    ],
)
def test_a_question_finds_its_answer(language, query, found):
    assert first(query, language) == found


@pytest.mark.parametrize(
    ("language", "query", "found"),
    [
        ("es", "ladron", "desierto"),
        ("es", "LADRÓN", "desierto"),
        ("es", "senal siete", "señal"),
        ("en", "RoBBer", "desert"),
    ],
)
def test_accents_and_case_do_not_matter(language, query, found):
    assert first(query, language) == found


@pytest.mark.parametrize("query", ["перекрёсток", "перекресток", "рёбер", "ребер"])
def test_russian_io_is_found_with_and_without_its_dots(query):
    assert first(query, "ru") == "ребро"


@pytest.mark.parametrize(
    ("language", "queries", "found"),
    [
        ("en", ["city", "cities", "building", "builds"], "cities"),
        ("en", ["knight", "knights", "armies"], "army"),
        ("en", ["harbours", "harbors", "players"], "harbour"),
        ("es", ["ladrones", "desiertos", "vuelvo volver"], "desierto"),
        ("es", ["ciudad", "ciudades", "construir", "construyo"], "ciudad"),
        ("ru", ["рыцарь", "рыцаря", "рыцарей", "рыцарями"], "армия"),
        ("ru", ["пустыня", "пустыне", "пустынь", "разбойник"], "пустыня"),
        ("ru", ["поселение", "поселений", "поселения"], "ребро"),
        ("ru", ["гавань", "гаваней", "гавани", "обмены"], "гавань"),
    ],
)
def test_every_form_of_a_word_finds_it(language, queries, found):
    assert {query: first(query, language) for query in queries} == dict.fromkeys(queries, found)


@pytest.mark.parametrize(
    ("language", "query", "found"), [("en", "har", "harbour"), ("es", "desi", "desierto"), ("ru", "пуст", "пустыня")]
)
def test_an_unfinished_word_is_enough(language, query, found):
    assert first(query, language) == found


@pytest.mark.parametrize(
    ("language", "query", "found"),
    [
        ("en", "deesert", "desert"),
        ("en", "harbuor", "harbour"),
        ("en", "knihts", "army"),
        ("es", "decierto", "desierto"),
        ("ru", "росбойник пустыня", "пустыня"),
        ("ru", "разбойнек", "пустыня"),
    ],
)
def test_one_wrong_letter_in_a_long_word_is_forgiven(language, query, found):
    assert first(query, language) == found


@pytest.mark.parametrize("query", ["pert", "hord", "hilf"])
def test_a_short_word_must_be_right(query):
    assert search(query, ENGLISH, "en") == []


@pytest.mark.parametrize("query", ["โจรกลับทะเลทราย", "โจร ทะเลทราย", "ทะเลทราย", "ทะเลทรายมีโจรได้ไหม"])
def test_thai_needs_no_spaces(query):
    assert first(query, "th") == "โจร"


def test_a_missing_thai_tone_mark_is_forgiven():
    assert first("ทาเรือ", "th") == first("ท่าเรือ", "th") == "ท่าเรือ"


def test_a_thai_reader_may_type_an_english_word_of_the_tags():
    assert first("desert", "th") == "โจร"


def test_title_beats_tags_and_tags_beat_text():
    in_text = SearchEntry("text", "One", "A robber.", "none")
    in_tags = SearchEntry("tags", "Two", "Nothing.", "robber")
    in_title = SearchEntry("title", "Three robbers", "Nothing.", "none")
    assert search("robber", [in_text, in_tags, in_title], "en") == ["title", "tags", "text"]


def test_a_short_title_beats_a_long_one():
    long, short = (
        SearchEntry("long", "May I use another player's port?", "", ""),
        SearchEntry("short", "Ports and rates", "", ""),
    )
    assert search("how do ports work", [long, short], "en") == ["short", "long"]
    long, short = SearchEntry("long", "ใช้ท่าเรือของคนอื่นได้ไหม", "", ""), SearchEntry("short", "ท่าเรือ", "", "")
    assert search("ท่าเรือ", [long, short], "th") == ["short", "long"]


def test_words_of_other_tables_find_an_entry_by_its_title_or_text():
    by_text = SearchEntry("text", "Costs", "One grain.", "", other_texts="One wheat.")
    by_title = SearchEntry("title", "Grain fields", "", "", other_titles="Wheat fields")
    assert search("wheat", [by_text, by_title], "en") == ["title", "text"]


def test_thai_titles_beat_tags_too():
    in_tags = SearchEntry("tags", "ถนน", "ไม่มี", "โจร")
    in_title = SearchEntry("title", "โจร", "ไม่มี", "ถนน")
    assert search("โจร", [in_tags, in_title], "th") == ["title", "tags"]


def test_a_rare_word_tells_more_than_a_common_one():
    many = [SearchEntry(f"card {i}", "Which card is it?", "", "") for i in range(9)]
    assert search("card monopoly", [*many, SearchEntry("rare", "Monopoly", "", "")], "en")[0] == "rare"


def test_equals_stay_in_their_order():
    twins = [SearchEntry(id, "The same", "", "") for id in ("b", "a", "c")]
    assert search("same", twins, "en") == ["b", "a", "c"]


@pytest.mark.parametrize("language", ALL)
@pytest.mark.parametrize("query", ["", "   ", "?!", "zzyzx", "пылесос", "ฟุตบอล", "dinosaurio"])
def test_nothing_found_gives_an_empty_list(language, query):
    assert search(query, ALL[language], language) == []


@pytest.mark.parametrize(
    ("language", "query"), [("en", "can I?"), ("es", "¿puedo?"), ("ru", "можно ли"), ("th", "ได้ไหม")]
)
def test_words_that_every_question_has_find_nothing_by_themselves(language, query):
    assert search(query, ALL[language], language) == []


@pytest.mark.parametrize(
    ("language", "table_word", "found"),
    [
        ("en", "soldier", "army"),
        ("en", "thief", "desert"),
        ("es", "bandido", "desierto"),
        ("ru", "солдат", "армия"),
        ("ru", "порт", "гавань"),
        ("th", "พอร์ต", "ท่าเรือ"),
        ("th", "ทหาร", "กองทัพ"),
    ],
)
def test_table_words_mean_what_they_mean_without_any_tag(language, table_word, found):
    untagged = [entry._replace(tags="") for entry in ALL[language]]
    assert search(table_word, untagged, language)[0] == found


@pytest.mark.parametrize("query", ["and then Dessert has rolled", "then Harbourg rolled"])
def test_a_capitalised_word_that_nobody_knows_is_a_name(query):
    assert search(query, ENGLISH, "en") == []
    assert search(query.lower(), ENGLISH, "en") != []


def test_a_capital_at_the_beginning_says_nothing():
    assert search("Dessert?", ENGLISH, "en") == ["desert"]
    assert search("DESSERT ROBBER", ENGLISH, "en")[0] == "desert"


def test_two_wrong_letters_in_a_long_word_are_forgiven():
    assert first("dezzert harbpor", "en") in ("desert", "harbour")
    assert first("кальовань чюжой гаванью", "ru") == "гавань"


def test_other_scripts_without_spaces_are_compared_by_letters_too():
    shelf = [
        SearchEntry("强盗", "强盗可以回到沙漠吗？", "可以。", ""),
        SearchEntry("港口", "我可以用别人的港口吗？", "不可以。", ""),
    ]
    assert search("沙漠", shelf, "zh") == ["强盗"]
    assert search("别人的港口在哪里", shelf, "zh") == ["港口"]


def test_no_entries_give_an_empty_list():
    assert search("robber", [], "en") == []


@pytest.mark.parametrize("language", ["es-MX", "es_MX", "ES"])
def test_a_regional_language_has_its_word_forms(language):
    assert search("ladrones", SPANISH, language) == search("ladrones", SPANISH, "es") != []


def test_an_unknown_language_is_searched_without_word_forms():
    assert search("robber", ENGLISH, "xx")[0] == "desert"


def test_among_150_entries_only_what_is_new_is_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The entries are taken apart once, and only words that nobody knows are compared with all the others: a search
    takes some milliseconds (`make bench`)."""
    compared: list[str] = []

    def counted(word: str, known: Sequence[str]) -> dict[str, float]:
        compared.append(word)
        return misspelled(word, known)

    monkeypatch.setattr(search_module, "misspelled", counted)
    entries = [SearchEntry(f"{i} {entry.id}", *entry[1:]) for i in range(9) for part in ALL.values() for entry in part]
    del entries[150:]
    search("robber", entries, "en")
    taken_apart = search_module._index.cache_info().misses
    assert search("can the robbr go back to the desert when a seven is rolled", entries, "en")
    assert search_module._index.cache_info().misses == taken_apart
    assert compared == ["robbr", "roll"]


@pytest.mark.parametrize("word", ["settlemen", "setttlement", "settlemant", "settelment", "setlemant", "zettlemend"])
def test_letters_may_be_missing_too_many_wrong_or_swapped_up_to_two(word):
    assert set(misspelled(word, ["city", "roads", "settlement"])) == {"settlement"}


@pytest.mark.parametrize(("word", "found"), [("rober", {"robber"}), ("rabbet", set()), ("robb", set())])
def test_the_shorter_a_word_the_fewer_letters_may_be_wrong(word, found):
    assert set(misspelled(word, ["robber", "road"])) == found


def test_only_the_nearest_words_are_meant():
    assert set(misspelled("monoploy", ["monopoly", "monoplane"])) == {"monopoly"}


def test_folding_keeps_thai_vowels():
    assert fold("Ладья Ёж Ñandú ที่นี่") == "ладья еж nandu ทีนี"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_word_means_one_thing_and_is_no_filler(language):
    written = language_file(language, "search")
    groups = [fold(group).split() for group in (*written.get("same", ()), *written.get("unspaced", ()))]
    every = [word for group in groups for word in set(group)]  # construyo and construyó are one word here
    assert [word for word, times in Counter(every).items() if times > 1] == []
    assert set(every) & search_rules(language).stop_words == set()


def test_a_whole_word_is_not_taken_for_a_form_of_another():
    assert stem("дома", "ru") == stem("поселение", "ru") != stem("домой", "ru") == stem("уйти", "ru")
