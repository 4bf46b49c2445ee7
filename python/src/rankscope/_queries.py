"""Writes the queries of a benchmark whose gallery is written in parts."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Optional, Union

from ._atomic import put
from ._errors import BenchmarkError
from ._ids import id_of, plain_id, text_of
from ._given import folder_of, mapping
from ._json import lines, pretty
from ._lists import definition_of, facets_of_queries, qrel_lines, query_records
from ._meet import one_form
from ._side_files import SCHEMA_VERSION
from ._vectors import matrix, shard


def write_queries(
    folder: Union[str, "os.PathLike[str]"],
    queries: Union[Sequence[Any], Mapping[str, str]],
    *,
    systems: Optional[Mapping[str, Any]] = None,
    qrels: Optional[Mapping[Any, Any]] = None,
    title: str = "",
) -> Path:
    """Writes the queries, their vectors and judgements beside the parts of :func:`write_partition`,
    before or after them.

    Args:
        folder: The folder of the parts.
        queries: As in :func:`rankscope.write`.
        systems: Query vectors ``[queries, dim]`` by the system's name. The benchmark has its systems in
            this order.
        qrels: As in :func:`rankscope.write`, with images named by id; without image lists, by the
            number of their row. The images are looked up when the parts are joined.
        title: The title that the page shows; the folder's name if it is empty.

    Returns:
        The side file that says what was written.

    Raises:
        BenchmarkError: What :func:`rankscope.write` refuses, by argument and row.
    """
    folder = folder_of(folder)
    asked = query_records(queries)
    if not asked:
        raise BenchmarkError("queries: there is none")
    judged = None
    if qrels is not None:
        judged = qrel_lines(qrels, asked, _AnyImages())
    vectors = []
    for name, given in mapping("systems", {} if systems is None else systems, "{name: vectors}").items():
        plain = plain_id("system", text_of("systems", name))
        vectors.append((plain, name, matrix(f"systems[{name!r}]", given, len(asked), "queries")))
    shown = text_of("title", title)
    files = [put(folder, "queries.jsonl", lines(asked))]
    relevance = []
    if judged is not None:
        files.append(put(folder, "relevance/qrels.qrels", judged))
        relevance.append(definition_of("relevance/qrels.qrels"))
    entries = []
    for plain, name, rows in vectors:
        path = f"systems/{plain}/queries.safetensors"
        data = shard(f"systems[{name!r}]", rows, 0, len(rows))
        files.append(put(folder, path, data))
        entries.append({"id": plain, "title": name, "dim": rows.shape[1], "queries": path})
    side = {
        "schema_version": SCHEMA_VERSION,
        "title": shown,
        "queries": len(asked),
        "facets": facets_of_queries(asked),
        "relevance": relevance,
        "systems": entries,
        "files": files,
    }
    put(folder, "parts/queries.json", pretty(side))
    return folder / "parts/queries.json"


class _AnyImages:
    """A corpus that has every image it is asked for: other tasks know which there are."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        self._rows: dict[str, int] = {}

    def row_of(self, place: str, name: Any) -> int:
        """A row of its own for each image."""
        image = id_of(place, name)
        row = self._rows.setdefault(one_form(image), len(self.ids))
        if row == len(self.ids):
            self.ids.append(image)
        return row
