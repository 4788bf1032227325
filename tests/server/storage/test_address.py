"""Addresses of databases: what is accepted, and that a password is never shown."""

from pathlib import Path

import pytest

from bigpoints.server.storage.address import address_name, has_password, is_address, parse_address, read_address

ADDRESS = "postgresql://anna:s%40cret@db.example:5433/games"


@pytest.mark.parametrize("text", ["postgresql:/anna:secret@db/games", "postgresql//db/games", "mysql:games"])
def test_an_address_with_a_sign_too_few_is_not_taken_for_a_folder(text: str) -> None:
    assert is_address(text)


@pytest.mark.parametrize("text", ["games", "/var/lib/games", "C:/games", "C:\\games", "./a:b", "games.sqlite"])
def test_folders_and_files_are_no_addresses(text: str) -> None:
    assert not is_address(text)


@pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
def test_an_address_is_taken_apart_and_hides_its_password(scheme: str) -> None:
    url = parse_address(ADDRESS.replace("postgresql", scheme))
    assert (url.username, url.password, url.host, url.port, url.database) == (
        *("anna", "s@cret", "db.example"),
        *(5433, "games"),
    )
    assert "cret" not in f"{url} {url!r}"
    assert address_name(url) == "postgresql://anna@db.example:5433/games"


def test_a_database_on_this_machine_needs_neither_host_nor_user() -> None:
    assert address_name(parse_address("postgresql:///games?host=/run/postgresql")) == "postgresql:///games"


@pytest.mark.parametrize(
    "text",
    [
        *("", "games", "mysql://anna:secret@db/games", "http://db/games", "sqlite:///games", "postgresql://db"),
        *(
            "postgresql://anna:secret@db:port/games",
            "postgresql+asyncpg://db/games",
            "postgresql://db/games?password=secret",
            "postgresql://anna:se/cr@secret@db/games",
            "postgresql:/anna:secret@db/games",
            "anna:secret@db/games",
        ),
    ],
)
def test_what_is_no_address_of_postgresql_is_refused_without_repeating_it(text: str) -> None:
    with pytest.raises(ValueError, match=r"^an address such as postgresql://bigpoints@localhost:") as refused:
        parse_address(text)
    assert "secret" not in str(refused.value)


def test_an_address_can_stand_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "address"
    file.write_text(f"{ADDRESS}\n")
    assert read_address(str(file)) == parse_address(ADDRESS)


@pytest.mark.parametrize("content", [b"", b"\n", b"one\ntwo", b"\xff\xfe", b"mysql://anna:secret@db/games"])
def test_a_file_without_an_address_is_refused_without_repeating_it(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "address").write_bytes(content)
    with pytest.raises(ValueError, match="an address such as postgresql://") as refused:
        read_address(str(tmp_path / "address"))
    assert "secret" not in str(refused.value)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^a file with the address of a database \(No such file or directory\)$"):
        read_address(str(tmp_path / "none"))


@pytest.mark.parametrize(
    ("text", "has_one"),
    [
        (ADDRESS, True),
        ("postgresql://anna:@db/games", True),
        ("postgresql://db/games?sslpassword=x", True),
        ("postgresql://anna:secret@db:port/games", True),
        ("postgresql://anna@db/games", False),
        ("postgresql://db:port/games", False),
    ],
)
def test_a_password_is_found_wherever_it_stands(text: str, has_one: bool) -> None:
    assert is_address(text)
    assert has_password(text) == has_one


def test_a_folder_is_no_address() -> None:
    assert not is_address("/var/lib/bigpoints")
