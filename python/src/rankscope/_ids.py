"""Ids: of images and queries, which TREC files separate by white space, and of systems and
benchmarks, which become names of folders and parts of links."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import numpy as np

from ._errors import BenchmarkError
from ._given import shown
from ._meet import one_form

_TOO_LARGE = 10**1000
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def id_of(place: str, value: Any) -> str:
    """An id given as a text or a whole number. ``place`` is for errors, such as ``images[7]``."""
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool):
        if abs(int(value)) >= _TOO_LARGE:
            raise BenchmarkError(f"{place}: a number of more than 1000 digits is no id")
        return str(value)
    if not isinstance(value, str):
        is_whole = isinstance(value, (float, np.floating)) and float(value).is_integer()
        way_out = f": write {int(value)}" if is_whole else ""
        raise BenchmarkError(
            f"{place}: an id is a text or a whole number, not {shown(value)}{way_out}"
        )
    if not value:
        raise BenchmarkError(f"{place}: an id is missing")
    if any(character.isspace() for character in value):
        raise BenchmarkError(f"{place}: the id {shown(value)} has white space in it")
    return text_of(place, value)


def text_of(place: str, value: Any) -> str:
    """A text that can be written as UTF-8."""
    if not isinstance(value, str):
        raise BenchmarkError(f"{place}: a text is needed, not {shown(value)}")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise BenchmarkError(f"{place}: {shown(value)} cannot be written as UTF-8") from error
    # numpy's texts are a subclass.
    return str(value)


def check_unique(what: str, ids: Iterable[str]) -> None:
    """Refuses an id that an earlier row has, be it in another Unicode form."""
    first_row_of: dict[str, int] = {}
    for row, one in enumerate(ids):
        first = first_row_of.setdefault(one_form(one), row)
        if first != row:
            raise BenchmarkError(f"{what}[{row}]: the id {one} is in row {first} already")


def plain_id(what: str, name: str) -> str:
    """A name as an id that can be the name of a folder: each run of other characters becomes ``-``.

    ``CLIP ViT-B/32`` becomes ``CLIP-ViT-B-32``.
    """
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", one_form(name)).strip("-").lstrip("._-")
    if not _PLAIN.fullmatch(plain):
        raise BenchmarkError(
            f"the {what} name {shown(name)} has no letter or digit to make an id of: "
            "use letters, digits, '-', '_' and '.'"
        )
    return plain
