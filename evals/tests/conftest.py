"""The tests of evals/ run as those of the wheel do: without local models, in one process."""

from tests.conftest import *  # noqa: F403
