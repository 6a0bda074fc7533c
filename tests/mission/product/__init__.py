"""The product as these tests see it: the one folder here that knows its verbs, options and JSON names.

Tests ask `product` and judge what it returns; when a name of the product changes, it changes here alone.
"""

from tests.mission.product.library import *  # noqa: F403
from tests.mission.product.plugins import *  # noqa: F403
from tests.mission.product.processes import *  # noqa: F403
from tests.mission.product.replies import *  # noqa: F403
from tests.mission.product.results import *  # noqa: F403
