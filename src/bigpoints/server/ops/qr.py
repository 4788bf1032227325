"""QR codes: of links to tables and seats, and of the server's address in a terminal."""

import io

import segno


def qr_svg(text: str) -> str:
    """A text as a QR code, an SVG that is as large as the place it is put in."""
    out = io.BytesIO()
    plain = {"xmldecl": False, "omitsize": True, "svgclass": None, "lineclass": None, "nl": False}
    segno.make(text, error="m", micro=False).save(out, kind="svg", dark="#000", light="#fff", **plain)
    return out.getvalue().decode()


def qr_text(text: str) -> str:
    """A text as a QR code in half blocks, for a terminal with light letters on a dark ground."""
    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()
