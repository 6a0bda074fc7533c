"""Small files that come to much more than they look like."""

from __future__ import annotations

import zlib


def pdf_bomb(megabytes: int = 48) -> bytes:
    """One page whose content, packed a thousandfold, draws millions of words."""
    packer = zlib.compressobj(9)
    words = b"BT /F 1 Tf (a) Tj ET\n" * 50_000
    content = b"".join(packer.compress(words) for _ in range(megabytes)) + packer.flush()
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
        b"<</Filter/FlateDecode/Length %d>>stream\n%s\nendstream" % (len(content), content),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    body, places = b"%PDF-1.4\n", []
    for number, each in enumerate(objects, start=1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    table = b"xref\n0 6\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places)
    return body + table + b"trailer\n<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % len(body)
