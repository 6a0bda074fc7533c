"""Mail: headers as lines, the body as it is shown, attachments as documents of their own."""

from __future__ import annotations

from email.message import EmailMessage

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_laws import check_pieces, check_ranges
from tests.effort import examples

from pincite.errors import InputError
from pincite.ingest.mail.attachments import attachments
from pincite.ingest.mail.reader import MailParser
from pincite.records.document import Document
from pincite.testing import parser_keeps_its_promise

quick = settings(max_examples=examples(150), deadline=None, suppress_health_check=list(HealthCheck))
HEAD = b"From: Ann <ann@example.com>\r\nTo: bob@example.com\r\nSubject: Fees\r\n"


def read(content: bytes) -> Document:
    return MailParser().read(content, "a.eml")


def blocks(document: Document) -> list[tuple[str, str]]:
    return [(block.span.of(document.text), block.anchor) for block in document.blocks]


def body(document: Document) -> list[str]:
    return [text for text, anchor in blocks(document) if not anchor.startswith(("header", "attachment"))]


def message(plain: str = "", page: str = "") -> EmailMessage:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "ann@example.com", "bob@example.com", "Fees"
    if plain:
        made.set_content(plain)
    if page and plain:
        made.add_alternative(page, subtype="html")
    elif page:
        made.set_content(page, subtype="html")
    return made


def test_parser_keeps_its_promise():
    parser_keeps_its_promise(MailParser(), HEAD + b"\r\nThe fee is 5.\r\n", "a.eml")


def test_headers_are_lines_with_their_name_as_anchor():
    content = (
        b"X-Mailer: m\r\nSubject: Fees\r\nDate: Fri, 1 Mar 2024 10:00:00 +0100\r\n"
        + HEAD[:27]
        + b"\r\n\r\nHi."
    )
    assert blocks(read(content)) == [
        ("From: Ann <ann@example.com>", "header From"),
        ("Date: Fri, 1 Mar 2024 10:00:00 +0100", "header Date"),
        ("Subject: Fees", "header Subject"),
        ("Hi.", "body line 1"),
    ]


@pytest.mark.parametrize(
    "subject",
    [
        b"=?utf-8?q?Geb=C3=BChr_5_=E2=82=AC?=",
        b"=?iso-8859-15?b?R2Vi/GhyIDUgpA==?=",
        b"=?utf-8?q?Geb=C3=BC?=\r\n =?utf-8?q?hr_5_=E2=82=AC?=",
        "Gebühr 5 €".encode(),
        "Gebühr 5 €".encode("cp1252"),
    ],
)
def test_header_is_read_in_any_encoding(subject):
    document = read(b"From: a@example.com\r\nSubject: " + subject + b"\r\n\r\nHi.")
    assert blocks(document)[1] == ("Subject: Gebühr 5 €", "header Subject")


@pytest.mark.parametrize(
    ("head", "text"),
    [
        ("text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable", b"caf=C3=A9 =\r\nbar."),
        ("text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64", b"Y2Fmw6kgYmFyLg=="),
        ("text/plain; charset=iso-8859-1", b"caf\xe9 bar."),
        ("text/plain; charset=utf-8", b"caf\xe9 bar."),
        ("text/plain; charset=nonsense", b"caf\xc3\xa9 bar."),
        ("text/plain", b"caf\xc3\xa9 bar."),
    ],
)
def test_body_is_read_in_any_encoding(head, text):
    assert body(read(HEAD + f"Content-Type: {head}\r\n\r\n".encode() + text)) == ["café bar."]


def test_wrong_encoding_is_a_caveat():
    content = HEAD + b"Content-Type: text/plain; charset=utf-8\r\n\r\ncaf\xe9"
    assert any("says it is utf-8 but is not" in caveat for caveat in read(content).caveats)


def test_text_sent_in_two_forms_is_read_once():
    content = message("The fee is 5.\n", "<p>The <b>fee</b> is 5.</p>").as_bytes()
    assert body(read(content)) == ["The fee is 5."]


def test_page_is_read_where_there_is_no_plain_text_or_only_a_note():
    page = "<table><tr><th>Item<th>Fee<tr><td>Nails, galvanised, by the box<td>5 euros</table>" * 2
    assert body(read(message(page=page).as_bytes()))[0] == "Item\tFee"
    document = read(message("Use HTML.\n", page).as_bytes())
    assert body(document)[0] == "Item\tFee"
    assert len(document.tables) == 2
    assert document.blocks[3].anchor == "html/body/table[1]/tbody/tr[1]"


def test_quoted_reply_is_kept():
    content = HEAD + b"\r\nYes.\r\n\r\nOn Monday Bob wrote:\r\n> Is the fee 5?\r\n"
    assert "> Is the fee 5?" in read(content).text


