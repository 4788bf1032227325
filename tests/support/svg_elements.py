"""Reading SVG pictures: their elements, titles, texts and pieces."""

from collections import Counter
from xml.etree.ElementTree import Element, fromstring

NAMESPACE = "{http://www.w3.org/2000/svg}"


def read(picture: str) -> Element:
    return fromstring(picture.encode())  # noqa: S314 – our own text.


def elements(picture: str | Element, tag: str) -> list[Element]:
    return list((read(picture) if isinstance(picture, str) else picture).iter(NAMESPACE + tag))


def titles(picture: str | Element) -> list[str]:
    return [element.text or "" for element in elements(picture, "title")]


def texts(picture: str) -> list[str]:
    return [element.text or "" for element in elements(picture, "text")]


def pieces(picture: str | Element) -> Counter[str]:
    """The pieces used in a picture by name, without the prefix of its ids, and not counting those in definitions."""
    inside = Counter(use.attrib["href"][10:] for defs in elements(picture, "defs") for use in elements(defs, "use"))
    return Counter(use.attrib["href"][10:] for use in elements(picture, "use")) - inside
