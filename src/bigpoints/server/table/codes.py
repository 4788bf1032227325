"""Codes that people read out and type: of tables, and of seats that are handed over."""

import secrets
from hashlib import sha256

from bigpoints.contract.constants import CODE_LENGTH, CODE_LETTERS


def new_code() -> str:
    """A random code."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def tidy_code(text: str) -> str:
    """The normal form of a code that somebody typed."""
    return text.upper().replace("-", "").replace(" ", "")


def digest(secret: str) -> str:
    """Hash of a secret code or token: all that the store keeps of it."""
    return sha256(secret.encode()).hexdigest()
