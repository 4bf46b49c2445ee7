"""Renames that replace nothing, and renames that exchange two folders, as in crates/publish.

Linux and macOS have a call for each, on nearly all file systems. Elsewhere an exchange becomes two
renames, between which nothing stands at the destination.
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from pathlib import Path

_AT_FDCWD = -100
#: What a file system or a kernel says that does not know the call.
_UNSUPPORTED = {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}


def move_to_free_name(old: Path, new: Path) -> None:
    """Moves a folder.

    Raises:
        FileExistsError: the name is not free.
    """
    if _renamed(old, new, 1 if sys.platform == "linux" else 4):
        return
    if os.path.lexists(new):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(new))
    os.rename(old, new)


def exchange(new: Path, old: Path, spare: Path) -> Path:
    """Exchanges two folders, so that the name of neither stands free. Returns where the old one is
    now: ``new``, or ``spare`` where it took two renames."""
    if _renamed(new, old, 2):
        return new
    os.rename(old, spare)
    try:
        os.rename(new, old)
    except BaseException:
        os.rename(spare, old)
        raise
    return spare


def _renamed(old: Path, new: Path, flags: int) -> bool:
    """Renames with flags; ``False`` where there are none."""
    try:
        library = ctypes.CDLL(None, use_errno=True)
        if sys.platform == "linux":
            names = (_AT_FDCWD, os.fsencode(old), _AT_FDCWD, os.fsencode(new))
            result = library.renameat2(*names, ctypes.c_uint(flags))
        elif sys.platform == "darwin":
            result = library.renamex_np(os.fsencode(old), os.fsencode(new), ctypes.c_uint(flags))
        else:
            return False
    except (OSError, TypeError, AttributeError):
        return False
    if result == 0:
        return True
    code = ctypes.get_errno()
    if code in _UNSUPPORTED:
        return False
    raise OSError(code, os.strerror(code), str(new))
