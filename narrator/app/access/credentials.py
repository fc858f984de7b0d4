"""Ids, codes and secrets: their format, comparison and random generation."""

import hmac
import secrets
from collections.abc import Iterable, Mapping
from hashlib import sha256

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # readable aloud and by hand: no 0 and O, no 1, I and L
GAME_LENGTH = 8
CODE_LENGTH = 6
SECRET_LENGTH = 26  # of 31 characters each: more than 128 bits


def random_token(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def hash_secret(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def is_one_of(secret: str, hashes: Iterable[str]) -> bool:
    """Compare in constant time whether a secret has one of these hashes."""
    given = hash_secret(secret)
    matches = [hmac.compare_digest(given, known) for known in hashes]
    return any(matches)


def seat_with_secret(keys: Mapping[int, str], secret: str) -> int | None:
    return next((seat for seat, known in keys.items() if is_one_of(secret, [known])), None)
