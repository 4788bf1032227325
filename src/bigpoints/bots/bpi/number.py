"""Parsing of numbers in the engine protocol."""

import re

from bigpoints.errors import BadNotation


def parse_number(name: str, text: str, low: int, high: int | None = None) -> int:
    """Parse an integer from `low` to `high`, or raise BadNotation."""
    # 18 digits are enough for every limit, and Python refuses to parse thousands of digits.
    number = int(text) if re.fullmatch("[0-9]{1,18}", text) else -1
    if number < low or (high is not None and number > high):
        raise BadNotation(name, text, f"a whole number from {low}" + ("" if high is None else f" to {high}"))
    return number
