"""The corpus: its images, in the order of every gallery's rows, and their pictures."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Optional
from urllib.parse import quote

from ._errors import BenchmarkError
from ._given import entries, mapping, shown
from ._ids import check_unique, id_of, text_of
from ._json import lines
from ._meet import Rows, one_form
from ._pictures import found, free_name, is_written_otherwise, kept_picture, picture_file
from ._stage import Stage

#: The keys of an image in the format, in the order in which the native program writes them.
_TEXTS = ("uri", "original", "caption", "attribution", "license")
_KEYS = {"id", "path", "tags", "facets", *_TEXTS}
#: Images in one file of ``images/``.
IMAGES_PER_FILE = 2000
#: Texts of which it is looked up whether they are files.
_SAMPLE = 1000


class Corpus:
    """Images with ids, and where the pictures of some of them are on this machine.

    :meth:`row_of` finds an image by its id, and by the path or text that it was given as.
    """

    def __init__(self, images: Iterable[Any]) -> None:
        self.records: list[dict[str, Any]] = []
        self.paths: list[Optional[Path]] = []
        given = entries("images", images, "images")
        if not given:
            raise BenchmarkError("images: there is none")
        are_files = _are_files(given)
        for row, image in enumerate(given):
            place = f"images[{row}]"
            if isinstance(image, os.PathLike) or (are_files and isinstance(image, str)):
                image = {"path": image}
            record, path = image_record(place, image)
            self.records.append(record)
            self.paths.append(path)
        self._name_files()
        self.ids = [record["id"] for record in self.records]
        check_unique("images", self.ids)
        self._by_id = Rows(self.ids)
        self._by_given: dict[str, int] = {}
        for row, (image, path) in enumerate(zip(given, self.paths)):
            if path is not None and isinstance(image, (str, os.PathLike)):
                self._by_given.setdefault(one_form(os.fspath(image)), row)

    def _name_files(self) -> None:
        """Ids of files without one: their paths below the folder that they share, without ending."""
        folders = [os.path.abspath(path.parent) for path in self.paths if path is not None]
        shared = Path(os.path.commonpath(folders)) if folders else Path()
        for row, (record, path) in enumerate(zip(self.records, self.paths)):
            if path is None:
                continue
            below = Path(os.path.abspath(path)).relative_to(shared)
            if not record["id"]:
                # An id has no white space; a file name may.
                stem = "_".join(one_form(below.with_suffix("").as_posix()).split())
                record["id"] = id_of(f"images[{row}]: {path}", stem)
            # The shared folder's own name alone: what is above it is nobody else's business.
            original = os.fsencode((Path(shared.name) / below).as_posix())
            record.setdefault("original", original.decode(errors="replace"))

    def row_of(self, place: str, name: Any) -> Optional[int]:
        """The row of an image, by its id or by what it was given as; ``place`` is for errors."""
        by_id = None
        if not isinstance(name, os.PathLike):
            name = name if isinstance(name, str) else id_of(place, name)
            by_id = self._by_id.get(name)
        given = os.fspath(name)
        by_given = self._by_given.get(one_form(given)) if isinstance(given, str) else None
        if None not in (by_id, by_given) and by_id != by_given:
            raise BenchmarkError(
                f"{place}: {given!r} is the id of images[{by_id}] and the path of images[{by_given}]: "
                "give images as dictionaries with path and an id of their own"
            )
        return by_id if by_id is not None else by_given

    def add_pictures(self, stage: Stage, how: Optional[str]) -> None:
        """Brings the pictures into the benchmark, as :func:`rankscope.write` says of ``pictures``."""
        taken: set[str] = set()
        for row, (record, path) in enumerate(zip(self.records, self.paths)):
            if path is None:
                continue
            if how == "uri":
                # A name may have characters that mean something in an address, or be no text.
                record.setdefault("uri", quote(os.fsencode(path.as_posix())))
                record.pop("original")
                continue
            data, ending = kept_picture(f"images[{row}]: {path}", path, how)
            name = free_name(path.stem, ending, taken)
            record["uri"] = stage.add(f"pictures/{name}", data)

    def add_lists(self, stage: Stage) -> None:
        """Writes ``images/00000.jsonl`` …"""
        for number, start in enumerate(range(0, len(self.records), IMAGES_PER_FILE)):
            chunk = self.records[start : start + IMAGES_PER_FILE]
            rows = (start, start + len(chunk))
            stage.add(f"images/{number:05}.jsonl", lines(map(ordered, chunk)), rows)


def _are_files(given: list[Any]) -> bool:
    """Whether texts are paths: by up to a thousand of them together, since ids may look like these."""
    texts = [(row, image) for row, image in enumerate(given) if isinstance(image, str)]
    sample = texts[:: max(len(texts) // _SAMPLE, 1)]
    files = [(row, text) for row, text in sample if found(text) is not None]
    if not files:
        # Paths that are written otherwise would become ids without pictures.
        for row, text in sample[:1]:
            if re.search(r"[\\/]", text) and is_written_otherwise(text):
                picture_file(f"images[{row}]", text)
        return False
    others = [(row, text) for row, text in sample if found(text) is None]
    if others:
        (row, text), (other_row, other) = others[0], files[0]
        try:
            picture_file(f"images[{row}]", text)
        except BenchmarkError as error:
            raise BenchmarkError(
                f"{error}; and images[{other_row}], {other}, is a file: give ids as dictionaries with id"
            ) from None
    return True


def image_record(place: str, image: Any) -> tuple[dict[str, Any], Optional[Path]]:
    """An image in the format, and its picture; the id is empty where the file's name gives it."""
    if not isinstance(image, Mapping):
        return {"id": id_of(place, image)}, None
    unknown = sorted(set(image) - _KEYS, key=str)
    if unknown:
        known = ", ".join(sorted(_KEYS))
        raise BenchmarkError(f"{place}: the key {shown(unknown[0])} is unknown: there are {known}")
    path = picture_file(place, image["path"]) if image.get("path") is not None else None
    if "id" not in image and path is None:
        raise BenchmarkError(f"{place}: an id is missing")
    record: dict[str, Any] = {"id": id_of(place, image["id"]) if "id" in image else ""}
    for key in _TEXTS:
        if image.get(key) is not None:
            record[key] = text_of(f"{place}, {key}", image[key])
    if image.get("tags") is not None:
        at = f"{place}, tags"
        record["tags"] = [text_of(at, tag) for tag in entries(at, image["tags"], "texts")]
    if image.get("facets") is not None:
        record["facets"] = facets_of(place, image["facets"])
    return record, path


def facets_of(place: str, facets: Any) -> dict[str, str]:
    """Properties as texts, ordered by name as the native program writes them."""
    texts = {
        text_of(f"{place}, facets", name): text_of(f"{place}, facet {name}", value)
        for name, value in mapping(f"{place}, facets", facets, "{name: text}").items()
    }
    return dict(sorted(texts.items()))


def ordered(record: dict[str, Any]) -> dict[str, Any]:
    """The keys as the native program orders them; what is empty is left out, but not the caption."""
    order = ("id", "uri", "original", "caption", "tags", "attribution", "license", "facets")
    whole = {"caption": "", **record}
    return {key: whole[key] for key in order if key in whole and (whole[key] or key == "caption")}
