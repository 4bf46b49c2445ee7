"""A folder that appears whole or not at all."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any, Optional

from ._errors import BenchmarkError
from ._json import pretty

_MANIFEST = "benchmark.json"


class Stage:
    """A temporary folder beside ``destination`` that takes its place in the end.

    A context manager: whatever ends the block before :meth:`publish` removes the temporary folder
    and leaves the destination as it was.
    """

    def __init__(self, destination: Path, force: bool) -> None:
        # What a link leads to is replaced, never the link.
        self.destination = Path(os.path.realpath(destination))
        self.files: list[dict[str, Any]] = []
        self._force = force
        if os.path.lexists(self.destination):
            if not force:
                raise BenchmarkError(
                    f"{destination} exists already: choose another folder, or add force=True to "
                    "replace it"
                )
            check_replaceable(self.destination)
        parent = self.destination.parent
        parent.mkdir(parents=True, exist_ok=True)
        self._folder = Path(tempfile.mkdtemp(prefix=".rankscope-python-", dir=parent))
        self._new = self._folder / "new"
        self._new.mkdir()

    def __enter__(self) -> "Stage":
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    def add(self, path: str, data: bytes, rows: Optional[tuple[int, int]] = None) -> str:
        """Writes a file, notes it for the manifest, and returns its path in the benchmark."""
        target = self._new / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        entry: dict[str, Any] = {
            "path": path,
            "bytes": len(data),
            "sha256": hashlib.sha256(data).hexdigest(),
        }
        if rows is not None:
            entry["rows"] = {"start": rows[0], "end": rows[1]}
        self.files.append(entry)
        return path

    def publish(self, manifest: dict[str, Any]) -> None:
        """Writes the manifest and moves the folder to its destination."""
        (self._new / _MANIFEST).write_bytes(pretty({**manifest, "files": self.files}))
        if not os.path.lexists(self.destination):
            os.rename(self._new, self.destination)
            return
        if not self._force:
            raise BenchmarkError(f"{self.destination} has appeared meanwhile: choose another folder")
        check_replaceable(self.destination)
        replaced = self._folder / "replaced"
        os.rename(self.destination, replaced)
        try:
            os.rename(self._new, self.destination)
        except BaseException:
            os.rename(replaced, self.destination)
            raise


def check_replaceable(folder: Path) -> None:
    """Refuses a folder with anything but a benchmark in it: ``force`` must lose nothing else."""
    if not folder.is_dir():
        raise BenchmarkError(
            f"{folder} is not a folder, so force does not replace it: choose another name"
        )
    there = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_symlink() or not path.is_dir()
    }
    if not there:
        return
    if _MANIFEST not in there:
        raise BenchmarkError(
            f"{folder} is not a benchmark (it has no {_MANIFEST}), so force does not replace it: "
            "choose another folder"
        )
    try:
        manifest = json.loads((folder / _MANIFEST).read_bytes())
        listed = {file["path"] for file in manifest["files"]}
    except (ValueError, TypeError, KeyError) as error:
        raise BenchmarkError(
            f"{folder}: its {_MANIFEST} cannot be read, so force does not replace the folder: "
            "choose another, or move it away"
        ) from error
    others = sorted(there - listed - {_MANIFEST})
    if others:
        raise BenchmarkError(
            f"{folder} holds {len(others)} files that its {_MANIFEST} does not list, such as "
            f"{others[0]}: force would lose them, so move them away, or choose another folder"
        )
