"""EML with flowed lines, old character sets, a forwarded message and attachments of other kinds."""

from __future__ import annotations

from tests.documents.truth import Asked, Kept, NotShown, Paper, Unit

_FORWARD = """\
Received: from relay (relay.example [192.0.2.1])
From: =?iso-8859-15?Q?J=F6rg_M=FCller?= <joerg@mueller.example>
To: board@example.org,
\tsecretary@example.org
Cc: "Reid, Ann" <ann@example.org>
Subject: =?utf-8?B?RndkOiBRdW90ZSBmb3IgdGhlIHJvb2Yg4oCTIHVyZ2VudA==?=
Date: Tue, 11 Mar 2025 23:30:00 -0500
Message-ID: <1@mueller.example>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="b1"

This is a preamble that no mail program shows.
--b1
Content-Type: text/plain; charset=iso-8859-15; format=flowed
Content-Transfer-Encoding: 8bit

Dear all,

the roofer's quote has come in. It is valid until 30 April 2025 and amounts to \xa4 23.750,00 
including VAT at 19%. Work would take \
three weeks.

Please vote by 21 March 2025.
--b1
Content-Type: message/rfc822

From: roof@dach.example
To: joerg@mueller.example
Subject: Quote 2025-118
Date: Mon, 10 Mar 2025 08:00:00 +0100
Content-Type: text/plain; charset=utf-8

We guarantee the roof for 15 years.

--b1
Content-Type: text/csv; name="items.csv"
Content-Disposition: attachment; filename="items.csv"
Content-Transfer-Encoding: base64

SXRlbSxQcmljZQpUaWxlcyxFVVIgOSw4MDAuMDAKR3V0dGVyLEVVUiAxLDIwMC4wMAo=
--b1--
Epilogue that no mail program shows.
"""


def papers() -> tuple[Paper, ...]:
    return (Paper("forward.eml", _FORWARD.replace("\n", "\r\n").encode("latin-1"), _FACTS),)


_FACTS = (
    Kept("Jörg Müller"),
    Kept("Fwd: Quote for the roof – urgent"),
    Unit("Work would take three weeks."),
    Unit("Please vote by 21 March 2025."),
    Kept("€ 23.750,00 including VAT at 19%."),
    NotShown("preamble"),
    NotShown("Epilogue"),
    NotShown("SXRlbSxQ"),
    Asked("Until when is the quote valid?", {"iso": "2025-04-30"}, "valid until 30 April 2025"),
    Asked("By what date must we vote?", {"iso": "2025-03-21"}, "21 March 2025"),
    Asked("How long would the work take?", {"iso8601": "P3W"}, "three weeks"),
    Asked(
        "What is the rate of VAT?",
        {"value": "19"},
        "19%",
        broken="wrong answer: €23,750; a rate is taken for an amount",
    ),
)
