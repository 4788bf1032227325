"""Names of people."""

import pytest

from bigpoints.server.table.names import checked_name


def test_a_name_is_tidied() -> None:
    assert checked_name("  Anna \t Lena\n") == "Anna Lena"
    assert checked_name("Zoe\u0308") == "Zo\u00eb"


@pytest.mark.parametrize("name", ["", "   ", "a\x00b", "\ud800", "\ue000", "bot:level3", " BOT:x", "a" * 25])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"a name has|only bots"):
        checked_name(name)


@pytest.mark.parametrize(
    "name", ["\u200b", "\u034f", "\u3164", "\u202eabc", "\u2066bot:level3", "\ufeffAnna", "\u200dbot:x"]
)
def test_a_name_that_nobody_sees_or_that_looks_like_another_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"a name has|only bots"):
        checked_name(name)


@pytest.mark.parametrize("name", ["👩\u200d🚀", "می\u200cخواهم", "7", "Zoë & Co."])
def test_names_of_every_script_are_accepted(name: str) -> None:
    assert checked_name(name) == name


def test_a_name_that_grows_as_it_is_normalised_is_measured_afterwards() -> None:
    # Devanagari qa is two letters in the canonical form: what is stored must be readable again.
    assert len(checked_name("\u0958" * 12)) == 24
    with pytest.raises(ValueError, match="24 letters"):
        checked_name("\u0958" * 13)
