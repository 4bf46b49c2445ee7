"""A folder that appears whole or not at all."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Optional

from ._errors import BenchmarkError
from ._given import said_of
from ._json import pretty
from ._renames import exchange, move_to_free_name

try:
    import fcntl
except ImportError:
    # Without locks nobody can tell a stage in use from one that a killed program left.
    fcntl = None  # type: ignore[assignment]

_MANIFEST = "benchmark.json"
#: Names, and the content of locks, are those of the native program (crates/publish), so that each
#: clears what either left.
_PREFIX = ".rankscope-unfinished-"
_MARK = b"rankscope\n"


class Stage:
    """A temporary folder beside ``destination`` that takes its place in the end.

    A context manager: whatever ends the block before :meth:`publish` removes the temporary folder
    and leaves the destination as it was. A program that is killed leaves it, and the next one that
    writes to the same destination removes it.
    """

    def __init__(self, destination: Path, force: bool) -> None:
        self._place = f"folder {destination}"
        self.files: list[dict[str, Any]] = []
        #: Whether what stood at the destination may be in the temporary folder, which then stays.
        self._holds_another = False
        with said_of(self._place):
            # What a link leads to is replaced, never the link.
            self.destination = Path(os.path.realpath(destination))
            near = self.destination.parent
            while not os.path.lexists(near):
                near = near.parent
            self._folder, self._lock = _locked(near, self.destination)
            try:
                _clear_leftovers(near, self.destination, self._folder)
                self._before = _identity(self.destination)
                if self._before is not None:
                    if not force:
                        raise BenchmarkError(
                            f"{destination} exists already: choose another folder, or add force=True to "
                            "replace it"
                        )
                    check_replaceable(self.destination)
                self._new = self._folder / "new"
                self._new.mkdir()
            except BaseException:
                self.__exit__()
                raise

    def __enter__(self) -> "Stage":
        return self

    def __exit__(self, *_: object) -> None:
        if not self._holds_another:
            with suppress(OSError):
                _remove(self._folder)
        self._lock.close()

    def add(self, path: str, data: bytes, rows: Optional[tuple[int, int]] = None) -> str:
        """Writes a file, notes it for the manifest, and returns its path in the benchmark."""
        target = self._new / path
        with said_of(self._place):
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
        """Writes the manifest and moves the folder to its destination, in one step. What stood there
        is removed with the temporary folder."""
        with said_of(self._place):
            (self._new / _MANIFEST).write_bytes(pretty({**manifest, "files": self.files}))
            self.destination.parent.mkdir(parents=True, exist_ok=True)
            if self._before is None:
                try:
                    move_to_free_name(self._new, self.destination)
                except FileExistsError:
                    raise self._appeared() from None
                return
            if _identity(self.destination) != self._before:
                raise self._appeared()
            check_replaceable(self.destination)
            finished = self._folder / "finished"
            os.rename(self._new, finished)
            self._holds_another = True
            try:
                old = exchange(finished, self.destination, self._folder / "replaced")
            except OSError:
                self._holds_another = not os.path.lexists(self.destination)
                raise
            if _identity(old) != self._before:
                exchange(old, self.destination, self._folder / "back")
                self._holds_another = False
                raise self._appeared()
            # What is half removed would no longer be recognised as replaceable.
            os.rename(old, self._folder / "discarded")
            self._holds_another = False

    def _appeared(self) -> BenchmarkError:
        return BenchmarkError(
            f"{self.destination} was made or changed by another program meanwhile: it is kept; choose "
            "another folder, or write again once the other is done"
        )


def _locked(near: Path, destination: Path) -> tuple[Path, IO[bytes]]:
    """A new temporary folder, and its lock: whoever holds it is alive."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX if fcntl else ".rankscope-python-", dir=near))
        try:
            lock = open(folder / "lock", "xb")
        except FileNotFoundError:
            # Another program took it for a leftover, before it was locked.
            continue
        if fcntl is None or (_lock(lock) is not False and os.path.lexists(folder / "lock")):
            lock.write(_MARK + os.fsencode(destination.relative_to(near)))
            lock.flush()
            return folder, lock
        lock.close()
        shutil.rmtree(folder, ignore_errors=True)


def _lock(file: IO[bytes]) -> Optional[bool]:
    """Whether the lock is ours now; ``None`` where the file system has no locks."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def _clear_leftovers(near: Path, destination: Path, own: Path) -> None:
    """Removes what killed programs left that wrote to the same destination. Those of living programs,
    of other destinations and of other users stay."""
    if fcntl is None:
        return
    for folder in sorted(near.glob(f"{_PREFIX}*")):
        try:
            if folder != own and os.lstat(folder).st_uid == os.lstat(own).st_uid:
                _clear(folder, destination, os.fsencode(destination.relative_to(near)))
        except (OSError, BenchmarkError):
            # It is of a program that is just ending, or holds what no program of ours made.
            continue


def _clear(folder: Path, destination: Path, name: bytes) -> None:
    if folder.is_symlink() or not folder.is_dir():
        return
    path = folder / "lock"
    if not os.path.lexists(path):
        # Killed before it was locked: only an empty folder is removed so.
        folder.rmdir()
        return
    if path.is_symlink() or not path.is_file():
        return
    with open(path, "rb") as lock:
        if not _lock(lock):
            return
        content = lock.read(1 << 16)
        is_unwritten = not content and len(os.listdir(folder)) == 1
        if not is_unwritten and content != _MARK + name:
            return
        replaced = folder / "replaced"
        if replaced.exists() and not os.path.lexists(destination):
            # Killed between two renames.
            os.rename(replaced, destination)
        for one in (folder / "finished", replaced):
            if one.is_dir():
                # It may be what another program put at the destination in the last moment.
                check_replaceable(one)
                # What is half removed would not pass again.
                discarded = folder / "discarded"
                shutil.rmtree(discarded, ignore_errors=True)
                os.rename(one, discarded)
        _remove(folder)


def _remove(folder: Path) -> None:
    """Removes a temporary folder; its lock last, so that it is recognised if this is interrupted."""
    lock = folder / "lock"
    for entry in folder.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        elif entry != lock:
            entry.unlink()
    lock.unlink(missing_ok=True)
    folder.rmdir()


def _identity(path: Path) -> Optional[tuple[int, int]]:
    """Tells a folder from another that takes its place; ``None`` where there is nothing."""
    try:
        found = os.lstat(path)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


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
    except (OSError, ValueError, TypeError, KeyError) as error:
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
