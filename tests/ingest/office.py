"""Build Word files from raw XML, for what no library writes."""

from __future__ import annotations

import io
import zipfile

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_NAMESPACES = (
    f'xmlns:w="{W}" xmlns:r="{_R}" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:v="urn:schemas-microsoft-com:vml"'
)
_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_MAIN = f"{_TYPE}.document.main+xml"


def word(body: str, **parts: str) -> bytes:
    """A Word file with this body and these parts (`styles`, `numbering`, `footnotes`, `header1` …)."""
    related = {name: f"{name}.xml" for name in parts}
    listing = "".join(
        f'<Relationship Id="{name}" Type="{_R}/{name.rstrip("0123456789")}" Target="{file}"/>'
        for name, file in related.items()
    )
    overrides = "".join(
        f'<Override PartName="/word/{file}" ContentType="{_TYPE}.{name.rstrip("0123456789")}+xml"/>'
        for name, file in related.items()
    )
    files = {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{_MAIN}"/>{overrides}</Types>',
        "_rels/.rels": relationships(
            f'<Relationship Id="rId1" Type="{_R}/officeDocument" Target="word/document.xml"/>'
        ),
        "word/document.xml": f"<w:document {_NAMESPACES}><w:body>{body}</w:body></w:document>",
        "word/_rels/document.xml.rels": relationships(listing),
    }
    for name, content in parts.items():
        files[f"word/{related[name]}"] = content.replace(">", f" {_NAMESPACES}>", 1)
    return archive(files)


def archive(files: dict[str, str]) -> bytes:
    """The files as one archive."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return buffer.getvalue()


def relationships(entries: str) -> str:
    return (
        f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{entries}'
        "</Relationships>"
    )


def p(text: str = "", properties: str = "") -> str:
    """A paragraph."""
    return f"<w:p><w:pPr>{properties}</w:pPr>{r(text) if text else ''}</w:p>"


def r(text: str, properties: str = "") -> str:
    """A run."""
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def item(text: str, level: int = 0, list_id: int = 1) -> str:
    """A paragraph of a list."""
    return p(text, f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{list_id}"/></w:numPr>')


def style(name: str, inner: str = "", based_on: str = "", kind: str = "paragraph") -> str:
    """A style whose id is its name without spaces."""
    base = f'<w:basedOn w:val="{based_on}"/>' if based_on else ""
    return (
        f'<w:style w:type="{kind}" w:styleId="{name.replace(" ", "")}"><w:name w:val="{name}"/>{base}'
        f"{inner}</w:style>"
    )


def styles(*entries: str) -> str:
    return f"<w:styles>{''.join(entries)}</w:styles>"


def level(depth: int, pattern: str, form: str = "decimal", more: str = "", start: int = 1) -> str:
    """A level of a list's definition; `more` are properties such as `<w:isLgl/>`."""
    before = "".join(part for part in more.split("|") if "lvlRestart" in part or "pStyle" in part)
    between = "".join(part for part in more.split("|") if "isLgl" in part or "suff" in part)
    fonts = "".join(part for part in more.split("|") if "rFonts" in part)
    return (
        f'<w:lvl w:ilvl="{depth}"><w:start w:val="{start}"/><w:numFmt w:val="{form}"/>{before}{between}'
        f'<w:lvlText w:val="{pattern}"/><w:rPr>{fonts}</w:rPr></w:lvl>'
    )


def numbering(*definitions: str, uses: str = "") -> str:
    """Definitions 0, 1 …, each used by the list with the next number; `uses` are lists of your own."""
    lists = "".join(
        f'<w:num w:numId="{i + 1}"><w:abstractNumId w:val="{i}"/></w:num>' for i in range(len(definitions))
    )
    bodies = "".join(
        f'<w:abstractNum w:abstractNumId="{i}"><w:multiLevelType w:val="multilevel"/>{body}</w:abstractNum>'
        for i, body in enumerate(definitions)
    )
    return f"<w:numbering>{bodies}{lists}{uses}</w:numbering>"
