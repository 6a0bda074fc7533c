"""Three documents whose values are limited by the words around them."""

POLICY = """\
PROFESSIONAL INDEMNITY POLICY

1. Cover

1.1 The Insurer will pay claims up to EUR 5,000,000 per claim, subject to Section 4.

1.2 The excess is EUR 2,500 for each and every claim, except for claims under Section 3.

1.3 Defence costs are covered within the limit. The sublimit for lost documents is approximately EUR 75,000.

2. Premium

2.1 The annual premium is EUR 18,400 plus insurance premium tax.

2.2 The premium is payable within fourteen (14) business days after receipt of the invoice, unless the \
parties have agreed on instalments.

2.3 If the premium is paid late, a reminder fee of EUR 35 is charged.

3. Cyber extension

The Insurer pays the following amounts for any one event, provided that the incident was reported:

(a) restoration of data: EUR 250,000;

(b) ransom: not more than EUR 100,000.

4. Claims

4.1 A claim must be reported no later than thirty (30) days from the date of its discovery.
"""

LABEL = """\
VELORIN TABLETS AND INJECTION

2 DOSAGE AND ADMINISTRATION

2.1 Hypertension

The recommended oral starting dose in adults is 10 mg once daily. The maximum daily dose is 40 mg.

In patients over 65 years of age the recommended starting dose is 5 mg once daily.

2.2 Acute treatment

The loading dose is 2.5 mg by slow intravenous injection, if the patient cannot swallow.

12.3 Pharmacokinetics

The elimination half-life of velorin is 9 to 11 hours in healthy volunteers.
"""

PRICES = """\
# Price list of the Alder Street Sports Hall

All prices are valid from 1 January 2025.

| Service | Price excl. VAT | Minimum booking |
|---|---|---|
| Court, for members | EUR 14.00 | 1 hour |
| Court, for non-residents | EUR 22.00 | 2 hours |
| Sauna | EUR 9.50 | 3 hours |

The late cancellation charge is 50% of the booking price, if the booking is cancelled on the day.

The deposit for a key is EUR 20 for a locker and EUR 60 for a hall.

The summer season starts and ends with a fair and runs from 1 April 2025 to 30 September 2025.

Coaching costs between EUR 30 and EUR 45 per hour.
"""
