"""MkDocs hooks: add the dark twin of each picture to a page, and fill in the options of commands, and whole files."""

import re
from pathlib import Path

import typer
from typer.cli import get_docs_for_click

from bigpoints.cli.app import app

_PICTURE = re.compile(r"!\[([^]]*)\]\((assets/[a-z-]+)\.svg\)(\{[^}]*\})?")
_TWINS = r"![\1](\2.svg#only-light)\3![\1](\2-dark.svg#only-dark)\3"
_OPTIONS = re.compile(r"<!-- options of bigpoints ([a-z]+) -->")
_FILE = re.compile(r"<!-- file (\S+) -->")
_ROOT = Path(__file__).parents[1]


def on_page_markdown(markdown: str, **_: object) -> str:
    """The text of a page with the dark twin of each picture, and with options and files filled in."""
    return _FILE.sub(_file, _OPTIONS.sub(_options, _PICTURE.sub(_TWINS, markdown)))


def _file(mark: re.Match[str]) -> str:
    """A file of the project as a block of code."""
    return f'```text title="{mark[1]}"\n{(_ROOT / mark[1]).read_text(encoding="utf-8")}```'


def _options(mark: re.Match[str]) -> str:
    """Usage, arguments and options of a command and of those below it, as the program itself knows them."""
    command = typer.main.get_group(app).commands[mark[1]]
    context = typer.Context(command)
    text = get_docs_for_click(obj=command, ctx=context, call_prefix="bigpoints")
    return text[text.index("**Usage**") :].replace("\n## `", "\n### `")
