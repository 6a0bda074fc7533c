"""How strict an answer has to be proved and how likely it has to be, from the mildest level on."""

from __future__ import annotations

from typing import Literal

Strictness = Literal["lenient", "balanced", "strict", "paranoid"]
