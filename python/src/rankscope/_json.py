"""JSON, laid out as the native program does it, so that the same input gives the same bytes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any


def lines(records: Iterable[Mapping[str, Any]]) -> bytes:
    """One object a line."""
    dump = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    return "".join(dump(record) + "\n" for record in records).encode()


def pretty(value: Any) -> bytes:
    """For people: manifests and ``system.json``."""
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()
