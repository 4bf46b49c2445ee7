"""Queries, judgements and captions, checked against the corpus."""

from __future__ import annotations

import numbers
import warnings
from collections.abc import Iterable, Mapping, Set
from typing import Any, Optional, Protocol

from ._errors import BenchmarkError
from ._ids import check_unique, id_of, text_of
from ._images import Corpus, facets_of

_KEYS = {"id", "text", "split", "facets"}


class JudgedImages(Protocol):
    """The images that judgements may name: a :class:`Corpus`, or one that is not known yet."""

    records: list[dict[str, Any]]

    def row_of(self, name: Any) -> Optional[int]:
        """The row of an image; ``None`` where there is no such image."""


def query_records(queries: Any) -> list[dict[str, Any]]:
    """Queries in the order of the query vectors' rows. The ids of a list are its rows, from 0."""
    if queries is None:
        return []
    if isinstance(queries, str):
        raise BenchmarkError("queries: a list of texts is needed, not one text")
    given: list[tuple[str, Mapping[str, Any]]]
    if isinstance(queries, Mapping):
        given = [(f"queries[{one!r}]", {"id": one, "text": text}) for one, text in queries.items()]
    else:
        given = [
            (f"queries[{row}]", query if isinstance(query, Mapping) else {"text": query})
            for row, query in enumerate(queries)
        ]
    records = [_query(place, row, query) for row, (place, query) in enumerate(given)]
    check_unique("queries", (record["id"] for record in records))
    return records


def _query(place: str, row: int, query: Mapping[str, Any]) -> dict[str, Any]:
    unknown = sorted(set(query) - _KEYS, key=str)
    if unknown:
        known = ", ".join(sorted(_KEYS))
        raise BenchmarkError(f"{place}: the key {unknown[0]!r} is unknown: there are {known}")
    text = text_of(place, query.get("text"))
    if not text.strip():
        raise BenchmarkError(f"{place}: the query has no text")
    record: dict[str, Any] = {
        "id": id_of(place, query.get("id", row)),
        "text": text,
        "split": text_of(f"{place}, split", query.get("split", "")),
    }
    if query.get("facets"):
        record["facets"] = facets_of(place, query["facets"])
    return record


