"""The contract: the page's types and facts are those of bigpoints/contract, and no more than it uses."""

import re
import runpy
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"
SCRIPT = runpy.run_path(str(WEB / "contract.py"))
TYPES, FACTS = (
    (WEB / "src" / "lib" / "api" / name).read_text(encoding="utf-8") for name in ("contract.ts", "constants.ts")
)
PAGE = "\n".join(
    file.read_text(encoding="utf-8")
    for file in sorted((WEB / "src").rglob("*"))
    if file.suffix in (".ts", ".svelte") and file.name not in ("contract.ts", "constants.ts")
)


def imported(statement: str) -> set[str]:
    """The names that the page imports by statements of this form."""
    listed = (name.split(" as ") for names in re.findall(statement, PAGE) for name in names.split(","))
    return {name.strip() for name, *_ in listed}


@pytest.mark.parametrize("file", SCRIPT["FILES"], ids=lambda file: str(file.name))
def test_the_page_knows_the_contract_as_it_is(file: Path) -> None:
    written = SCRIPT["FILES"][file]()
    assert file.read_text(encoding="utf-8") == written, "write it anew: .venv/bin/python web/contract.py"


@pytest.mark.parametrize("name", SCRIPT["ROOTS"])
def test_every_type_that_others_are_written_for_is_imported_by_the_page(name: str) -> None:
    assert name in imported(r'import type \{([^}]*)\} from "[^"]*/contract"')


@pytest.mark.parametrize("name", re.findall(r"export const (\w+)", FACTS))
def test_every_fact_is_imported_by_the_page(name: str) -> None:
    assert name in imported(r'import \{([^}]*)\} from "[^"]*/constants"')


def test_keys_that_python_has_no_name_for_choices_and_open_messages_are_written() -> None:
    assert "  readonly from?: string | null;\n" in TYPES
    assert "  readonly bot: BotName | null;\n" in TYPES
    assert "  readonly seats?: readonly NewSeat[];\n" in TYPES
    assert "  readonly bots: readonly (BotName | null)[];\n" in TYPES
    assert "  readonly code: string;\n  readonly [about: string]: unknown;\n" in TYPES
