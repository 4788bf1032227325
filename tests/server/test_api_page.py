"""The contract is true: its examples are run, its JSON is checked against the models, its tables are complete."""

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from threading import Thread
from typing import Any, get_args

import pytest
from fastapi.routing import APIRoute
from pydantic import TypeAdapter

from bigpoints import parse_position
from bigpoints.analysis.reasons import Reason
from bigpoints.client import Server as Remote
from bigpoints.client.errors import REFUSAL_TEXTS
from bigpoints.contract import answers, requests, views
from bigpoints.contract.constants import REFUSAL_CODES, RefusalCode
from bigpoints.contract.fields import fields_of, rule_of
from bigpoints.contract.requests import STANDARD_SETUP, ClientMessage, Setup
from bigpoints.contract.unpack import unpack
from bigpoints.contract.views import PackedView, TableView
from bigpoints.rules import effects
from bigpoints.server.http.routes import ROUTERS
from bigpoints.server.table.refusals import STATUS
from bigpoints.server.workers.advice import kind_of
from support.messages import adapter
from support.server_process import PATIENCE, Server, Visitor

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
JSON = re.findall(r'```json title="(\w+)"\n(.*?)```', PAGE, re.DOTALL)
SHELL = re.findall(r"```sh\n(curl.*?)```\n(?:\n```json title=\"(\w+)\")?", PAGE, re.DOTALL)


def model(name: str) -> TypeAdapter[Any]:
    return adapter({**vars(requests), **vars(views), **vars(answers)}[name])


def setup_rows() -> list[str]:
    """A row of the table for each field of the setup."""
    return [
        f"| `{name}` | `{str(default).lower() if default in (True, False) else default}` | "
        f"{_what(rule_of(fields_of(Setup)[name]).description or '')} |".replace("`None`", "none")
        for name, default in STANDARD_SETUP.items()
    ]


def _what(description: str) -> str:
    linked = re.sub(r"\b([RV])(\d+)\b", r"[\1\2](rules.md#\1\2)", description)
    linked = re.sub(r"#([RV])(\d)", lambda found: f"#{found[1].lower()}{found[2]}", linked)
    return f"the option {linked}" if linked.startswith("[V") and ":" not in linked else linked


def test_every_json_on_the_page_is_what_its_title_says() -> None:
    assert len(JSON) > 15
    for name, text in JSON:
        model(name).validate_json(text)


def test_every_message_of_a_client_is_described() -> None:
    names = [get_args(fields_of(message)["do"])[0] for message in get_args(ClientMessage)]
    assert len(names) == 15
    assert [name for name in names if f"`{name}`" not in PAGE and f'"do": "{name}"' not in PAGE] == []


def test_the_view_on_the_page_has_the_legal_moves_of_its_position() -> None:
    (text,) = [text for name, text in JSON if name == "TableView"]
    shown: TableView = json.loads(text)
    position = parse_position((shown["position"] or "").replace("?0", "-"))
    told = [(move["move"], move["to"], move["takes"], move["disc"]) for move in shown["moves"]]
    assert told == [(str(move), str(done.landing), done.taken, done.disc) for move, done in effects(position)]


def test_the_packed_view_on_the_page_is_the_whole_one() -> None:
    whole, packed = (
        json.loads(text) for wanted in ("TableView", "PackedView") for name, text in JSON if name == wanted
    )
    assert json.loads(json.dumps(unpack(packed))) == whole | {"setup": STANDARD_SETUP | whole["setup"]}


@pytest.mark.parametrize("field", fields_of(PackedView))
def test_every_field_of_a_packed_view_is_described(field: str) -> None:
    views_section = PAGE[PAGE.index("## Views") : PAGE.index("## The life of a table")]
    assert f"`{field}`" in views_section


@pytest.mark.parametrize("field", fields_of(TableView))
def test_every_field_of_a_view_is_described(field: str) -> None:
    assert f"`{field}`" in PAGE[PAGE.index("## Views") : PAGE.index("## The life of a table")]


def test_the_page_has_a_row_for_each_field_of_the_setup() -> None:
    assert "\n".join(setup_rows()) in PAGE


@pytest.mark.parametrize("code", REFUSAL_CODES)
def test_every_refusal_is_described(code: RefusalCode) -> None:
    assert f"\n| `{code}` | {STATUS[code]} | {REFUSAL_TEXTS[code]} | " in PAGE


@pytest.mark.parametrize("kind", get_args(answers.ReasonKind))
def test_every_reason_of_a_hint_is_described(kind: str) -> None:
    (reason,) = [each for each in get_args(Reason) if kind_of(each.__name__) == kind]
    names = ", ".join(f"`{field.name}`" for field in fields(reason))
    assert f"\n| `{kind}` | {names}{' ' if names else ''}| " in PAGE


def test_every_route_is_described() -> None:
    routes = [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]
    names = [f"{method} {route.path}" for route in routes for method in route.methods or ()]
    assert len(names) > 12
    assert [name for name in names if f"| `{name}` |" not in PAGE] == []


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl")
def test_the_requests_on_the_page_are_answered_as_it_says(server: Server, anna: Visitor, ben: Visitor) -> None:
    variables = {"TOKEN": anna.token, "OTHER": ben.token, "TABLE": anna.create({"name": "Anna"})}
    variables["HINTED"] = anna.create({"name": "Anna"}, {"name": "Ben"}, setup={"hints": True})
    assert len(SHELL) >= 7
    for command, name in SHELL:
        run = ["sh", "-c", command.replace("http://127.0.0.1:5055", server.url)]
        done = subprocess.run(run, env={**os.environ, **variables}, capture_output=True, text=True, check=True)
        assert ("refused" in done.stdout) == (name == "RefusedAnswer"), done.stdout
        answer = {"Join": "TableAnswer", "": "Done"}.get(name, name)
        model(answer).validate_json(done.stdout)


def test_the_bot_of_the_page_has_fifteen_lines_and_plays_a_game(server: Server, tmp_path: Path) -> None:
    (program,) = re.findall(r'```python title="robby.py"\n(.*?)```', PAGE, re.DOTALL)
    assert len(program.splitlines()) <= 15
    (tmp_path / "robby.py").write_text(program, encoding="utf-8")
    host = Remote(server.url).create("Anna", None, colours=3, discs=3, bot_delay_ms=0)
    played: list[str] = []

    def run_robby() -> None:
        run = [sys.executable, "robby.py", host.link]
        done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False)
        played.append(done.stdout + done.stderr)

    robby = Thread(target=run_robby)
    robby.start()
    with host as table:
        for view in table.turns():
            table.play(view.moves[0])
        result = table.view.result
        robby.join(PATIENCE)
    assert result
    assert played == [f"scores: {result.scores[0]} {result.scores[1]}\n"]
