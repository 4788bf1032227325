"""axe finds nothing to mend on any screen, in the light and in the dark."""

from pathlib import Path

import pytest

from browser.conftest import Invite
from support.screens import SCREENS

_AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
_RUN = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  const said = ({ target, failureSummary }) => `${target} ${failureSummary}`;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(said).join("; ")}`);
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_violation(invite: Invite, theme: str) -> None:
    anna = invite(390, 844, color_scheme=theme, bypass_csp=True)
    found: dict[str, list[str]] = {}
    for name, come in SCREENS.items():
        come(anna)
        anna.page.add_script_tag(path=_AXE)
        found[name] = anna.page.evaluate(_RUN)
    assert {name: violations for name, violations in found.items() if violations} == {}
