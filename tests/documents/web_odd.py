"""HTML as the web has it: filings set in tables, badly closed tags, odd character sets, inline blocks."""

from __future__ import annotations

from tests.documents.truth import Asked, Fact, Heading, InCell, Kept, NotShown, Paper, Unit

_FILING = """<HTML><HEAD><META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=windows-1252"></HEAD>
<BODY>
<P ALIGN=CENTER><B>ITEM 7. LIQUIDITY</B></P>
<P>We had cash of <FONT SIZE=2>$</FONT><FONT SIZE=2>412.6</FONT> million at December\xa031, 2024 \x96 up from
$388.1&nbsp;million at December&nbsp;31,&nbsp;2023.</P>
<TABLE>
<TR><TD>(in millions)</TD><TD></TD><TD COLSPAN=2>2024</TD><TD></TD><TD COLSPAN=2>2023</TD><TD></TD></TR>
<TR><TD>Net sales</TD><TD></TD>
<TD>$</TD><TD ALIGN=RIGHT>1,904.2</TD><TD></TD><TD>$</TD><TD>1,822.5</TD><TD></TD></TR>
<TR><TD>Operating loss</TD><TD></TD><TD></TD><TD>(14.3</TD><TD>)</TD><TD></TD><TD>(2.9</TD><TD>)</TD></TR>
</TABLE>
<P>Our revolving credit facility expires on <NOBR>May 15, 2028</NOBR> and allows
us to borrow up to $600&nbsp;million.
<BR><BR>The commitment fee is 0.25% per annum.
<DIV STYLE="display:inline">Footnote<SUP>(1)</SUP></DIV>
<span style="visibility:hidden">concealed 99%</span><p>Net<wbr>work costs were $7&thinsp;million.</p>
<p>1&frac12; hours; 5&times;10<sup>6</sup> cells; &minus;4&nbsp;&deg;C;
<abbr title="earnings">EPS</abbr> of $1.10</p>
<script>document.write("written 77%")</script><noscript>Scripts are off.</noscript>
<img alt="Chart of sales by region" src="x.png"><textarea>typed</textarea>
</BODY>"""


def papers() -> tuple[Paper, ...]:
    return (Paper("filing.htm", _FILING.encode("latin-1"), _FACTS),)


_FACTS: tuple[Fact, ...] = (
    Unit("We had cash of $412.6 million at December 31, 2024 – up from $388.1 million at December 31, 2023."),
    Unit("The commitment fee is 0.25% per annum."),
    Kept("−4 °C"),
    Kept("1½ hours; 5×10⁶ cells"),
    Kept("Network costs were $7"),
    NotShown("concealed"),
    NotShown("written 77%"),
    Heading("ITEM 7. LIQUIDITY", 1),
    InCell("Net sales", 1, 0),
    Asked("When does the revolving credit facility expire?", {"iso": "2028-05-15"}, "May 15, 2028"),
    Asked("What is the commitment fee?", {"value": "0.25"}, "0.25%"),
    Asked(
        "How much cash was there at December 31, 2024?",
        {"value": "412600000", "currency": "USD"},
        "$412.6 million",
    ),
    Asked(
        "How much were net sales in 2024?",
        {"value": "1904200000", "currency": "USD"},
        "1,904.2",
    ),
    Asked(
        "How much was the operating loss in 2023?",
        {"value": "-2900000"},
        "(2.9",
    ),
    Asked("How much can we borrow?", {"value": "600000000", "currency": "USD"}, "$600 million"),
)
