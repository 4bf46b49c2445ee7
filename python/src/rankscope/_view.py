"""Opens the page on a benchmark, from a program or a notebook."""

from __future__ import annotations

import atexit
import html
import os
import queue
import re
import subprocess
import threading
import webbrowser
from collections import deque
from typing import Any, Optional, Union

from ._errors import BenchmarkError, ProgramError
from ._given import entries, flag, shown, whole_number
from ._program import program

#: How the program says where the page is.
_ADDRESS = re.compile(r"https?://[^\s\x1b]+")
#: What runs until it is closed, or until the interpreter ends.
_running: set["View"] = set()

What = Union[str, "os.PathLike[str]"]


class View:
    """A page that a program of its own serves to this machine.

    In a notebook it shows itself. Close it with :meth:`close`, or use it in a ``with`` statement; at
    the latest it ends with the interpreter.
    """

    #: The page's address.
    url: str

    def __init__(self, arguments: list[str], height: int, timeout: float) -> None:
        self.height = height
        self._said: deque[str] = deque(maxlen=40)
        try:
            self._process = subprocess.Popen(
                arguments,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            raise ProgramError(f"{arguments[0]} cannot be started: {error.strerror}") from error
        addresses: queue.Queue[Optional[str]] = queue.Queue()
        self._readers = [
            threading.Thread(target=self._read, args=(addresses,), daemon=True),
            threading.Thread(target=self._drain, daemon=True),
        ]
        for reader in self._readers:
            reader.start()
        _running.add(self)
        try:
            address = addresses.get(timeout=timeout)
        except queue.Empty:
            self.close()
            raise ProgramError(
                f"rankscope has not said where the page is for {timeout:g} seconds: "
                f"{self._last_words()}"
            ) from None
        except BaseException:
            self.close()
            raise
        if address is None:
            self._process.wait()
            self.close()
            raise ProgramError(f"rankscope ended at once: {self._last_words()}")
        self.url = address

    def _read(self, addresses: "queue.Queue[Optional[str]]") -> None:
        """Passes the address on, and reads what follows, so that the program never waits for us."""
        is_known = False
        for line in self._process.stdout or ():
            self._said.append(line)
            found = _ADDRESS.search(line)
            if found and not is_known:
                is_known = True
                addresses.put(found.group())
        addresses.put(None)

    def _drain(self) -> None:
        for line in self._process.stderr or ():
            self._said.append(line)

    def _last_words(self) -> str:
        return "".join(self._said).strip() or "it said nothing"

    @property
    def is_open(self) -> bool:
        """Whether the page is still served."""
        return self._process.poll() is None

    def close(self) -> None:
        """Ends the program. Closing again does nothing."""
        _running.discard(self)
        if self.is_open:
            self._process.terminate()
            try:
                self._process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        for reader, stream in zip(self._readers, (self._process.stdout, self._process.stderr)):
            # What it said last may come a moment after its end.
            reader.join(timeout=5)
            if stream is not None and not reader.is_alive():
                stream.close()

    def __enter__(self) -> "View":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<rankscope.View at {self.url}{'' if self.is_open else ', closed'}>"

    def _repr_html_(self) -> str:
        if not self.is_open:
            return "<p>This view is closed.</p>"
        address = html.escape(self.url, quote=True)
        return (
            f'<iframe src="{address}" title="Rankscope" width="100%" height="{self.height}" '
            f'style="border: 0"></iframe><p><a href="{address}" target="_blank" '
            'rel="noopener">Open in a tab</a></p>'
        )


def view(
    *what: What,
    port: int = 0,
    open: bool = False,
    height: int = 720,
    timeout: float = 60.0,
    options: tuple[str, ...] = (),
) -> View:
    """Starts ``rankscope view`` and waits until the page can be opened.

    Args:
        what: What to look at: a benchmark's folder, or anything else that ``rankscope view`` takes.
            Nothing is the built-in benchmark.
        port: The port; 0 takes any free one.
        open: Open a tab of the browser too.
        height: The height in a notebook, in pixels.
        timeout: How long to wait for the address, in seconds.
        options: Further options of ``rankscope view``.

    Returns:
        The view. It shows itself where it is the last value of a notebook's cell. Pages of other
        machines cannot frame it, so a notebook on another machine shows the link alone.

    Raises:
        BenchmarkError: an argument is of the wrong kind.
        ProgramError: the program is missing, ends with an error, or says no address in time.
    """
    names = [_path(f"what[{row}]", one) for row, one in enumerate(what)]
    more = [_path(f"options[{row}]", one) for row, one in enumerate(entries("options", options, "texts"))]
    port, open = whole_number("port", port, most=65_535), flag("open", open)
    height = whole_number("height", height, 1)
    is_number = isinstance(timeout, (int, float)) and not isinstance(timeout, bool)
    if not is_number or not 0 < timeout < threading.TIMEOUT_MAX:
        raise BenchmarkError(f"timeout={shown(timeout)}: seconds are needed")
    arguments = [program(), "view", "--no-open", "--framed", "--port", str(port), *more]
    page = View([*arguments, "--", *names] if names else arguments, height, timeout)
    if open:
        webbrowser.open(page.url)
    return page


def _path(place: str, value: Any) -> str:
    try:
        path = os.fspath(value)
    except TypeError:
        path = None
    if not isinstance(path, str) or "\0" in path:
        raise BenchmarkError(f"{place}: a text or a path is needed, not {shown(value)}")
    return path


def _close_all() -> None:
    for one in list(_running):
        one.close()


atexit.register(_close_all)
