"""Codes are understood on whatever keyboard they were typed."""

from random import Random

import pytest

from narrator.app.access.credentials import ALPHABET, CODE_LENGTH
from narrator.app.access.typed_input import LATIN, LOOKS, RUSSIAN, THAI, THAI_DIGITS, THAI_SHIFTED, as_code, readings

pytestmark = pytest.mark.storeless

LUCK = Random(16)
CODES = ["".join(LUCK.choice(ALPHABET) for _ in range(CODE_LENGTH)) for _ in range(200)]
RUSSIAN_KEYS = dict(zip(LATIN, RUSSIAN, strict=True))
THAI_KEYS = {**dict(zip(LATIN, THAI, strict=True)), **{digit: key for key, digit in THAI_DIGITS.items()}}
CYRILLIC = {latin: letter for letter, latin in LOOKS.items() if "\u0400" <= letter <= "\u04ff"}


def typed(code: str, keys: dict[str, str]) -> str:
    return "".join(keys.get(letter, letter) for letter in code)


@pytest.mark.parametrize("case", [str.upper, str.lower])
@pytest.mark.parametrize("keys", [RUSSIAN_KEYS, THAI_KEYS, CYRILLIC], ids=["Russian keys", "Thai keys", "look-alikes"])
def test_a_code_is_among_what_any_keyboard_makes_of_it(keys: dict[str, str], case: object) -> None:
    assert callable(case)
    for code in CODES:
        assert code in readings(case(typed(code, keys))), code


def test_what_is_typed_on_thai_keys_can_mean_only_one_thing() -> None:
    assert all(
        as_code(typed(code, THAI_KEYS)) == code for code in CODES if not code.isdigit() and set(code) & set(LATIN)
    )


def test_letters_that_look_like_ours_are_read_by_their_look_first() -> None:
    assert readings("КАТЯ22")[0] == "RFNZ22"  # я looks like none of ours, so these were keys
    assert readings("КАТ222") == ("KAT222", "RFN222")


@pytest.mark.parametrize("code", ["K7M2P9", "222222", "ZYXWVU"])
@pytest.mark.parametrize("way", ["{}", " {} ", "{:.3}-{}", "\u200b{}\u2060"])
def test_our_own_letters_mean_themselves(code: str, way: str) -> None:
    written = way.format(code) if way.count("{") == 1 else f"{code[:3]}-{code[3:]}"
    assert readings(written) == (code,)


def test_wide_letters_thai_digits_and_capitals_of_the_thai_keyboard_count_too() -> None:
    assert as_code("Ｋ７Ｍ２Ｐ９") == "K7M2P9"
    assert as_code("K๗M๒P๙") == "K7M2P9"
    shifted = dict(zip(LATIN, THAI_SHIFTED, strict=True))
    assert as_code("".join(shifted[letter] for letter in "KFDSRT")) == "KFDSRT"


@pytest.mark.parametrize("nothing", ["", "   ", "0000", "?!", "𝕏", "\u202e\x00", "漢字"])
def test_what_is_no_code_is_none(nothing: str) -> None:
    assert not any(readings(nothing))
