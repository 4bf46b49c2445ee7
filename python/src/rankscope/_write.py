"""Writes a benchmark from what a Python program has in memory."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Optional, Union

from ._errors import BenchmarkError
from ._given import flag, folder_of, mapping, shown, whole_number
from ._ids import plain_id, text_of
from ._images import Corpus
from ._json import lines, pretty
from ._lists import caption_records, definition_of, facets_of_queries, qrel_lines, query_records
from ._stage import Stage
from ._vectors import Lengths, gallery_shards, longest, matrix, shard

_METRICS = ("cosine", "dot")
_OF_DOT = (
    "Compared by dot product: a last value makes all vectors of images equally long, so that the cosine "
    "ranks as the dot product does."
)
_PICTURES = ("thumbnails", "copies", "uri")


def write(
    folder: Union[str, "os.PathLike[str]"],
    *,
    images: Iterable[Any],
    systems: Optional[Mapping[str, Any]] = None,
    queries: Union[None, Sequence[Any], Mapping[str, str]] = None,
    qrels: Optional[Mapping[Any, Any]] = None,
    title: str = "",
    captions: Union[None, Sequence[Any], Mapping[Any, Any]] = None,
    pictures: Optional[str] = None,
    metric: str = "cosine",
    shard_rows: Optional[int] = None,
    force: bool = False,
) -> Path:
    """Writes a benchmark: all of it or nothing.

    Args:
        folder: The folder to make. Its name is the benchmark's id.
        images: The corpus, in the order of every gallery's rows. An image is its id; or its picture,
            as a ``pathlib.Path``, or as a text if the first of the list is an existing file, whose
            name without ending is the id; or a dictionary with ``id`` and any of ``uri`` (an
            address), ``path`` (a picture on this machine), ``caption``, ``tags``, ``attribution``,
            ``license`` and ``facets``.
        systems: A gallery ``[images, dim]`` and query vectors ``[queries, dim]`` by the system's
            name, or a gallery alone: numpy arrays of float16, float32 or float64. They are
            normalised.
        queries: The texts of the queries, in the order of the query vectors' rows, whose ids are
            their rows from 0; or texts by id; or dictionaries with ``text`` and any of ``id``,
            ``split`` and ``facets``.
        qrels: What is relevant: for each query, by its id or its text, grades by image (1 or more is
            relevant), or a list or set of relevant images. Images are named by id or as in
            ``images``.
        title: The title that the page shows; the folder's name if it is empty.
        captions: Sentences about images, by image or one entry for each: a text, or a list of texts.
            The first is shown where the picture cannot be.
        pictures: What becomes of pictures on this machine: ``"thumbnails"`` of at most 256 pixels a
            side (needs Pillow), ``"copies"`` of the files, or ``"uri"``, their paths as addresses,
            which only a server that has them there can answer. By default thumbnails where Pillow
            is installed, else copies.
        metric: How vectors are compared: ``"cosine"``, or ``"dot"`` for models that are trained for dot
            products. For these each vector is stored with one value more, so that the cosine ranks
            images as the dot product does.
        shard_rows: Rows of a gallery's files; as many as fill 128 MiB if these are fewer.
        force: Replace a benchmark at ``folder``, once the new one is complete. Any other folder is
            left alone.

    Returns:
        The folder.

    Raises:
        BenchmarkError: Anything that the native builder refuses as well, by argument and row: another
            number of rows than images or queries, values that are NaN or infinite, vectors of
            zeros, ids twice or with white space, judgements of unknown images.
    """
    folder, force = folder_of(folder), flag("force", force)
    if not (pictures is None or isinstance(pictures, str) and pictures in _PICTURES):
        raise BenchmarkError(f"pictures={shown(pictures)}: use 'thumbnails', 'copies' or 'uri'")
    if not isinstance(metric, str) or metric not in _METRICS:
        raise BenchmarkError(f"metric={shown(metric)}: use 'cosine' or 'dot'")
    if shard_rows is not None:
        shard_rows = whole_number("shard_rows", shard_rows, 1)
    name = text_of("folder", folder.name or folder.resolve().name)
    manifest_id = plain_id("benchmark", name)
    shown_title = text_of("title", title) or name
    corpus = Corpus(images)
    asked = query_records(queries)
    sentences = caption_records(captions, corpus)
    if qrels is not None and not asked:
        raise BenchmarkError("qrels judges queries, and there are none: give queries too")
    judged = qrel_lines(qrels, asked, corpus) if qrels is not None else None
    vectors = _checked_systems(systems, len(corpus.records), len(asked))
    with Stage(folder, force) as stage:
        if asked:
            stage.add("queries.jsonl", lines(asked))
        if sentences:
            stage.add("captions.jsonl", lines(sentences))
        corpus.add_pictures(stage, pictures)
        corpus.add_lists(stage)
        relevance = [] if judged is None else [definition_of(stage.add("relevance/qrels.qrels", judged))]
        entries = []
        for system in vectors:
            entries.append(_add_system(stage, *system, metric, shard_rows))
        manifest = {
            "schema_version": 1,
            "id": manifest_id,
            "title": shown_title,
            "description": "",
            "version": "",
            "license": "",
            "citation": "",
            "homepage": "",
            "counts": {
                "queries": len(asked),
                "images": len(corpus.records),
                "captions": len(sentences),
            },
            "relevance": relevance,
            "systems": entries,
            "encoders": [],
            "facets": facets_of_queries(asked),
            "headlines": [],
        }
        stage.publish(manifest)
    return folder


def _checked_systems(
    systems: Optional[Mapping[str, Any]], n_images: int, n_queries: int
) -> list[tuple[str, str, Any, Any]]:
    """Id, name, gallery and query vectors (or ``None``) of each system, with the shapes checked."""
    checked = []
    names: dict[str, str] = {}
    form = "{name: (gallery, queries)} or {name: gallery}"
    for name, given in mapping("systems", {} if systems is None else systems, form).items():
        plain = plain_id("system", text_of("systems", name))
        earlier = names.setdefault(plain.lower(), name)
        if earlier != name:
            raise BenchmarkError(
                f"the systems {earlier!r} and {name!r} would have the same id {plain}: rename one"
            )
        place = f"systems[{name!r}]"
        if isinstance(given, tuple) and len(given) != 2:
            raise BenchmarkError(f"{place}: (gallery, queries) is needed, not {len(given)} arrays")
        if isinstance(given, list) and [getattr(one, "ndim", 0) for one in given] == [2, 2]:
            raise BenchmarkError(f"{place}: (gallery, queries) is needed as a tuple, not as a list")
        gallery, queries = given if isinstance(given, tuple) else (given, None)
        gallery = matrix(f"{place}, gallery", gallery, n_images, "images")
        if queries is not None:
            queries = matrix(f"{place}, queries", queries, n_queries, "queries")
            if queries.shape[1] != gallery.shape[1]:
                raise BenchmarkError(
                    f"{place}, queries has vectors of dim {queries.shape[1]}, and {place}, gallery "
                    f"of dim {gallery.shape[1]}: both must be of the same space"
                )
        has_queries = queries is not None and n_queries > 0
        checked.append((plain, name, gallery, queries if has_queries else None))
    return checked


def _add_system(
    stage: Stage,
    plain: str,
    name: str,
    gallery: Any,
    queries: Any,
    metric: str,
    shard_rows: Optional[int],
) -> dict[str, Any]:
    """Writes a system's vectors and ``system.json``, and returns its entry for the manifest."""
    folder, place = f"systems/{plain}", f"systems[{name!r}]"
    is_dot = metric == "dot"
    lengths, dot_of = Lengths(), longest(f"{place}, gallery", gallery) if is_dot else None
    shards = gallery_shards(f"{place}, gallery", gallery, shard_rows, lengths=lengths, dot_of=dot_of)
    paths = [
        stage.add(f"{folder}/gallery-{number:05}.safetensors", data, (start, end))
        for number, (start, end, data) in enumerate(shards)
    ]
    if not is_dot:
        way_out = "for a model that is trained for dot products, add metric='dot'"
        lengths.warn(f"{place}, gallery", way_out, stacklevel=3)
    path = None
    if queries is not None:
        data = shard(f"{place}, queries", queries, 0, len(queries), dot_of=0 if is_dot else None)
        path = stage.add(f"{folder}/queries.safetensors", data)
    system = {
        "id": plain,
        "title": name,
        "description": _OF_DOT if is_dot else "",
        "encoder": None,
        "dim": gallery.shape[1] + is_dot,
        "metric": "cosine",
        "parameters": None,
        "flops_per_query": None,
        "source": "",
        "license": "",
        "gallery": paths,
        "queries": path,
    }
    stage.add(f"{folder}/system.json", pretty(system))
    return system
