"""Setting cookies: never readable by scripts, and `Secure` where the page came by https."""

from flask import Response, request

YEAR = 365 * 24 * 3600


def set_cookie(answer: Response, name: str, value: str, max_age: int = YEAR) -> None:
    answer.set_cookie(name, value, max_age=max_age, secure=request.is_secure, httponly=True, samesite="Lax")


def delete_cookie(answer: Response, name: str) -> None:
    answer.delete_cookie(name, secure=request.is_secure, httponly=True, samesite="Lax")
