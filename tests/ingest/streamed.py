"""PDF files whose page is drawn by the operators that the test writes, for what reportlab cannot draw."""

from __future__ import annotations

from collections.abc import Mapping

WIDTH, HEIGHT = 400, 600


def streamed(
    content: str,
    *,
    page: str = "",
    states: str = "",
    forms: Mapping[str, tuple[str, str]] | None = None,
    images: Mapping[str, bytes] | None = None,
    layers: Mapping[str, bool] | None = None,
    notes: str = "",
) -> bytes:
    """A PDF of one page. `/F` is Helvetica.

    `page` and `states` are entries of the page and of its graphics states, `forms` are names with entries
    and content, `images` names with grey pixels (as many across as down), `layers` say which are on (`/OC
    /Name BDC`), and `notes` are its annotations.
    """
    forms, images, layers = forms or {}, images or {}, layers or {}
    objects: list[bytes] = [b""] * 4
    objects[3] = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"

    def add(entry: bytes) -> str:
        objects.append(entry)
        return f"{len(objects)} 0 R"

    groups = {name: add(f"<</Type/OCG/Name({name})>>".encode()) for name in layers}
    drawn = {name: add(_image(pixels)) for name, pixels in images.items()}
    font = "/Font<</F 4 0 R>>"
    for name, (entries, inner) in forms.items():
        for layer, reference in groups.items():
            entries = entries.replace(f"/OC/{layer}", f"/OC {reference}")
        box = "" if "/BBox" in entries else f"/BBox[0 0 {WIDTH} {HEIGHT}]"
        head = f"/Type/XObject/Subtype/Form{box}/Resources<<{font}>>{entries}"
        drawn[name] = add(_stream(head, inner.encode("cp1252")))
    off = " ".join(groups[name] for name, is_on in layers.items() if not is_on)
    every = " ".join(groups.values())
    optional = f"/OCProperties<</OCGs[{every}]/D<</OFF[{off}]/Order[{every}]>>>>" if layers else ""
    resources = (
        f"{font}/ExtGState<<{states}>>/XObject<<{_named(drawn)}>>/Properties<<{_named(groups)}>>"
        "/Pattern<<>>/ColorSpace<<>>"
    )
    annotations = f"/Annots[{notes}]" if notes else ""
    stream = add(_stream("", content.encode("cp1252")))
    objects[0] = f"<</Type/Catalog/Pages 2 0 R{optional}>>".encode()
    objects[1] = b"<</Type/Pages/Kids[3 0 R]/Count 1>>"
    objects[2] = (
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {WIDTH} {HEIGHT}]/Resources<<{resources}>>"
        f"/Contents {stream}{annotations}{page}>>"
    ).encode()
    return _file(objects)


def text(words: str, y: float, *, x: float = 50, size: float = 11, before: str = "") -> str:
    """Words with their baseline `y` points above the bottom of the page; `before` are operators."""
    escaped = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"q {before} BT /F {size} Tf {x} {y} Td ({escaped}) Tj ET Q\n"


def filled(x: float, y: float, width: float, height: float, grey: float = 0.0) -> str:
    return f"q {grey} g {x} {y} {width} {height} re f Q\n"


def stroked(x0: float, x1: float, y: float, width: float = 0.6) -> str:
    return f"q {width} w {x0} {y} m {x1} {y} l S Q\n"


def shown(name: str, x: float, y: float, width: float, height: float) -> str:
    """An image in its place."""
    return f"q {width} 0 0 {height} {x} {y} cm /{name} Do Q\n"


def _named(references: Mapping[str, str]) -> str:
    return " ".join(f"/{name} {reference}" for name, reference in references.items())


def _image(pixels: bytes) -> bytes:
    side = round(len(pixels) ** 0.5)
    head = f"/Type/XObject/Subtype/Image/Width {side}/Height {side}/ColorSpace/DeviceGray/BitsPerComponent 8"
    return _stream(head, pixels)


def _stream(head: str, content: bytes) -> bytes:
    return f"<<{head}/Length {len(content)}>>\nstream\n".encode() + content + b"\nendstream"


def _file(objects: list[bytes]) -> bytes:
    body = b"%PDF-1.6\n"
    places: list[int] = []
    for number, entry in enumerate(objects, start=1):
        places.append(len(body))
        body += f"{number} 0 obj\n".encode() + entry + b"\nendobj\n"
    table = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    table += b"".join(f"{place:010} 00000 n \n".encode() for place in places)
    trailer = f"trailer\n<</Size {len(objects) + 1}/Root 1 0 R>>\nstartxref\n{len(body)}\n%%EOF\n".encode()
    return body + table + trailer