def facets_of_queries(queries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The facets of all queries, each with its values, as the manifest lists them."""
    values: dict[str, set[str]] = {}
    for query in queries:
        for name, value in query.get("facets", {}).items():
            values.setdefault(name, set()).add(value)
    return [{"name": name, "values": sorted(values[name])} for name in sorted(values)]


def qrel_lines(qrels: Mapping[Any, Any], queries: list[dict[str, Any]], corpus: JudgedImages) -> bytes:
    """TREC qrels in the queries' order. Judgements of queries that there are not are left out.

    Raises:
        BenchmarkError: an unknown image, a grade that is not a whole number, a pair that is judged
            twice, or no relevant image at all.
    """
    if not isinstance(qrels, Mapping):
        raise BenchmarkError(
            "qrels: a dictionary is needed, {query: {image: grade}} or {query: [relevant images]}"
        )
    row_of_id = {query["id"]: row for row, query in enumerate(queries)}
    row_of_text = _rows_of_texts(queries)
    judged: dict[int, dict[int, int]] = {}
    for name, images in qrels.items():
        row = _query_row(name, row_of_id, row_of_text)
        if row is None:
            continue
        if row in judged:
            raise BenchmarkError(f"qrels[{name!r}]: the query {queries[row]['id']} is judged twice")
        judged[row] = _grades(f"qrels[{name!r}]", images, corpus)
    if not any(grade >= 1 for grades in judged.values() for grade in grades.values()):
        raise BenchmarkError(
            "qrels has no image relevant to any query of this benchmark: check that the ids are "
            "the same"
        )
    n_without = sum(not judged.get(row) for row in range(len(queries)))
    if n_without:
        warnings.warn(
            f"{n_without} of {len(queries)} queries have no judgement in qrels; means leave them out",
            stacklevel=3,
        )
    out = []
    for row, query in enumerate(queries):
        for image, grade in judged.get(row, {}).items():
            out.append(f"{query['id']} 0 {corpus.records[image]['id']} {grade}\n")
    return "".join(out).encode()


def definition_of(path: str) -> dict[str, Any]:
    """The definition of relevance by the judgements in a file, as the manifest has it."""
    return {
        "id": "qrels",
        "title": "Judgements",
        "counts_as": "What the judgements given to rankscope.write call relevant.",
        "default": True,
        "path": path,
    }


def _rows_of_texts(queries: list[dict[str, Any]]) -> dict[str, int]:
    """Rows by text, of texts that stand for one query."""
    rows: dict[str, int] = {}
    twice = set()
    for row, query in enumerate(queries):
        if rows.setdefault(query["text"], row) != row:
            twice.add(query["text"])
    return {text: row for text, row in rows.items() if text not in twice}


def _query_row(
    name: Any, row_of_id: dict[str, int], row_of_text: dict[str, int]
) -> Optional[int]:
    row = row_of_text.get(name) if isinstance(name, str) else None
    try:
        return row_of_id.get(id_of("", name), row)
    except BenchmarkError:
        return row


def _grades(place: str, images: Any, corpus: JudgedImages) -> dict[int, int]:
    """Grades by the image's row; images of a list have grade 1."""
    if isinstance(images, str):
        raise BenchmarkError(f"{place}: a list of images is needed, not one text")
    graded = images.items() if isinstance(images, Mapping) else ((one, 1) for one in images)
    grades: dict[int, int] = {}
    for image, grade in graded:
        row = corpus.row_of(image)
        if row is None:
            raise BenchmarkError(f"{place} judges image {image}, and the corpus has no such image")
        if row in grades:
            raise BenchmarkError(f"{place} judges image {image} twice")
        grades[row] = _grade(f"{place}, image {image}", grade)
    # A set has no order of its own, and the same input should give the same file.
    return dict(sorted(grades.items())) if isinstance(images, Set) else grades


def _grade(place: str, grade: Any) -> int:
    is_whole = isinstance(grade, numbers.Real) and float(grade).is_integer()
    if not is_whole or not -(2**31) <= grade < 2**31:
        raise BenchmarkError(f"{place}: the grade {grade!r} is not a whole number of 32 bits")
    return int(grade)


def caption_records(captions: Any, corpus: Corpus) -> list[dict[str, str]]:
    """Sentences about images, in corpus order, with ids such as ``a.jpg#0``.

    ``captions`` is a dictionary from images, or a list with an entry for each image; an entry is one
    text or a list of texts.
    """
    if captions is None:
        return []
    texts_of: dict[int, list[str]] = {}
    if isinstance(captions, Mapping):
        for image, texts in captions.items():
            row = corpus.row_of(image)
            if row is None:
                raise BenchmarkError(
                    f"captions[{image!r}]: the corpus has no such image"
                )
            if row in texts_of:
                raise BenchmarkError(f"captions[{image!r}]: the image has captions already")
            texts_of[row] = _texts(f"captions[{image!r}]", texts)
    else:
        entries = list(captions)
        if isinstance(captions, str) or len(entries) != len(corpus.records):
            raise BenchmarkError(
                f"captions has {len(entries)} rows, and there are {len(corpus.records)} images"
            )
        texts_of = {row: _texts(f"captions[{row}]", one) for row, one in enumerate(entries)}
    records = []
    for row in sorted(texts_of):
        image = corpus.records[row]["id"]
        for number, text in enumerate(texts_of[row]):
            records.append({"id": f"{image}#{number}", "image": image, "text": text})
        if texts_of[row]:
            corpus.records[row].setdefault("caption", texts_of[row][0])
    check_unique("captions", (record["id"] for record in records))
    return records


def _texts(place: str, texts: Any) -> list[str]:
    given = [texts] if isinstance(texts, str) else list(texts)
    return [text_of(place, text) for text in given]
