"""EML: a message in two forms with an attachment, encoded words and a quoted reply."""

from __future__ import annotations

from email.headerregistry import Address
from email.message import EmailMessage

from tests.documents import mail_odd
from tests.documents.truth import About, Asked, Kept, NotShown, Paper, Unit

_PLAIN = """\
Dear Ms. Tóth,

We accept your offer of 6 May 2025. The price is €18,400 and delivery takes place on 20 June 2025 at the
latest. We will pay within 45 days.

Please note the attached terms.

Kind regards
Ines Prado

-- 
Calder Tools SA · Porto

On 6 May 2025, Réka Tóth wrote:
> Our offer: €19,900, delivery within ten weeks.
> The warranty is 24 months.
"""

_HTML = "<html><body><p>Dear Ms. Tóth,</p><p>HTML ONLY WORDS. We accept your offer.</p></body></html>"


def papers() -> tuple[Paper, ...]:
    return (
        Paper("acceptance.eml", _acceptance(), _FACTS),
        Paper("html-only.eml", _html_only(), _HTML_FACTS),
        *mail_odd.papers(),
    )


def _acceptance() -> bytes:
    message = EmailMessage()
    message["From"] = Address("Inês Prado", "ines", "calder.example")
    message["To"] = Address("Réka Tóth", "reka", "tothworks.example")
    message["Subject"] = "Acceptance of offer – lathe №7"
    message["Date"] = "Thu, 08 May 2025 16:05:00 +0200"
    message.set_content(_PLAIN, cte="quoted-printable")
    message.add_alternative(_HTML, subtype="html")
    message.add_attachment(
        b"TERMS\n\nThe warranty period is 36 months.\n",
        maintype="text",
        subtype="plain",
        filename="terms of sale.txt",
    )
    return message.as_bytes()


def _html_only() -> bytes:
    message = EmailMessage()
    message["From"] = "claims@harbour.example"
    message["To"] = "a.reed@example.com"
    message["Subject"] = "Claim 77-1201"
    message["Date"] = "Mon, 3 Feb 2025 09:00:00 +0000"
    message.set_content(
        "<html><head><style>p {color: red}</style></head><body><p>Dear Mr. Reed,</p><p>We settled "
        "your claim for "
        "£2,310.55.</p><p>The excess of £250 has been "
        "deducted.</p><table><tr><th>Item</th><th>Paid</th></tr>"
        "<tr><td>Windscreen</td><td>£610.00</td></tr><tr><td>Door</td><td>£1,950.55</td></tr></table></body></html>",
        subtype="html",
        cte="base64",
    )
    return message.as_bytes()


_FACTS = (
    About("email", "en"),
    Unit("We accept your offer of 6 May 2025."),
    Unit("The price is €18,400 and delivery takes place on 20 June 2025 at the latest."),
    Unit("We will pay within 45 days."),
    Kept("Acceptance of offer – lathe №7"),
    Kept("Inês Prado"),
    Kept("The warranty is 24 months."),
    NotShown("HTML ONLY WORDS"),
    Asked("On what date does delivery take place?", {"iso": "2025-06-20"}, "20 June 2025"),
    Asked("Within how many days will they pay?", {"iso8601": "P45D"}, "45 days"),
    Asked(
        "When was the e-mail sent?",
        {"iso": "2025-05-08"},
        "2025",
    ),
)

_HTML_FACTS = (
    About("email", "en"),
    Unit("We settled your claim for £2,310.55."),
    Kept("Claim 77-1201"),
    NotShown("color: red"),
    Asked("What excess was deducted?", {"value": "250", "currency": "GBP"}, "excess of £250"),
    Asked("For how much was the claim settled?", {"value": "2310.55", "currency": "GBP"}, "£2,310.55"),
    Asked("How much was paid for the windscreen?", {"value": "610.00", "currency": "GBP"}, "£610.00"),
)
