"""What callers give: values of the wrong kind are refused by the argument's name."""

from __future__ import annotations

import numbers
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ._errors import BenchmarkError

#: Rows are counted in 32 bits.
MAX_ROWS = 2**32 - 1
_LONGEST = 100


def shown(value: Any) -> str:
    """A value in a message: short, on one line, whatever it is."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # noqa: BLE001 - an object may raise anything, as may a number of 5,000 digits
        text = f"a value of type {type(value).__name__}"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def whole_number(name: str, value: Any, least: int = 0, most: int = MAX_ROWS) -> int:
    """A whole number of at least ``least``, and by default at most as many as there can be rows."""
    is_whole = isinstance(value, numbers.Integral) and not isinstance(value, bool)
    if not is_whole or not least <= value <= most:
        raise BenchmarkError(
            f"{name}={shown(value)}: a whole number of at least {least}"
            f"{'' if most == MAX_ROWS else f' and at most {most}'} is needed"
        )
    return int(value)


def flag(name: str, value: Any) -> bool:
    """True or false: a text such as ``"no"`` counts as neither."""
    if not isinstance(value, bool):
        raise BenchmarkError(f"{name}={shown(value)}: True or False is needed")
    return value


def mapping(name: str, value: Any, form: str) -> Mapping[Any, Any]:
    """A dictionary; ``form`` shows what it looks like."""
    if not isinstance(value, Mapping):
        raise BenchmarkError(f"{name}: a dictionary is needed, {form}, not {shown(value)}")
    return value


def entries(name: str, value: Any, of: str, *, in_order: bool = True) -> list[Any]:
    """The entries of a list or of anything else that is gone through once; ``in_order`` refuses sets,
    where rows count."""
    if isinstance(value, (str, bytes)):
        raise BenchmarkError(f"{name}: a list of {of} is needed, not one text")
    # Of a table, the columns would be gone through, and of a matrix the rows.
    is_table = getattr(value, "ndim", 1) != 1
    is_disordered = in_order and isinstance(value, (set, frozenset))
    if isinstance(value, Mapping) or is_table or is_disordered or not _is_iterable(value):
        raise BenchmarkError(f"{name}: a list of {of} is needed, not {shown(value)}")
    return list(value)


def _is_iterable(value: Any) -> bool:
    # Sequences by index alone, as some data sets are, too.
    return isinstance(value, Iterable) or hasattr(type(value), "__getitem__")


def folder_of(value: Any) -> Path:
    """The folder to write to."""
    try:
        path = os.fspath(value)
    except TypeError:
        path = None
    if not isinstance(path, str) or not path or "\0" in path:
        raise BenchmarkError(f"folder: a path is needed, not {shown(value)}")
    return Path(path)


@contextmanager
def said_of(place: str) -> Iterator[None]:
    """Errors of the system, such as a lack of rights or of space, said of what was being done."""
    try:
        yield
    except OSError as error:
        why = error.strerror or error
        # The file is named once.
        where = "" if error.filename is None or str(error.filename) in place else f"{error.filename}: "
        raise BenchmarkError(f"{_short_path(place)}: {_short_path(where)}{why}") from error


def _short_path(text: str) -> str:
    # Paths are long, and their end tells most.
    return text if len(text) <= 5 * _LONGEST else f"{text[:_LONGEST]}…{text[-_LONGEST:]}"