def test_attachments_are_listed_and_come_out_as_files():
    made = message("See the files.\n")
    made.add_attachment(b"%PDF-1.7", maintype="application", subtype="pdf", filename="../etc/Fee list.pdf")
    made.add_attachment(b"%PDF-1.7 b", maintype="application", subtype="pdf", filename="Fee list.pdf")
    made.add_attachment(b"a,b", maintype="text", subtype="csv")
    made.add_attachment("notes", filename="nötes.txt")
    content = made.as_bytes()
    names = ["Fee list.pdf", "Fee list (2).pdf", "attachment-3.csv", "nötes.txt"]
    assert [file.name for file in attachments(content, "a.eml")] == names
    assert attachments(content, "a.eml")[1].content == b"%PDF-1.7 b"
    document = read(content)
    assert ("Attachment: Fee list.pdf", "attachment 1") in blocks(document)
    assert body(document) == ["See the files."]
    assert "Fee list (2).pdf" in document.caveats[0]


def test_message_in_a_message_is_an_attachment_with_its_own_inside():
    inner = message("The fee is 6.\n")
    inner.add_attachment(b"%PDF-1.7", maintype="application", subtype="pdf", filename="deep.pdf")
    outer = message("See below.\n")
    outer.add_attachment(inner)
    (file,) = attachments(outer.as_bytes(), "a.eml")
    assert file.name == "Fees.eml"
    assert body(read(file.content)) == ["The fee is 6."]
    assert [deeper.name for deeper in attachments(file.content, file.name)] == ["deep.pdf"]
    assert body(read(outer.as_bytes())) == ["See below."]


def test_tiny_pictures_of_the_layout_are_no_attachments():
    made = message("Hi.\n", "<p>Hi.</p><img src=cid:logo>")
    made.get_payload()[1].add_related(b"\x89PNG", "image", "png", cid="<logo>")
    made.add_attachment(b"\x89PNG" + b"x" * 20_000, maintype="image", subtype="png", filename="plan.png")
    assert [file.name for file in attachments(made.as_bytes(), "a.eml")] == ["plan.png"]


@pytest.mark.parametrize("content", [b"", b"just words\n", b"\x00\x01\x02"])
def test_what_is_no_message_is_refused(content):
    with pytest.raises(InputError) as caught:
        read(content)
    assert "a.eml" in caught.value.message
    assert caught.value.hint


def nested(depth: int) -> bytes:
    parts = [HEAD]
    for level in range(depth):
        parts.append(b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (level, level))
    return b"".join([*parts, b"\r\nThe fee is 5.\r\n"])


@pytest.mark.parametrize(
    "content",
    [
        nested(50),
        nested(5000),
        HEAD + b"Content-Type: message/rfc822\r\n\r\n" * 3000,
        HEAD + b"Content-Type: multipart/mixed\r\n\r\nno boundary",
        HEAD + b"To: " + b"(" * 20_000 + b"\r\n\r\nHi.",
        HEAD + b"Subject: =?utf-8?b?A?= =?x?q?=ZZ?=\r\n\r\nHi.",
        HEAD + b"Content-Type: text/plain; charset*=x'y'%ZZ; name*0*=a''%00\r\n\r\nHi.",
        HEAD + b"Content-Type: text/plain; charset=zip\r\n\r\nHi.",
        HEAD + b"Content-Type: text/plain; charset=a\0b\r\n\r\n\xff Hi.",
        HEAD + b"Content-Transfer-Encoding: base64\r\n\r\n!!!!a",
        HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\nHi.\r\n" * 5000,
    ],
    ids=range(11),
)
def test_hostile_message_is_read_or_refused(content):
    try:
        document = read(content)
    except InputError:
        return
    check_ranges(document)
    assert "bob@example.com" in document.text
    attachments(content, "a.eml")


snippets = [
    b"From: a\r\n", b"Subject: =?", b"utf-8?q?", b"?=", b"\r\n", b"\n", b"Content-Type: ", b"multipart/",
    b"mixed", b"alternative", b"; boundary=x", b"--x\r\n", b"--x--", b"text/html", b"message/rfc822",
    b"<p>Fee 5", b"\xff\xfe", b"\0", b"Content-Disposition: attachment; filename=", b'"a',
    b"Content-Transfer-Encoding: base64\r\n", b"charset=", b"utf-16",
]  # fmt: skip


@quick
@given(st.lists(st.sampled_from(snippets), max_size=30).map(b"".join))
def test_any_bytes_are_read_or_refused(content):
    try:
        document = read(content)
    except InputError:
        return
    check_ranges(document)
    check_pieces(document)
    names = [file.name for file in attachments(content, "a.eml")]
    assert len(set(names)) == len(names)
    assert not any("/" in name or "\\" in name for name in names)


def test_hidden_and_struck_words_of_a_page_in_a_mail_are_kept_apart():
    page = (
        "<style>.pre{display:none}</style><div class=pre>Save 90 % now!</div>"
        "<p>The fee is <s>4</s> 5.</p><p style='background:#222;color:white'>Yours, Ann</p>"
    )
    document = read(message(page=page).as_bytes())
    assert body(document) == ["The fee is 5.", "Yours, Ann"]
    assert [each.span.of(document.text) for each in document.unseen] == ["Save 90 % now!", "4"]
    assert document.caveats == ("1 hidden line and 1 struck-out line were left out.",)


def test_hidden_words_do_not_decide_which_form_of_a_mail_is_read():
    page = f"<p>The fee is 5.</p><div style='display:none'>{'padding ' * 200}</div>"
    assert body(read(message("The fee is 5, as agreed.", page).as_bytes())) == ["The fee is 5, as agreed."]
