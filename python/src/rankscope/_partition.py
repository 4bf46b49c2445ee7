"""Writes a part of a benchmark, as a task on a cluster has it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Optional, Union

from ._atomic import put
from ._errors import BenchmarkError
from ._ids import check_unique, plain_id, text_of
from ._images import IMAGES_PER_FILE, image_record, ordered
from ._json import lines
from ._given import entries, folder_of, whole_number
from ._side_files import Part, part_name
from ._vectors import Lengths, gallery_shards, matrix

Folder = Union[str, "os.PathLike[str]"]


def write_partition(
    folder: Folder,
    system: str,
    vectors: Any,
    part: int,
    *,
    images: Optional[Iterable[Any]] = None,
    first_row: Optional[int] = None,
    n_parts: Optional[int] = None,
    shard_rows: Optional[int] = None,
) -> Path:
    """Writes one part of a system's gallery, whatever other tasks do at the same time.

    Parts are numbered from 0, and the rows of each follow those of the part before it. A task that
    runs again replaces what it wrote, file by file, each whole or not at all. Once all parts are
    there, ``rankscope index FOLDER`` makes the folder a benchmark; nothing is copied.

    Args:
        folder: The benchmark's folder, which all tasks write to. Tasks that share no disk write each
            into a folder of its own, and these are copied into one: no two parts have a file of the
            same name.
        system: The system's name.
        vectors: The vectors ``[rows, dim]`` of the part: float16, float32 or float64. They are
            normalised and stored as float16, as :func:`rankscope.write` does.
        part: The number of the part.
        images: The part's images, as :func:`write_images` takes them. Of several systems, give them
            with one.
        first_row: The row in the corpus of the part's first vector, if the task knows it: it is
            checked when the parts are joined.
        n_parts: How many parts there are, if the task knows it: otherwise nobody can tell that the
            last ones are missing.
        shard_rows: Rows of a file; as many as fill 128 MiB if these are fewer.

    Returns:
        The side file that says what was written.

    Raises:
        BenchmarkError: Vectors that :func:`rankscope.write` refuses, by part and row; another number
            of images than vectors.
    """
    folder, place = folder_of(folder), Part(part, first_row, n_parts)
    plain = plain_id("system", text_of("system", system))
    name = f"{system!r}, part {place.number}"
    records = None if images is None else _records(images, place)
    checked = matrix(name, vectors, None if records is None else len(records), "images")
    if shard_rows is not None:
        shard_rows = whole_number("shard_rows", shard_rows, 1)
    if records is not None:
        _put_images(folder, records, place)
    files, lengths = [], Lengths()
    shards = gallery_shards(name, checked, shard_rows, lengths=lengths)
    for number, (start, end, data) in enumerate(shards):
        path = f"systems/{plain}/gallery-{part_name(place.number, number)}.safetensors"
        files.append({**put(folder, path, data), "rows": end - start})
    way_out = "dot products need rankscope.write, whose metric='dot' offers them"
    lengths.warn(name, way_out, stacklevel=2)
    more = {"system": {"id": plain, "title": system}, "dim": checked.shape[1], "dtype": "f16"}
    return place.put(folder, f"systems/{plain}", len(checked), files, more)


def write_images(
    folder: Folder,
    images: Iterable[Any],
    part: int,
    *,
    first_row: Optional[int] = None,
    n_parts: Optional[int] = None,
) -> Path:
    """Writes the list of one part's images, in the order of the vectors' rows.

    Args:
        folder, part, first_row, n_parts: As in :func:`write_partition`.
        images: An image is its id, or a dictionary with ``id`` and any of ``uri`` (the address of its
            picture), ``original``, ``caption``, ``tags``, ``attribution``, ``license`` and
            ``facets``. Pictures themselves are not copied.

    Returns:
        The side file that says what was written.

    Raises:
        BenchmarkError: An image without id, with an unknown key or the path of a picture, or an id
            twice in the part, by row.
    """
    place = Part(part, first_row, n_parts)
    return _put_images(folder_of(folder), _records(images, place), place)


def _records(images: Iterable[Any], place: Part) -> list[dict[str, Any]]:
    records = []
    for row, image in enumerate(entries(f"part {place.number}, images", images, "images")):
        at = f"part {place.number}, images[{row}]"
        has_path = isinstance(image, Mapping) and image.get("path") is not None
        if has_path or isinstance(image, os.PathLike):
            raise BenchmarkError(
                f"{at}: a part keeps no pictures: give the picture's id, and its address as uri"
            )
        record, _ = image_record(at, image)
        records.append(record)
    check_unique(f"part {place.number}, images", (record["id"] for record in records))
    return records


def _put_images(folder: Path, records: list[dict[str, Any]], place: Part) -> Path:
    files = []
    for number, start in enumerate(range(0, len(records), IMAGES_PER_FILE)):
        chunk = records[start : start + IMAGES_PER_FILE]
        path = f"images/{part_name(place.number, number)}.jsonl"
        files.append({**put(folder, path, lines(map(ordered, chunk))), "rows": len(chunk)})
    return place.put(folder, "images", len(records), files, {})
