"""Ids, codes and secrets: how they look, how they are compared, and where real ones come from."""

import hmac
import secrets
from collections.abc import Iterable
from hashlib import sha256

from msgspec import Struct

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""What can be read out and copied by hand: no 0 and O, no 1, I and L."""
GAME_LENGTH = 8
CODE_LENGTH = 6
SECRET_LENGTH = 26
"""Of 31 characters each: more than 128 bits."""


def random_token(length: int) -> str:
    """So many characters that nobody can guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def hash_secret(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def is_one_of(secret: str, hashes: Iterable[str]) -> bool:
    """Whether a secret has one of these hashes, in a time that tells nothing about them."""
    given = hash_secret(secret)
    matches = [hmac.compare_digest(given, known) for known in hashes]
    return any(matches)


class SeatKeys(Struct, frozen=True):
    """The hash of each seat's newest secret: who takes a seat over has it alone."""

    newest: dict[int, str]

    @property
    def taken(self) -> set[int]:
        return set(self.newest)

    def seat_of(self, secret: str) -> int | None:
        """The seat that a phone's secret stands for, while nobody has taken it over."""
        return next((seat for seat, known in self.newest.items() if is_one_of(secret, [known])), None)

    def seat_with(self, sha256: str) -> int | None:
        """The seat of the phone whose secret has this hash."""
        return next((seat for seat, known in self.newest.items() if known == sha256), None)
