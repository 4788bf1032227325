"""The page on hosting is true: its files, settings and commands exist."""

import re
import runpy
from pathlib import Path

import pytest
from typer.main import get_group

from bigpoints.cli.app import app
from bigpoints.server.settings import Settings
from support.proxies import DEPLOY

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


def test_every_setting_exists() -> None:
    named = {name.lower() for name in re.findall(r"BIGPOINTS_([A-Z_]+)", PAGE)}
    assert named
    assert named <= set(Settings.model_fields)


def test_the_settings_of_the_examples_are_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    examples = re.findall(r"^ *(BIGPOINTS_[A-Z_]+)=(\S+)$", PAGE, re.MULTILINE)
    assert len(examples) > 4
    for name, value in examples:
        monkeypatch.setenv(name, value)
        Settings.given()


def test_every_option_of_serve_exists() -> None:
    known = {option for each in get_group(app).commands["serve"].params for option in each.opts}
    lines = re.findall(r"bigpoints serve ([^`\n]*)", PAGE)
    assert set(re.findall(r"--[a-z-]+", " ".join(lines))) <= known


def test_every_file_for_hosts_is_on_the_page() -> None:
    """The built page has them whole."""
    shown = set(re.findall(r"<!-- file (\S+) -->", PAGE))
    assert shown == {f"deploy/{file.name}" for file in DEPLOY.iterdir()}
    built = runpy.run_path(str(ROOT / "docs" / "hooks.py"))["on_page_markdown"](PAGE)
    for file in DEPLOY.iterdir():
        assert file.read_text(encoding="utf-8") in built
