"""Files that appear whole or not at all, from any number of tasks at a time."""

from __future__ import annotations

import hashlib
import os
import uuid
from pathlib import Path
from typing import Any

from ._given import said_of

#: How unfinished files begin. A task that is killed leaves one, which nothing reads, and which
#: `rankscope index --finish` removes: on a disk of several machines no task can tell that it is dead.
_UNFINISHED = ".rankscope-python-"


def put(folder: Path, path: str, data: bytes) -> dict[str, Any]:
    """Writes a file below ``folder`` in place of an earlier one, and returns its entry: path, bytes
    and SHA-256.

    Two tasks that write the same file do not disturb each other: the later one's stays.
    """
    target = folder / path
    with said_of(f"folder {folder}"):
        target.parent.mkdir(parents=True, exist_ok=True)
        unfinished = target.parent / f"{_UNFINISHED}{uuid.uuid4().hex}"
        try:
            # A new file with the rights that the user's mask gives; those of tempfile are nobody else's.
            with open(unfinished, "xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(unfinished, target)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
    return {"path": path, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
