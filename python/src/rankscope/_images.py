"""The corpus: its images, in the order of every gallery's rows, and their pictures."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Optional
from urllib.parse import quote

from ._errors import BenchmarkError
from ._ids import check_unique, id_of, text_of
from ._json import lines
from ._stage import Stage

#: The longest side of a thumbnail, in pixels.
_THUMBNAIL = 256
#: Endings of pictures that browsers show.
_SHOWN = {".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif", ".svg"}
#: The keys of an image in the format, in the order in which the native program writes them.
_TEXTS = ("uri", "original", "caption", "attribution", "license")
_KEYS = {"id", "path", "tags", "facets", *_TEXTS}
#: Images in one file of ``images/``.
IMAGES_PER_FILE = 2000


class Corpus:
    """Images with ids, and where the pictures of some of them are on this machine.

    ``names`` finds an image's row by its id, and by the path or text that it was given as.
    """

    def __init__(self, images: Iterable[Any]) -> None:
        self.records: list[dict[str, Any]] = []
        self.paths: list[Optional[Path]] = []
        self.names: dict[Any, int] = {}
        given = list(images)
        are_files = bool(given) and isinstance(given[0], str) and os.path.isfile(given[0])
        for row, image in enumerate(given):
            place = f"images[{row}]"
            if isinstance(image, os.PathLike) or (are_files and isinstance(image, str)):
                image = {"path": image}
            record, path = image_record(place, image)
            self.records.append(record)
            self.paths.append(path)
        self._name_files()
        check_unique("images", (record["id"] for record in self.records))
        if not self.records:
            raise BenchmarkError("images: there is none")
        for row, (image, record) in enumerate(zip(given, self.records)):
            if isinstance(image, (str, os.PathLike)):
                self.names.setdefault(image, row)
            self.names[record["id"]] = row

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
                stem = "_".join(below.with_suffix("").as_posix().split())
                record["id"] = id_of(f"images[{row}]", stem)
            # The shared folder's own name alone: what is above it is nobody else's business.
            record.setdefault("original", (Path(shared.name) / below).as_posix())

    def row_of(self, name: Any) -> Optional[int]:
        """The row of an image, by its id or by what it was given as."""
        if isinstance(name, (str, os.PathLike)):
            return self.names.get(name)
        try:
            return self.names.get(id_of("", name))
        except BenchmarkError:
            return None

    def add_pictures(self, stage: Stage, how: Optional[str]) -> None:
        """Brings the pictures into the benchmark, as :func:`rankscope.write` says of ``pictures``."""
        taken: set[str] = set()
        for row, (record, path) in enumerate(zip(self.records, self.paths)):
            if path is None:
                continue
            if how == "uri":
                record.setdefault("uri", quote(path.as_posix()))
                record.pop("original")
                continue
            place = f"images[{row}]: {path}"
            data, ending = _picture(place, path, how)
            name = _free_name(path.stem, ending, taken)
            record["uri"] = stage.add(f"pictures/{name}", data)

    def add_lists(self, stage: Stage) -> None:
        """Writes ``images/00000.jsonl`` …"""
        for number, start in enumerate(range(0, len(self.records), IMAGES_PER_FILE)):
            chunk = self.records[start : start + IMAGES_PER_FILE]
            rows = (start, start + len(chunk))
            stage.add(f"images/{number:05}.jsonl", lines(map(ordered, chunk)), rows)


def image_record(place: str, image: Any) -> tuple[dict[str, Any], Optional[Path]]:
    """An image in the format, and its picture; the id is empty where the file's name gives it."""
    if not isinstance(image, Mapping):
        return {"id": id_of(place, image)}, None
    unknown = sorted(set(image) - _KEYS, key=str)
    if unknown:
        known = ", ".join(sorted(_KEYS))
        raise BenchmarkError(f"{place}: the key {unknown[0]!r} is unknown: there are {known}")
    path = _file(place, image["path"]) if image.get("path") is not None else None
    if "id" not in image and path is None:
        raise BenchmarkError(f"{place}: an id is missing")
    record: dict[str, Any] = {"id": id_of(place, image["id"]) if "id" in image else ""}
    for key in _TEXTS:
        if image.get(key) is not None:
            record[key] = text_of(f"{place}, {key}", image[key])
    if image.get("tags") is not None:
        record["tags"] = [text_of(f"{place}, tags", tag) for tag in image["tags"]]
    if image.get("facets") is not None:
        record["facets"] = facets_of(place, image["facets"])
    return record, path


def facets_of(place: str, facets: Mapping[str, Any]) -> dict[str, str]:
    """Properties as texts, ordered by name as the native program writes them."""
    texts = {
        text_of(f"{place}, facets", name): text_of(f"{place}, facet {name}", value)
        for name, value in facets.items()
    }
    return dict(sorted(texts.items()))


def _file(place: str, path: Any) -> Path:
    file = Path(path)
    if not file.is_file():
        raise BenchmarkError(f"{place}: there is no file {file}")
    return file


def ordered(record: dict[str, Any]) -> dict[str, Any]:
    """The keys as the native program orders them; what is empty is left out, but not the caption."""
    order = ("id", "uri", "original", "caption", "tags", "attribution", "license", "facets")
    whole = {"caption": "", **record}
    return {key: whole[key] for key in order if key in whole and (whole[key] or key == "caption")}


def _picture(place: str, path: Path, how: Optional[str]) -> tuple[bytes, str]:
    """A picture's bytes for the benchmark, and the ending of their name."""
    pillow = None if how == "copies" else _pillow()
    if pillow is None:
        if how == "thumbnails":
            raise BenchmarkError(
                "thumbnails need Pillow: install it with pip install pillow, or choose "
                "pictures='copies'"
            )
        if path.suffix.lower() not in _SHOWN:
            raise BenchmarkError(
                f"{place}: no browser shows {path.suffix or 'a file without ending'}: install "
                "Pillow, which makes thumbnails of it"
            )
        return path.read_bytes(), path.suffix.lower()
    try:
        with pillow.Image.open(path) as opened:
            # A JPEG is decoded at half, a quarter or an eighth of its size where that is enough.
            opened.draft(None, (2 * _THUMBNAIL, 2 * _THUMBNAIL))
            upright = pillow.ImageOps.exif_transpose(opened)
            is_clear = upright.mode in ("RGBA", "LA", "PA") or "transparency" in upright.info
            picture = upright.convert("RGBA" if is_clear else "RGB")
    except (OSError, ValueError, pillow.Image.DecompressionBombError) as error:
        raise BenchmarkError(f"{place}: it cannot be read as a picture: {error}") from error
    picture.thumbnail((_THUMBNAIL, _THUMBNAIL))
    data = io.BytesIO()
    if is_clear:
        picture.save(data, "PNG", optimize=True)
        return data.getvalue(), ".png"
    picture.save(data, "JPEG", quality=85)
    return data.getvalue(), ".jpg"


def _pillow() -> Any:
    try:
        import PIL
        import PIL.Image
        import PIL.ImageOps
    except ImportError:
        return None
    return PIL


def _free_name(stem: str, ending: str, taken: set[str]) -> str:
    """A file name that is plain in every address and that no other picture has."""
    plain = "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "-" for c in stem)
    plain = plain.strip("-") or "picture"
    name, number = plain, 1
    while name.lower() in taken:
        number += 1
        name = f"{plain}-{number}"
    taken.add(name.lower())
    return name + ending
