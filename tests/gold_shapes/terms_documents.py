"""Three documents that say what things cost, last and mean in other places than where they name them."""

SERVICES = """\
MASTER SERVICES AGREEMENT

This Agreement is made on 14 March 2024 between Corvane Systems Limited, a company registered in Dublin \
(the “Supplier”), and Brightwater Logistics plc, a company registered in Leeds (the “Customer”).

1. Definitions

“Annual Fee” means EUR 120,000 per year, exclusive of VAT.

“Business Day” means a day other than a Saturday, a Sunday or a public holiday in Dublin.

“Confidential Information” means all information that one party discloses to the other and marks as \
confidential, other than information that is in the public domain.

“Commencement Date” means 1 May 2024.

“Initial Term” means a period of thirty-six (36) months.

“Default Rate” has the meaning given to it in Clause 4.3.

“Services” means the hosting, maintenance and support of the tracking platform as described in Schedule 2.

2. Duration

2.1 The Supplier shall provide the Services from the Commencement Date.

2.2 This Agreement remains in force for the Initial Term.

2.3 Either party may terminate this Agreement by giving ninety (90) days' written notice.

3. Fees

3.1 The Customer shall pay the Annual Fee in four equal instalments.

3.2 The migration fee is set out in Schedule 1.

3.3 On signing this Agreement the Customer shall pay a deposit of EUR 15,000 (the “Deposit”).

3.4 The fee for each additional site shall be the Site Charge.

4. Payment

4.1 The Supplier shall invoice the Customer at the end of each quarter.

4.2 Each invoice is payable within thirty (30) days after its receipt.

4.3 Interest accrues on overdue sums at 8% per annum.

4.4 The interest rate on disputed sums is the Default Rate.

5. Liability

5.1 The Supplier's liability for loss of data is limited to the Annual Fee.

5.2 The Supplier's liability for late delivery shall not exceed twice the Annual Fee.

5.3 The Customer's liability under this Agreement shall not exceed the Fees paid in the preceding year.

5.4 The compensation for early termination equals the Deposit.

Schedule 1
Migration

The migration fee is payable in two parts on delivery and acceptance and amounts to EUR 9,400 in total. \
Training is offered at EUR 850 per day.

Schedule 2
Services

The Supplier hosts the tracking platform in two data centres. The “Site Charge” means EUR 2,300 per year for \
each site.
"""

LEASE = """\
# Lease of Unit 7, Harbour Yard

This lease is made on 2 February 2025 between Mirela Ostrand (“Landlord”) and Tallis Joinery GmbH (“Tenant”).

## 1. Interpretation

| Term | Meaning |
|---|---|
| Base Rent | EUR 3,150 per month |
| Premises | Unit 7 on the ground floor, shown edged red on the plan |
| Rent Commencement Date | 1 April 2025 |
| Service Charge | EUR 410 per month |
| Term | five (5) years |

## 2. Rent

2.1 The monthly rent is the Base Rent.

2.2 The rent is first due on the Rent Commencement Date.

2.3 The security deposit is governed by Section 6.

2.4 If the Tenant stays on after the lease has ended, the rent is double the Base Rent.

2.5 The charge for the forecourt equals the Service Charge.

## 3. Upkeep

3.1 The Tenant shall keep the Premises clean. The Landlord repairs the roof.

3.2 Renovation costs of up to EUR 300 per year are borne by the Tenant.

## 6. Security

The Tenant shall pay a security deposit of EUR 9,450 before the keys are handed over.

## 7. Insurance

The fire insurance premium is set out in Section 9.

## 9. Rates and taxes

The Landlord pays the municipal tax of EUR 1,120 per year.
"""

POLICY = """\
COMMERCIAL POLICY

Part A - Schedule of Cover

Policyholder: Nordlund Cold Storage AB. The policy was issued by Ferncliff Mutual Insurance (the “Insurer”).

Limit of Indemnity: as stated in Section 3.2.

Notification Period: see Clause 5.

Section 3 - Limits

3.1 The limit for goods in transit is USD 250,000 for each shipment.

3.2 The Limit of Indemnity is USD 4,000,000 for any one occurrence.

3.3 The sublimit for refrigeration failure equals the Stock Amount.

3.4 “Stock Amount” means the sum insured for stock stated in Annex B.

Clause 5 - Claims

The Policyholder shall notify the Insurer of any loss within the Notification Period, which is fourteen (14) \
days after the loss has been discovered.

Annex B - Sums insured

Buildings: USD 11,500,000

Stock: USD 1,750,000
"""
