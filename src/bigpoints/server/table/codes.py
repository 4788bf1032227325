"""Codes that people read out and type: of tables, and of seats that are handed over."""

import secrets
from hashlib import sha256

LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""What codes are made of: nothing that is mistaken for something else."""
_LENGTH = 8


def new_code() -> str:
    """A code that nobody guesses."""
    return "".join(secrets.choice(LETTERS) for _ in range(_LENGTH))


def tidy_code(text: str) -> str:
    """A code as it is kept, from one that somebody typed."""
    return text.upper().replace("-", "").replace(" ", "")


def digest(secret: str) -> str:
    """Hash of a secret code or token: all that the store keeps of it."""
    return sha256(secret.encode()).hexdigest()
