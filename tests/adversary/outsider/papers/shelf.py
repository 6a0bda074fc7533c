"""All papers, in a fixed order."""

from .companies import FILING, MINUTES
from .insurance import HOME, MOTOR
from .labels import INFUSION, TABLET
from .leases import FLAT, OFFICE
from .obligations import EMPLOYMENT, LOAN, PROTOCOL
from .services import GRANT, SOFTWARE, SUPPLY

PAPERS = (
    FLAT,
    OFFICE,
    MOTOR,
    HOME,
    TABLET,
    INFUSION,
    FILING,
    MINUTES,
    SOFTWARE,
    SUPPLY,
    GRANT,
    EMPLOYMENT,
    LOAN,
    PROTOCOL,
)
