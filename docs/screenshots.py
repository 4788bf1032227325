"""Take screenshots of the web page from real games against a real server: `make screenshots`.

The animation at the head of the README shows a few turns of a game; the others show a phone, light and dark.
"""

import io
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from bigpoints.notation import position_text
from bigpoints.position import Phase
from bigpoints.rules import legal_moves, play, start
from support.chromium import CHROMIUM, FLAGS
from support.people import Person, by_mouse
from support.server_process import Server, serving

ASSETS = Path(__file__).parent / "assets"
PLIES_BEFORE = 24
TURNS_SHOWN = 4
FRAME_SECONDS = 0.12
WIDTH = 720
QUALITY = 62


def middle_of_a_game() -> str:
    """A position in the middle of a random game, with seat 1 to move."""
    rng = Random(8)
    position = start(2, rng)
    for _ in range(PLIES_BEFORE):
        position = play(position, rng.choice(legal_moves(position)))
    while position.seat != 1 or position.phase is not Phase.REGULAR:
        position = play(position, legal_moves(position)[-1])
    return position_text(position)


@contextmanager
def guest(browser: Browser, server: Server, width: int, height: int, **options: Any) -> Iterator[Person]:
    """A person in a browser at a table in the middle of a game."""
    context = browser.new_context(
        viewport={"width": width, "height": height}, base_url=server.url, locale="en-GB", **options
    )
    person = Person(context.new_page())
    seats = ({"name": "Anna"}, {"bot": "level3"})
    person.sit_at(person.make_table(*seats, start=middle_of_a_game(), hints=True))
    person.page.wait_for_timeout(1000)
    yield person
    context.close()


def film_turns(person: Person) -> list[tuple[bytes, float]]:
    """Frames of some turns, each with its duration in seconds."""
    frames: list[tuple[bytes, float]] = []
    rng = Random(3)
    for _ in range(TURNS_SHOWN):
        person.until(lambda: person.is_to_move)
        move = rng.choice([move for move in person.view["moves"] if move["move"] != "."] or person.view["moves"])
        film(person, frames, 0.8)
        if move["move"] != ".":
            person.spot(person.pawn_spot(move["move"][0])).click()
            film(person, frames, 1.0)
            person.page.keyboard.press("Escape")
        version = person.view["version"]
        by_mouse(person, move)
        person.until(lambda version=version: person.view["version"] > version)  # type: ignore[misc]
        film(person, frames, 1.8)
    return frames


def film(person: Person, frames: list[tuple[bytes, float]], seconds: float) -> None:
    """Add frames for some seconds."""
    end = time.monotonic() + seconds
    while (now := time.monotonic()) < end:
        picture = person.page.screenshot(type="png")
        frames.append((picture, max(FRAME_SECONDS, time.monotonic() - now)))


def write_animation(frames: list[tuple[bytes, float]], target: Path) -> None:
    """Write frames as an animation; equal frames in a row become one."""
    pictures: list[Image.Image] = []
    durations: list[int] = []
    for picture, seconds in frames:
        image = Image.open(io.BytesIO(picture)).convert("RGB")
        image = image.resize((WIDTH, round(image.height * WIDTH / image.width)), Image.Resampling.LANCZOS)
        if pictures and image.tobytes() == pictures[-1].tobytes():
            durations[-1] += round(seconds * 1000)
            continue
        pictures.append(image)
        durations.append(round(seconds * 1000))
    first, *others = pictures
    first.save(target, save_all=True, append_images=others, duration=durations, loop=0, quality=QUALITY, method=6)


def main() -> int:
    """Take all screenshots."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "data") as server, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with guest(browser, server, 1080, 640) as anna:
            write_animation(film_turns(anna), ASSETS / "game.webp")
        for name, theme in (("phone", "light"), ("phone-dark", "dark")):
            with guest(browser, server, 390, 844, color_scheme=theme, device_scale_factor=2) as anna:
                anna.page.keyboard.press(anna.view["moves"][0]["move"][0].lower())
                anna.page.wait_for_timeout(300)
                picture = Image.open(io.BytesIO(anna.page.screenshot())).convert("RGB")
                picture.save(ASSETS / f"{name}.webp", quality=80, method=6)
        browser.close()
    for file in sorted(ASSETS.glob("*.webp")):
        print(f"{file.name:20}{file.stat().st_size / 1000:8.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
