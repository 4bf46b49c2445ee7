"""Two lists that name the same things: which names meet, and how those that do not are nearest to it."""

from __future__ import annotations

import bisect
import difflib
import itertools
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Optional

#: What lists of the same things often write otherwise, and the name without it; in this order.
_DIFFERENCES: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("the Unicode form", lambda name: one_form(name)),
    ("white space", lambda name: "_".join(name.split())),
    ("slashes", lambda name: name.replace("\\", "/")),
    ("the folder", lambda name: re.split(r"[\\/]", name)[-1] or name),
    ("the number after '#'", lambda name: re.sub(r"(?<=.)#\d+$", "", name)),
    ("the '.0' at the end", lambda name: re.sub(r"(?<=\d)\.0+$", "", name)),
    ("the ending", lambda name: re.sub(r"(?<=.)\.[A-Za-z][A-Za-z0-9]{1,4}$", "", name)),
    ("upper and lower case", str.casefold),
    ("zeros before the number", lambda name: re.sub(r"(?<!\d)0+(?=\d)", "", name)),
    ("what stands before the number", lambda name: re.sub(r"^.*?(\d{4,})$", r"\1", name)),
)
#: Neighbours in alphabetical order among which the nearest name is looked for, on either side.
_NEIGHBOURS = 50
#: The most names that are compared for a message.
_ASKED, _KNOWN = 1_000, 1_000_000


class Rows:
    """Rows by name. A name that differs in its Unicode form alone is the same name: macOS has
    decomposed letters in names of files, and most lists have composed ones."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = list(names)
        self._rows: dict[str, int] = {}
        self._again: dict[str, int] = {}
        for row, name in enumerate(self.names):
            name = one_form(name)
            if self._rows.setdefault(name, row) != row:
                self._again.setdefault(name, row)

    def get(self, name: str) -> Optional[int]:
        """The first row of a name."""
        return self._rows.get(one_form(name))

    def again(self, name: str) -> Optional[int]:
        """The second row of a name."""
        return self._again.get(one_form(name))


def one_form(name: str) -> str:
    """The name with letters and their marks composed (NFC)."""
    return name if name.isascii() else unicodedata.normalize("NFC", name)


def nearest(unknown: Sequence[str], known: Iterable[str]) -> str:
    """What is nearest to unknown names, as the end of a message."""
    unknown, known = unknown[:_ASKED], list(itertools.islice(known, _KNOWN))
    alike = [(one, other) for one, other in zip(unknown, _alike(unknown, known)) if other is not None]
    if alike:
        one, other = alike[0]
        return (
            f"; the nearest to {one!r} is {other!r}, which differs in {_difference(one, other)}: "
            f"write both lists alike ({len(alike)} of {len(unknown)} would meet)"
        )
    similar = _similar(unknown[0], known) if unknown else None
    return "" if similar is None else f"; the nearest to {unknown[0]!r} is {similar!r}"


def would_meet(unknown: Sequence[str], known: Iterable[str]) -> bool:
    """Whether any unknown name is a known one but for the way in which it is written."""
    known = list(itertools.islice(known, _KNOWN))
    return any(other is not None for other in _alike(unknown[:_ASKED], known))


def _alike(unknown: Sequence[str], known: list[str]) -> list[Optional[str]]:
    """The known name that each unknown one is, written otherwise."""
    plain: dict[str, str] = {}
    for name in known:
        plain.setdefault(_plain(name), name)
    return [plain.get(_plain(name)) for name in unknown]


def _plain(name: str) -> str:
    for _, without in _DIFFERENCES:
        name = without(name)
    return name


def _difference(one: str, other: str) -> str:
    """The fewest differences in which two names differ that are alike without all of them."""
    for n in range(1, len(_DIFFERENCES) + 1):
        for differences in itertools.combinations(_DIFFERENCES, n):
            left, right = one, other
            for _, without in differences:
                left, right = without(left), without(right)
            if left == right:
                return " and in ".join(what for what, _ in differences)
    return "the way it is written"


def _similar(name: str, known: list[str]) -> Optional[str]:
    """The known name with the most characters in common, of those that begin alike."""
    ordered = sorted(known)
    place = bisect.bisect(ordered, name)
    neighbours = ordered[max(place - _NEIGHBOURS, 0) : place + _NEIGHBOURS]
    found = difflib.get_close_matches(name[:200], neighbours, 1, 0)
    return found[0] if found else None
