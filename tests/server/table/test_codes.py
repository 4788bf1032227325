"""Codes that people read out and type."""

from bigpoints.contract.constants import CODE_LENGTH, CODE_LETTERS
from bigpoints.server.table.codes import digest, new_code, tidy_code


def test_codes_are_made_of_letters_that_are_not_mistaken_for_each_other() -> None:
    codes = {new_code() for _ in range(200)}
    assert len(codes) == 200
    assert {len(code) for code in codes} == {CODE_LENGTH}
    assert set("".join(codes)) == set(CODE_LETTERS)
    assert not set(CODE_LETTERS) & set("01ILO")


def test_a_code_is_read_however_it_is_typed() -> None:
    assert tidy_code(" abcd-23 45") == "ABCD2345"


def test_of_a_secret_only_its_hash_is_kept() -> None:
    assert digest("secret") == digest("secret") != digest("secrets")
    assert len(digest("secret")) == 64
