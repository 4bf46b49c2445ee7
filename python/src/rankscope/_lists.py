"""Queries, judgements and captions, checked against the corpus."""

from __future__ import annotations

import numbers
import warnings
from collections.abc import Mapping, Set
from typing import Any, Optional, Protocol

from ._errors import BenchmarkError
from ._given import entries, mapping, shown
from ._ids import check_unique, id_of, text_of
from ._images import Corpus, facets_of
from ._meet import Rows, nearest, would_meet

_KEYS = {"id", "text", "split", "facets"}


class JudgedImages(Protocol):
    """The images that judgements may name: a :class:`Corpus`, or one that is not known yet."""

    ids: list[str]

    def row_of(self, place: str, name: Any) -> Optional[int]:
        """The row of an image; ``None`` where there is no such image."""


def query_records(queries: Any) -> list[dict[str, Any]]:
    """Queries in the order of the query vectors' rows. The ids of a list are its rows, from 0."""
    if queries is None:
        return []
    given: list[tuple[str, Mapping[str, Any]]]
    if isinstance(queries, Mapping):
        given = [(f"queries[{shown(one)}]", {"id": one, "text": text}) for one, text in queries.items()]
    else:
        given = [
            (f"queries[{row}]", query if isinstance(query, Mapping) else {"text": query})
            for row, query in enumerate(entries("queries", queries, "texts"))
        ]
    records = [_query(place, row, query) for row, (place, query) in enumerate(given)]
    check_unique("queries", (record["id"] for record in records))
    return records


def _query(place: str, row: int, query: Mapping[str, Any]) -> dict[str, Any]:
    unknown = sorted(set(query) - _KEYS, key=str)
    if unknown:
        known = ", ".join(sorted(_KEYS))
        raise BenchmarkError(f"{place}: the key {shown(unknown[0])} is unknown: there are {known}")
    text = text_of(place, query.get("text"))
    if not text.strip():
        raise BenchmarkError(f"{place}: the query has no text")
    record: dict[str, Any] = {
        "id": id_of(place, query.get("id", row)),
        "text": text,
        "split": text_of(f"{place}, split", query.get("split", "")),
    }
    facets = facets_of(place, query["facets"]) if query.get("facets") is not None else {}
    if facets:
        record["facets"] = facets
    return record


