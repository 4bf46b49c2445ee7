"""The native program ``rankscope``: where it is, and how to run it."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from pathlib import Path

from ._errors import ProgramError

_NAME = "rankscope.exe" if sys.platform == "win32" else "rankscope"


def program() -> str:
    """The path of the native program.

    The environment variable ``RANKSCOPE_BIN`` names it; otherwise it is the one that came with this
    package, so that both are of one version, or else the first on the ``PATH``.

    Raises:
        ProgramError: there is none.
    """
    named = os.environ.get("RANKSCOPE_BIN")
    if named:
        if not os.path.isfile(named):
            raise ProgramError(f"RANKSCOPE_BIN is {named}, and there is no such file")
        return named
    of_user = "nt_user" if os.name == "nt" else "posix_user"
    for scripts in (sysconfig.get_path("scripts"), sysconfig.get_path("scripts", of_user)):
        path = Path(scripts) / _NAME
        if path.is_file():
            return str(path)
    found = shutil.which(_NAME)
    if found is None:
        raise ProgramError(
            "the program rankscope is not installed: install the wheel, which contains it, put it "
            "on the PATH, or set RANKSCOPE_BIN to its path"
        )
    return found
