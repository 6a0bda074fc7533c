"""Garbled text is told from writing, whatever its language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.ingest.ocr.garbled import garbled


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The monthly fee is EUR 4,500.00 (see § 7.2).",
        "Die Rechtsschutzversicherung zahlt; Angstschweiß und Borschtschtöpfe nicht.",
        "Čtvrtek, strč prst skrz krk; Vlk zmrzl.",
        "契約は六十日前の通知により終了する。",
        "Плата вносится ежемесячно.",
        "تدفع الرسوم شهريا",
        "XKCDQRST-77 BGHZ NRRNGDBMB",
        "日本語とEnglishの混在",
    ],
)
def test_writing_is_not_garbled(text):
    assert garbled(text) == 0


@pytest.mark.parametrize(
    "text",
    [
        "(cid:12)(cid:45)(cid:3) (cid:77)",
        "\ufffd\ufffd\ufffd \ufffd\ufffd",
        "\ue001\ue002\ue044 \uf0a1",
        "\x01\x02\x03\x04",
        "Xgrtplk vbnmsdq qwrtpsdf",
        "aaaaaaa eeeeeee ooooooo",
        "tдhжeшmцoлnфtжh",
    ],
)
def test_signs_of_a_broken_font_are_garbled(text):
    assert garbled(text) > 0.3


@given(st.text())
def test_share_is_a_share(text):
    assert 0 <= garbled(text) <= 1
