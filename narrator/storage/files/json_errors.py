"""Where JSON does not fit a shape. Both are walked side by side, so nothing hangs on how a library words its errors."""

from collections.abc import Iterator, Sequence
from itertools import repeat
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec
from msgspec import Raw, Struct

from narrator.core.message import Refusal, impossible

LONGEST = 40
"""Letters of a value that are shown."""

_read_object = msgspec.json.Decoder(dict[str, Raw]).decode
_read_array = msgspec.json.Decoder(list[Raw]).decode


def describe_mismatch(text: bytes | Raw, kind: Any, place: str = "$") -> Refusal:
    """The first and innermost thing that does not fit, in a text that is JSON and does not fit as a whole."""
    text = bytes(text).strip()
    shapes = list(_shapes(kind))
    structs = [shape for shape in shapes if isinstance(shape, type) and issubclass(shape, Struct)]
    pairs = next((get_args(shape) for shape in shapes if get_origin(shape) is dict), None)
    items = next((get_args(shape) for shape in shapes if get_origin(shape) in (list, tuple)), None)
    found = None
    if text.startswith(b"{") and structs:
        found = _in_struct(_read_object(text), structs, place)
    elif text.startswith(b"{") and pairs:
        found = _in_pairs(_read_object(text), pairs, place)
    elif text.startswith(b"[") and items:
        found = _in_items(_read_array(text), items, place)
    return found or _wrong_value(text, place)


def _shapes(kind: Any) -> Iterator[Any]:
    """What a value may be: each part of a union, without its bounds."""
    if get_origin(kind) in (Union, UnionType):
        for part in get_args(kind):
            yield from _shapes(part)
    elif get_origin(kind) is Annotated:
        yield from _shapes(get_args(kind)[0])
    else:
        yield kind


def _in_struct(sent: dict[str, Raw], structs: Sequence[type[Struct]], place: str) -> Refusal | None:
    tags = {struct.__struct_config__.tag: struct for struct in structs}
    tag_field = structs[0].__struct_config__.tag_field
    if tag_field is None:
        return _in_fields(sent, structs[0], place)
    if tag_field not in sent:
        return impossible("file.missing_field", field=_field(f"{place}.{tag_field}"))
    tag = msgspec.json.decode(sent[tag_field])
    if isinstance(tag, str) and tag in tags:
        return _in_fields(sent, tags[tag], place)
    if isinstance(tag, str) and place == "$":
        return impossible("event.unknown_type", type=tag)
    return _wrong_value(sent[tag_field], f"{place}.{tag_field}")


def _in_fields(sent: dict[str, Raw], struct: type[Struct], place: str) -> Refusal | None:
    fields = {field.encode_name: field for field in msgspec.structs.fields(struct)}
    for name, value in sent.items():
        if name in fields:
            if not _fits(value, fields[name].type):
                return describe_mismatch(value, fields[name].type, f"{place}.{name}")
        elif struct.__struct_config__.forbid_unknown_fields and name != struct.__struct_config__.tag_field:
            return impossible("file.unknown_field", field=_field(f"{place}.{name}"))
    missing = (name for name, field in fields.items() if field.required and name not in sent)
    return next((impossible("file.missing_field", field=_field(f"{place}.{name}")) for name in missing), None)


def _in_pairs(sent: dict[str, Raw], kinds: Sequence[Any], place: str) -> Refusal | None:
    key_kind, kind = kinds
    for key, value in sent.items():
        if not _fits(msgspec.json.encode({key: None}), dict[key_kind, None]):  # type: ignore[valid-type]
            return _wrong_value(msgspec.json.encode(key), f"key in {place}")
        if not _fits(value, kind):
            return describe_mismatch(value, kind, f"{place}[...]")
    return None


def _in_items(sent: list[Raw], kinds: Sequence[Any], place: str) -> Refusal | None:
    is_alike = len(kinds) == 1 or kinds[1] is Ellipsis
    for number, (value, kind) in enumerate(zip(sent, repeat(kinds[0]) if is_alike else kinds, strict=False)):
        if not _fits(value, kind):
            return describe_mismatch(value, kind, f"{place}[{number}]")
    return None


def _fits(text: bytes | Raw, kind: Any) -> bool:
    try:
        msgspec.json.decode(text, type=kind)
    except msgspec.ValidationError:
        return False
    return True


def _wrong_value(text: bytes | Raw, place: str) -> Refusal:
    """Shows the value itself: it reads the same in every language."""
    value = " ".join(bytes(text).decode().split())
    shown = value if len(value) <= LONGEST else f"{value[: LONGEST - 1]}…"
    return impossible("file.value", field=_field(place), why=shown)


def _field(place: str) -> str:
    """
    >>> _field("$.setup.players[0]"), _field("$"), _field("key in $.give")
    ('setup.players[0]', '$', 'key in $.give')
    """
    return place.removeprefix("$.")
