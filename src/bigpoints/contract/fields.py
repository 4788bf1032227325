"""Metadata of message fields besides their types: bounds, defaults, descriptions."""

from dataclasses import dataclass
from typing import Annotated, Final, NotRequired, get_args, get_origin, get_type_hints

NO_DEFAULT: Final = object()


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldRule:
    """Bounds, default and description of a field."""

    ge: int | None = None
    le: int | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    check: str | None = None
    """The name of a check that only the server makes."""
    default: object = NO_DEFAULT
    description: str | None = None

    @property
    def has_no_range(self) -> bool:
        """Whether every number is within the bounds."""
        return self.ge is None and self.le is None

    def is_in_range(self, value: int) -> bool:
        """Whether a number is within the bounds."""
        return (self.ge is None or value >= self.ge) and (self.le is None or value <= self.le)


def rule_of(hint: object) -> FieldRule:
    """The rule of a field by its type hint; an empty one if the hint has none."""
    notes = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return next((note for note in notes if isinstance(note, FieldRule)), FieldRule())


def fields_of(message: type) -> dict[str, object]:
    """The fields of a message and their type hints, in order; `__required_keys__` says which must be there."""
    hints = get_type_hints(message, include_extras=True)
    return {name: get_args(hint)[0] if get_origin(hint) is NotRequired else hint for name, hint in hints.items()}


def defaults_of(message: type) -> dict[str, object]:
    """The defaults of a message, by field; fields without a default are left out."""
    defaults = {name: rule_of(hint).default for name, hint in fields_of(message).items()}
    return {name: default for name, default in defaults.items() if default is not NO_DEFAULT}
