"""MkDocs hooks: add the dark twin of each picture to a page, and fill in the options of each command."""

import re

import typer
from typer.cli import get_docs_for_click

from bigpoints.cli.app import app

_PICTURE = re.compile(r"!\[([^]]*)\]\((assets/[a-z-]+)\.svg\)(\{[^}]*\})?")
_TWINS = r"![\1](\2.svg#only-light)\3![\1](\2-dark.svg#only-dark)\3"
_OPTIONS = re.compile(r"<!-- options of bigpoints ([a-z]+) -->")


def on_page_markdown(markdown: str, **_: object) -> str:
    """The text of a page with the dark twin of each picture, and with the command reference filled in."""
    return _OPTIONS.sub(_options, _PICTURE.sub(_TWINS, markdown))


def _options(mark: re.Match[str]) -> str:
    """Usage, arguments and options of a command and of those below it, as the program itself knows them."""
    command = typer.main.get_group(app).commands[mark[1]]
    context = typer.Context(command)
    text = get_docs_for_click(obj=command, ctx=context, call_prefix="bigpoints")
    return text[text.index("**Usage**") :].replace("\n## `", "\n### `")