def facets_of_queries(queries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The facets of all queries, each with its values, as the manifest lists them."""
    values: dict[str, set[str]] = {}
    for query in queries:
        for name, value in query.get("facets", {}).items():
            values.setdefault(name, set()).add(value)
    return [{"name": name, "values": sorted(values[name])} for name in sorted(values)]


def qrel_lines(qrels: Any, queries: list[dict[str, Any]], corpus: JudgedImages) -> bytes:
    """TREC qrels in the queries' order. Judgements of queries that there are not are left out.

    Raises:
        BenchmarkError: queries that may be meant by their ids or by their texts, an unknown image, a
            grade that is not a whole number, a pair that is judged twice, or no relevant image at all.
    """
    form = "{query: {image: grade}} or {query: [relevant images]}"
    given = mapping("qrels", qrels, form)
    row_of = _rows_of_queries(given, queries)
    graded: dict[int, tuple[str, list[tuple[Any, Any]]]] = {}
    for name, row in row_of.items():
        if row in graded:
            raise BenchmarkError(f"qrels[{name!r}]: the query {queries[row]['id']} is judged twice")
        graded[row] = (f"qrels[{name!r}]", _graded(f"qrels[{name!r}]", given[name]))
    judged = _rows_of_images(graded, corpus)
    if not any(grade >= 1 for grades in judged.values() for grade in grades.values()):
        raise BenchmarkError(
            "qrels has no image relevant to any query of this benchmark: a grade of 1 or more is needed"
        )
    _warn_of_others(list(given), row_of, queries)
    n_without = sum(not judged.get(row) for row in range(len(queries)))
    if n_without:
        warnings.warn(
            f"{n_without} of {len(queries)} queries have no judgement in qrels; means leave them out",
            stacklevel=3,
        )
    out = []
    for row, query in enumerate(queries):
        for image, grade in judged.get(row, {}).items():
            out.append(f"{query['id']} 0 {corpus.ids[image]} {grade}\n")
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


def _rows_of_queries(qrels: Mapping[Any, Any], queries: list[dict[str, Any]]) -> dict[Any, int]:
    """Rows of the queries that ``qrels`` names. Whether by ids or by texts, all names decide together:
    a text may look like an id."""
    ids, texts = Rows(query["id"] for query in queries), Rows(query["text"] for query in queries)
    by_id: dict[Any, int] = {}
    by_text: dict[Any, int] = {}
    for name in qrels:
        text = name if isinstance(name, str) else id_of("qrels, a query", name)
        for rows, found in ((ids, by_id), (texts, by_text)):
            # A number is no text.
            row = rows.get(text) if rows is ids or text is name else None
            if row is not None:
                found[name] = row
    complete = [found for found in (by_id, by_text) if len(found) == len(qrels)]
    readings = complete or [found for found in (by_id, by_text) if found]
    if not readings:
        unknown = [str(name) for name in qrels]
        raise BenchmarkError(
            "qrels has no image relevant to any query of this benchmark: none of its "
            f"{len(unknown)} queries is the id or the text of one of the {len(queries)}"
            f"{nearest(unknown, [*ids.names, *texts.names])}"
        )
    if len(readings) == 2 and by_id != by_text:
        raise BenchmarkError(_two_readings(by_id, by_text, queries))
    if readings[0] is by_text:
        for name, row in by_text.items():
            again = texts.again(name)
            if again is not None:
                raise BenchmarkError(
                    f"qrels[{name!r}]: the queries {queries[row]['id']} and {queries[again]['id']} both "
                    "have this text: name queries by their ids in qrels"
                )
    return readings[0]


def _two_readings(
    by_id: dict[Any, int], by_text: dict[Any, int], queries: list[dict[str, Any]]
) -> str:
    way_out = (
        "name all by id (the ids of a list are whole numbers, not texts), or give queries ids that are "
        "no texts, as {id: text}"
    )
    for name in by_id:
        if name in by_text and by_id[name] != by_text[name]:
            ids = queries[by_id[name]]["id"], queries[by_text[name]]["id"]
            return (
                f"qrels may name queries by their ids or by their texts: {name!r} is the id of query "
                f"{ids[0]} and the text of query {ids[1]}: {way_out}"
            )
    one = next(name for name in by_id if name not in by_text)
    other = next(name for name in by_text if name not in by_id)
    return (
        f"qrels names queries by their ids, such as {one!r}, and by their texts, such as {other!r}: "
        f"{way_out}"
    )


def _warn_of_others(names: list[Any], row_of: Mapping[Any, int], queries: list[dict[str, Any]]) -> None:
    """Judgements of other queries are left out without a word where most of either side meet; a
    benchmark may have some of the queries that were judged."""
    others = [str(name) for name in names if name not in row_of]
    known = [*(query["id"] for query in queries), *(query["text"] for query in queries)]
    is_little = 2 * len(row_of) < min(len(names), len(queries))
    if others and (is_little or would_meet(others, known)):
        warnings.warn(
            f"{len(others)} of {len(names)} queries in qrels are none of this benchmark's "
            f"{len(queries)} and are left out, such as {others[0]!r}{nearest(others, known)}",
            stacklevel=4,
        )


def _graded(place: str, images: Any) -> list[tuple[Any, Any]]:
    """Images with their grades, as they are given; images of a list have grade 1."""
    if isinstance(images, Mapping):
        return list(images.items())
    if hasattr(images, "to_dict"):
        # A series of pandas may be images, or grades with images as its index.
        raise BenchmarkError(
            f"{place}: give a dictionary of grades, series.to_dict(), or a list of images, series.tolist()"
        )
    listed = entries(place, images, "images", in_order=False)
    # A set has no order of its own, and the same input should give the same file.
    return [(image, 1) for image in (sorted(listed, key=str) if isinstance(images, Set) else listed)]


def _rows_of_images(
    graded: Mapping[int, tuple[str, list[tuple[Any, Any]]]], corpus: JudgedImages
) -> dict[int, dict[int, int]]:
    """Grades by the query's and the image's row."""
    judged: dict[int, dict[int, int]] = {}
    unknown: list[tuple[str, str]] = []
    n_judged = 0
    for query, (place, images) in graded.items():
        grades = judged[query] = {}
        for image, grade in images:
            n_judged += 1
            row = corpus.row_of(f"{place}, an image", image)
            if row is None:
                unknown.append((place, str(image)))
                continue
            if row in grades:
                raise BenchmarkError(f"{place} judges image {image} twice")
            grades[row] = _grade(f"{place}, image {image}", grade)
    if unknown:
        place, image = unknown[0]
        raise BenchmarkError(
            f"{place} judges image {image}, and the corpus has no such image ({len(unknown)} of "
            f"{n_judged} judgements are of none){nearest([name for _, name in unknown], corpus.ids)}"
        )
    return judged


def _grade(place: str, grade: Any) -> int:
    """A whole number, also as 1.0; 0.5, NaN and True are none, in this as in every reader."""
    is_number = isinstance(grade, numbers.Real) and not isinstance(grade, bool)
    # NaN differs from itself, and a fraction from what is left of it.
    if not is_number or not -(2**31) <= grade < 2**31 or int(grade) != grade:
        raise BenchmarkError(f"{place}: the grade {shown(grade)} is not a whole number of 32 bits")
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
        unknown = []
        for image, texts in captions.items():
            row = corpus.row_of("captions, an image", image)
            if row is None:
                unknown.append(str(image))
                continue
            if row in texts_of:
                raise BenchmarkError(f"captions[{image!r}]: the image has captions already")
            texts_of[row] = _texts(f"captions[{image!r}]", texts)
        if unknown:
            raise BenchmarkError(
                f"captions[{unknown[0]!r}]: the corpus has no such image ({len(unknown)} of "
                f"{len(captions)} are of none){nearest(unknown, corpus.ids)}"
            )
    else:
        of_rows = entries("captions", captions, "texts")
        if len(of_rows) != len(corpus.records):
            raise BenchmarkError(
                f"captions has {len(of_rows)} rows, and there are {len(corpus.records)} images"
            )
        texts_of = {row: _texts(f"captions[{row}]", one) for row, one in enumerate(of_rows)}
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
    given = [texts] if isinstance(texts, str) else entries(place, texts, "texts")
    return [text_of(place, text) for text in given]
