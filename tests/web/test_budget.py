"""The page is small, and everything it needs is its own: measured on what was built, as it goes over the wire."""

import gzip
import re
from pathlib import Path

import pytest

BUILT = Path(__file__).parents[2] / "src" / "bigpoints" / "server" / "page"
KB = 1000
SCRIPTS, STYLES, CATALOGUE = 45 * KB, 8 * KB, 6 * KB
LANGUAGES = 7

_LOADED = re.compile(r'<script[^>]* src="/([^"]+)"|<link rel="modulepreload"[^>]* href="/([^"]+)"')
_STATIC_IMPORT = re.compile(r'(?:\bfrom|\bimport)\s*"\./([^"]+)"')
_STYLED = re.compile(r'<link rel="stylesheet"[^>]* href="/([^"]+)"')
_PAGES = re.compile(r"import\([`\"]\./(\w+)-[^)]+\),__vite__mapDeps\(\[([\d,]*)\]\)")
_ADDRESS = re.compile(r"(?:https?:)?//[a-z0-9-]+(?:\.[a-z0-9-]+)+[^\s\"'`)]*")
_NOT_FETCHED = ("http://www.w3.org/", "https://svelte.dev/e/")
"""Names of markup languages, and what Svelte's errors tell developers to read."""


@pytest.fixture(scope="module")
def built() -> Path:
    if not (BUILT / "index.html").is_file():
        pytest.fail("the page is not built: run `make page` first", pytrace=False)
    return BUILT


def packed(file: Path) -> int:
    return len(gzip.compress(file.read_bytes(), mtime=0))


def catalogues(built: Path) -> list[Path]:
    return sorted(built.glob("assets/_catalogue_??-*.js"))


def first_load(built: Path) -> set[Path]:
    """The scripts that the first page waits for: its own, and whatever those import at once."""
    html = (built / "index.html").read_text(encoding="utf-8")
    waiting = [built / (script or preload) for script, preload in _LOADED.findall(html)]
    loaded: set[Path] = set()
    while waiting:
        file = waiting.pop()
        if file not in loaded:
            loaded.add(file)
            waiting += [file.parent / name for name in _STATIC_IMPORT.findall(file.read_text(encoding="utf-8"))]
    return loaded


def test_the_first_page_loads_little_script_the_longest_catalogue_included(built: Path) -> None:
    scripts = first_load(built)
    assert scripts, "index.html loads no script"
    size = sum(map(packed, scripts)) + max(map(packed, catalogues(built)))
    assert size <= SCRIPTS, f"{size} bytes, packed: {sorted(file.name for file in scripts)}"


def styles_of_pages(built: Path) -> dict[str, set[Path]]:
    """The styles that each page waits for: those of the first page, and whatever its script brings along."""
    html = (built / "index.html").read_text(encoding="utf-8")
    first = {built / style for style in _STYLED.findall(html)}
    script = next(built.glob("assets/index-*.js")).read_text(encoding="utf-8")
    files = re.findall(r'"([^"]+)"', script[script.index("[") : script.index("]")])
    pages = {"Home": first}
    for name, numbers in _PAGES.findall(script):
        wanted = [built / files[int(number)] for number in numbers.split(",") if number]
        pages[name] = first | {file for file in wanted if file.suffix == ".css"}
    return pages


def test_every_page_loads_little_style(built: Path) -> None:
    sizes = {page: sum(map(packed, styles)) for page, styles in styles_of_pages(built).items()}
    assert {"Home", "TablePage", "Replay", "Learn"} <= set(sizes)
    assert {page: size for page, size in sizes.items() if not 0 < size <= STYLES} == {}


def test_every_language_has_a_small_catalogue_of_its_own(built: Path) -> None:
    found = catalogues(built)
    assert len(found) == LANGUAGES
    assert [file.name for file in found if packed(file) > CATALOGUE] == []


def test_texts_of_pages_that_are_seldom_opened_come_later_and_are_small_too(built: Path) -> None:
    later = sorted(built.glob("assets/more-*.js"))
    assert len(later) == LANGUAGES
    assert [file.name for file in later if packed(file) > CATALOGUE] == []
    assert not first_load(built) & {*later, *catalogues(built)}


def test_nothing_comes_from_another_host(built: Path) -> None:
    texts = [file for file in built.rglob("*") if file.suffix in (".html", ".js", ".css", ".svg", ".webmanifest")]
    addresses = {
        address for file in texts for address in _ADDRESS.findall(file.read_text(encoding="utf-8").replace("\\/", "/"))
    }
    assert {address for address in addresses if not address.startswith(_NOT_FETCHED)} == set()


def test_there_are_no_fonts_but_those_of_the_device(built: Path) -> None:
    assert [file.name for file in built.rglob("*") if file.suffix in (".woff", ".woff2", ".ttf", ".otf")] == []
    assert "@font-face" not in "".join(file.read_text(encoding="utf-8") for file in built.rglob("*.css"))
