"""Settings: flags before the environment, and one clear line for each that makes no sense."""

from pathlib import Path

import pytest
from pydantic import ValidationError
from sqlalchemy import make_url

from bigpoints.server.settings import BadSettings, Settings


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(f"BIGPOINTS_{name.upper()}", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def faults(**flags: object) -> tuple[str, ...]:
    with pytest.raises(BadSettings) as caught:
        Settings.given(**flags)
    return caught.value.faults


def test_without_anything_set_only_this_machine_reaches_the_server(tmp_path: Path) -> None:
    settings = Settings.given()
    assert (settings.host, settings.port, settings.public_url) == ("127.0.0.1", 5055, None)
    assert settings.trusted_proxies == settings.allowed_hosts == ()
    assert settings.data == tmp_path / "bigpoints" / "server"
    assert settings.workers_for_bots >= 1


def test_the_environment_sets_what_no_flag_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BIGPOINTS_PORT", "6000")
    monkeypatch.setenv("BIGPOINTS_KEEP_DAYS", "7")
    monkeypatch.setenv("BIGPOINTS_LOG_FORMAT", "")
    settings = Settings.given(port=7000, host=None)
    assert (settings.port, settings.keep_days, settings.log_format) == (7000, 7, "auto")


def test_lists_have_commas_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BIGPOINTS_TRUSTED_PROXIES", "127.0.0.1, 10.0.0.0/8,::1")
    monkeypatch.setenv("BIGPOINTS_ALLOWED_HOSTS", "Games.example")
    assert Settings.given().trusted_proxies == ("127.0.0.1", "10.0.0.0/8", "::1")
    assert Settings.given().allowed_hosts == ("games.example",)


def test_several_workers_need_a_database_that_they_can_share_and_share_the_processors(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _: set(range(9)))
    settings = Settings.given(workers=4, database="postgresql://localhost/bigpoints")
    assert (settings.workers, settings.workers_for_bots) == (4, 2)
    assert Settings.given().workers_for_bots == 8


def test_settings_do_not_change_while_the_server_runs() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        Settings.given().port = 1


def test_every_setting_is_described_and_every_number_has_bounds() -> None:
    for name, schema in Settings.model_json_schema()["properties"].items():
        assert schema["description"].endswith("."), name
        if schema.get("type") in ("integer", "number"):
            assert {"minimum", "maximum"} <= set(schema), name


@pytest.mark.parametrize(
    ("name", "value", "accepted"),
    [
        ("port", "many", "a whole number from 0 to 65535"),
        ("port", 65536, "a whole number from 0 to 65535"),
        ("workers", 0, "a whole number from 1 to 64"),
        ("workers", 2, "1, or more with a PostgreSQL database"),
        ("away_seconds", "nan", "a number from 0.1 to 3600"),
        ("log_level", "loud", "debug, info, warning or error"),
        ("open_browser", "perhaps", "true or false"),
        ("host", "my machine", "an address such as 0.0.0.0 or ::, or the name of a machine"),
        ("host", "256.0.0.1", "an address such as 0.0.0.0 or ::, or the name of a machine"),
        ("data", "postgresql://db/tables", "a folder such as /var/lib/bigpoints"),
        ("trusted_proxies", "127.0.0.1,nginx", "addresses or networks such as 127.0.0.1 or 10.0.0.0/8, with commas"),
    ],
)
def test_a_fault_says_which_setting_what_was_found_and_what_is_accepted(
    name: str, value: object, accepted: str
) -> None:
    (fault,) = faults(**{name: value})
    found = str(value).rpartition(",")[2]
    assert fault.startswith(f"{name} (BIGPOINTS_{name.upper()}): found {found!r}; accepted: {accepted}")


def test_a_password_in_an_address_is_not_repeated() -> None:
    (fault,) = faults(data="postgresql://me:a/secret@db/tables")
    assert "found 'postgresql://…@db/tables'" in fault


def test_every_fault_has_its_line_and_all_of_them_are_told() -> None:
    found = faults(port=-1, log_format="xml", frob=1)
    assert [fault.split()[0] for fault in found] == ["port", "log_format", "frob:"]
    assert "\n" not in str(BadSettings(found))
    assert all(fault in str(BadSettings(found)) for fault in found)


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://Games.Example/", "https://games.example"),
        ("https://games.example:443", "https://games.example"),
        ("http://games.example:443", "http://games.example:443"),
        ("http://[FD00::1]:5055", "http://[fd00::1]:5055"),
        ("https://bücher.example", "https://xn--bcher-kva.example"),
    ],
)
def test_the_public_address_is_kept_as_browsers_write_it(url: str, origin: str) -> None:
    assert Settings.given(public_url=url).public_url == origin


@pytest.mark.parametrize(
    "url",
    [
        *("games.example", "ftp://games.example", "https://", "https://games.example/big", "https://games.example?x"),
        *("https://me@games.example", "https://games.example:port", "https://[::1", "https://games example", "null"),
    ],
)
def test_a_public_address_is_only_where_browsers_find_the_server(url: str) -> None:
    (fault,) = faults(public_url=url)
    assert "accepted: an address such as https://games.example" in fault


def test_all_clients_that_an_address_may_have_can_load_the_page_at_once() -> None:
    connections_of_a_browser = 7
    settings = Settings.given()
    assert settings.connections_per_address >= connections_of_a_browser * settings.clients_per_address


# --- The database -----------------------------------------------------------------------------------------------------

ADDRESS = "postgresql://anna:secret@db.example:5433/games"


def test_the_address_of_a_database_is_a_setting_that_shows_no_password(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings.given().database is None
    monkeypatch.setenv("BIGPOINTS_DATABASE", ADDRESS)
    settings = Settings.given()
    assert settings.database == make_url(ADDRESS)
    assert "secret" not in f"{settings!r} {settings}"


def test_the_address_can_stand_in_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "address").write_text(ADDRESS)
    monkeypatch.setenv("BIGPOINTS_DATABASE_FILE", str(tmp_path / "address"))
    settings = Settings.given()
    assert settings.database == make_url(ADDRESS)
    assert "secret" not in f"{settings!r} {settings}"
    (fault,) = faults(database=ADDRESS)
    assert fault.endswith("accepted: one address, here or in the file of BIGPOINTS_DATABASE_FILE")


def test_an_address_that_makes_no_sense_is_one_line_without_its_password(tmp_path: Path) -> None:
    for value in ("mysql://anna:secret@db/games", "postgresql://db?password=secret", "postgresql://a:secret@db:x/y"):
        (fault,) = faults(database=value)
        assert "accepted: an address such as postgresql://bigpoints@localhost:5432/bigpoints" in fault
        assert "secret" not in fault
    (fault,) = faults(database_file=str(tmp_path / "none"))
    assert fault.endswith("accepted: a file with the address of a database (No such file or directory)")
    (fault,) = faults(data=ADDRESS)
    assert fault.endswith("the address of a database goes to --database")
    assert "secret" not in fault
