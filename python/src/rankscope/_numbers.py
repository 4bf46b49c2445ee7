"""Whole numbers that are given: of parts and of rows."""

from __future__ import annotations

import numbers
from typing import Any

from ._errors import BenchmarkError

#: Rows are counted in 32 bits.
MAX_ROWS = 2**32 - 1


def whole_number(name: str, value: Any, least: int = 0) -> int:
    """A whole number of at least ``least``, and at most as many as there can be rows."""
    is_whole = isinstance(value, numbers.Integral) and not isinstance(value, bool)
    if not is_whole or not least <= value <= MAX_ROWS:
        raise BenchmarkError(f"{name}={value!r}: a whole number of at least {least} is needed")
    return int(value)
