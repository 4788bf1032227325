"""QR codes: pictures for pages, half blocks for terminals."""

import re
import xml.etree.ElementTree as ET

from bigpoints.server.ops.qr import qr_svg, qr_text

LINK = "http://192.168.1.5:5055/t/QWERTYUI"


def test_a_qr_code_is_a_picture_that_needs_nothing_else() -> None:
    picture = ET.fromstring(qr_svg(LINK))  # noqa: S314
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert {child.tag.partition("}")[2] for child in picture} == {"path"}
    assert not {"style", "class", "width"} & set(re.findall(r" ([a-z]+)=", qr_svg(LINK)))
    assert qr_svg(LINK) != qr_svg(LINK + "x")


def test_for_a_terminal_it_is_a_square_of_half_blocks_with_a_quiet_rim() -> None:
    rows = qr_text(LINK).splitlines()
    assert {len(row) for row in rows} == {len(rows) * 2 - 1}
    assert set("".join(rows)) == set(" ▀▄█")
    assert set(rows[0]) == {"█"}
