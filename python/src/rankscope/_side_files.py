"""Side files: what each part of a benchmark holds, for ``rankscope index`` to join.

One lies under ``parts/`` for each part of each system's gallery and of the image lists, and one for the
queries. It is written last, so that what it names is there.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from ._atomic import put
from ._errors import BenchmarkError
from ._json import pretty
from ._given import MAX_ROWS, said_of, whole_number

#: The form of side files that ``rankscope index`` reads.
SCHEMA_VERSION = 1


def part_name(part: int, number: int) -> str:
    """The number of a part in a file's name, and of its files but the first that of the file."""
    return f"{part:05}" if number == 0 else f"{part:05}-{number:05}"


class Part:
    """The place of a part among all: its number, and what else its task knows."""

    def __init__(self, part: Any, first_row: Any, n_parts: Any) -> None:
        self.number = whole_number("part", part)
        self.first_row = None if first_row is None else whole_number("first_row", first_row)
        self.n_parts = None if n_parts is None else whole_number("n_parts", n_parts, 1)
        if self.n_parts is not None and self.number >= self.n_parts:
            raise BenchmarkError(
                f"part={self.number}, and n_parts={self.n_parts}: parts are counted from 0"
            )

    def put(
        self, folder: Path, of: str, rows: int, files: list[dict[str, Any]], more: dict[str, Any]
    ) -> Path:
        """Writes the side file, and removes what an earlier attempt wrote beyond these files."""
        if rows > MAX_ROWS:
            raise BenchmarkError(f"part {self.number} has {rows} rows, more than 32 bits count")
        path = f"parts/{of}/{self.number:05}.json"
        earlier = _files_of(folder / path)
        side = {"schema_version": SCHEMA_VERSION, **more, "part": self.number}
        if self.n_parts is not None:
            side["n_parts"] = self.n_parts
        if self.first_row is not None:
            side["first_row"] = self.first_row
        put(folder, path, pretty({**side, "rows": rows, "files": files}))
        kept = {file["path"] for file in files}
        own = re.compile(rf"(images/|{re.escape(of)}/gallery-){self.number:05}(-\d{{5}})?\.(jsonl|safetensors)")
        for old in earlier:
            if own.fullmatch(old) and old not in kept:
                with said_of(f"folder {folder}"):
                    (folder / old).unlink(missing_ok=True)
        return folder / path


def _files_of(side_file: Path) -> list[str]:
    """The files that an earlier attempt at the same part wrote."""
    try:
        return [str(file["path"]) for file in json.loads(side_file.read_bytes())["files"]]
    except (OSError, ValueError, TypeError, KeyError):
        return []
