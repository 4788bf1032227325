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
    assert tidy_code(" abcd-23 45") == tidy_code("ABCD2345") == "ABCD2345"


def test_the_digest_of_a_secret_is_its_sha_256() -> None:
    assert digest("secret") == "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b"
