"""Where tables are stored: how a place is named, and what wins if several are."""

from pathlib import Path

import pytest
from sqlalchemy import make_url

from bigpoints.cli.stored import AdminError, find_place, locked, open_tables, parse_place, place_name, place_url
from bigpoints.server.ops.data_folder import DataFolder

ADDRESS = "postgresql://anna@db.example/games"


def test_a_place_is_a_folder_a_file_an_address_or_a_file_with_an_address(tmp_path: Path) -> None:
    (tmp_path / "copy.sqlite").write_bytes(b"SQLite format 3\0")
    (tmp_path / "address").write_text("postgresql://anna:secret@db.example/games\n")
    assert parse_place(str(tmp_path)) == tmp_path / "tables.sqlite"
    assert parse_place(str(tmp_path / "copy.sqlite")) == tmp_path / "copy.sqlite"
    assert parse_place(ADDRESS) == make_url(ADDRESS)
    assert parse_place(str(tmp_path / "address")) == make_url("postgresql://anna:secret@db.example/games")


def test_a_place_is_shown_as_a_folder_a_file_or_an_address_without_its_password(tmp_path: Path) -> None:
    assert place_name(tmp_path / "tables.sqlite") == str(tmp_path)
    assert place_name(tmp_path / "copy.sqlite") == str(tmp_path / "copy.sqlite")
    assert place_name(make_url("postgresql://anna:secret@db.example/games")) == ADDRESS
    assert place_url(tmp_path / "copy.sqlite").database == str(tmp_path / "copy.sqlite")


def test_a_folder_of_the_command_wins_over_the_database_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BIGPOINTS_DATABASE", ADDRESS)
    assert find_place(None, None, None) == make_url(ADDRESS)
    assert find_place(str(tmp_path), None, None) == tmp_path / "tables.sqlite"
    assert find_place(str(tmp_path), ADDRESS, None) == make_url(ADDRESS)


def test_a_wrong_address_in_a_file_is_not_repeated(tmp_path: Path) -> None:
    (tmp_path / "address").write_text("mysql://anna:secret@db/games")
    with pytest.raises(AdminError, match="accepted: an address such as postgresql://") as refused:
        parse_place(str(tmp_path / "address"))
    assert "secret" not in str(refused.value)


def test_a_file_that_is_not_there_has_no_tables(tmp_path: Path) -> None:
    with open_tables(tmp_path / "tables.sqlite") as kept:
        assert kept is None


def test_a_data_folder_is_locked_and_other_places_are_not(tmp_path: Path) -> None:
    with DataFolder(tmp_path):
        with (
            pytest.raises(AdminError, match=r"; stop it first, please$"),
            locked(tmp_path / "tables.sqlite", ", please"),
        ):
            pass
        with locked(tmp_path / "copy.sqlite"), locked(make_url(ADDRESS)):
            pass
