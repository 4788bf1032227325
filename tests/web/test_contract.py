"""The contract: the types of the page are those of the server's messages."""

import runpy
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"


def test_the_page_knows_the_messages_as_the_server_has_them() -> None:
    script = runpy.run_path(str(WEB / "contract.py"))
    kept = (WEB / "src" / "lib" / "api" / "contract.ts").read_text(encoding="utf-8")
    assert kept == script["contract"](), "write it anew: .venv/bin/python web/contract.py"
