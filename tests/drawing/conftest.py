import json
from pathlib import Path

import pytest

from bigpoints.notation import parse_position
from bigpoints.position import Position

DATA = Path(__file__).parents[1] / "data"


@pytest.fixture(scope="session")
def positions() -> list[Position]:
    """The conformance positions, those with options included."""
    lines = [line for name in ("positions", "variants") for line in (DATA / f"{name}.jsonl").read_text().splitlines()]
    return [parse_position(json.loads(line)["bpn"]) for line in lines]
