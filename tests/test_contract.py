"""The contract: what it says of fields, and that the facts in it are those of the house."""

from dataclasses import fields
from typing import Annotated, NotRequired, TypedDict, get_args

import pytest

from bigpoints.bots.registry import bot_names
from bigpoints.contract import constants
from bigpoints.contract.answers import EventKind
from bigpoints.contract.fields import FieldRule, defaults_of, fields_of, rule_of
from bigpoints.contract.requests import STANDARD_SETUP, Command
from bigpoints.contract.requests import Setup as SetupMessage
from bigpoints.position import Material, Options
from bigpoints.server.table.events import Event
from bigpoints.server.table.refusals import STATUS
from bigpoints.server.table.setup import Setup


class Message(TypedDict):
    """Some message."""

    plain: int
    bounded: Annotated[int, FieldRule(ge=1, le=5, description="a number")]
    optional: NotRequired[Annotated[str | None, FieldRule(default=None)]]
    usual: NotRequired[Annotated[int, FieldRule(default=3)]]


# --- Limits -----------------------------------------------------------------------------------------------------------


def test_the_fields_of_a_message_are_told_in_order_without_whether_they_must_be_there() -> None:
    assert list(fields_of(Message)) == ["plain", "bounded", "optional", "usual"]
    assert rule_of(fields_of(Message)["usual"]) == FieldRule(default=3)


def test_a_field_without_a_limit_has_none() -> None:
    assert rule_of(fields_of(Message)["plain"]) == FieldRule()
    assert rule_of(fields_of(Message)["bounded"]).le == 5


def test_a_default_may_be_nothing_and_no_default_is_not_nothing() -> None:
    assert defaults_of(Message) == {"optional": None, "usual": 3}


# --- Facts ------------------------------------------------------------------------------------------------------------


def test_the_setup_of_a_table_has_the_fields_and_the_defaults_of_the_contract() -> None:
    assert (
        [field.name for field in fields(Setup) if field.init] == list(fields_of(SetupMessage)) == list(STANDARD_SETUP)
    )
    assert Setup().shown == STANDARD_SETUP


def test_the_standard_setup_is_the_standard_game() -> None:
    assert (Setup().material, Setup().options) == (Material(), Options())


def test_every_rule_option_can_be_switched() -> None:
    assert {field.name for field in fields(Options)} == set(constants.VARIANTS)
    assert {*constants.HABITS, *constants.VARIANTS} <= set(STANDARD_SETUP)


def test_every_bot_that_a_table_offers_can_be_made() -> None:
    assert set(constants.BOT_NAMES) <= set(bot_names())
    assert set(constants.LEVELS) <= set(constants.BOT_NAMES)
    assert {name for name in bot_names() if name.startswith("level")} == set(constants.LEVELS)


def test_turn_times_are_within_the_bounds_of_the_setup() -> None:
    (inner, _) = get_args(get_args(fields_of(SetupMessage)["turn_seconds"])[0])
    bounds = rule_of(inner)
    assert bounds.ge
    assert bounds.le
    assert all(time is None or bounds.ge <= time <= bounds.le for time in constants.TURN_TIMES)


def test_every_code_of_a_refusal_has_its_status() -> None:
    assert tuple(STATUS) == constants.REFUSAL_CODES == tuple(sorted(constants.REFUSAL_CODES))


def test_the_codes_by_which_sockets_are_closed_stay_as_they_are() -> None:
    codes = (constants.GOING_AWAY, constants.SENT_TOO_FAST, constants.NOT_ALLOWED, constants.TABLE_GONE)
    assert codes == (1001, 1008, 4003, 4004)


def test_the_kinds_of_events_are_those_of_the_server() -> None:
    assert get_args(EventKind) == tuple(dict.fromkeys(event.kind for event in get_args(Event)))


@pytest.mark.parametrize("command", get_args(Command), ids=lambda command: str(command.__name__))
def test_every_command_has_an_id_and_says_what_is_to_be_done(command: type) -> None:
    assert {"id", "do"} <= command.__required_keys__  # type: ignore[attr-defined]
