"""Measures systems or runs by the native program."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Mapping, Optional, Sequence, Union

from ._errors import BenchmarkError, ProgramError
from ._given import shown
from ._program import program

Scores = Mapping[str, Mapping[str, float]]
#: The path of a file, or ``{query: {document: number}}``.
Lists = Union[str, "os.PathLike[str]", Scores]


class Report(dict):
    """What ``rankscope eval --format json`` prints, with the two tables that are wanted most.

    >>> pandas.DataFrame(report.means).T               # a row for each system
    >>> pandas.DataFrame(report.per_query("trec:AP"))  # a row for each query
    """

    @property
    def means(self) -> dict[str, dict[str, Optional[float]]]:
        """``{system: {measure: mean}}``; ``None`` where no query has a value."""
        return {
            system: {measure: of["mean"] for measure, of in measures.items()}
            for system, measures in self["runs"].items()
        }

    def per_query(self, measure: str) -> dict[str, dict[str, float]]:
        """``{system: {query: value}}`` of a measure by its full name.

        Queries without a relevant image have no value.

        Raises:
            KeyError: the measure was not measured.
        """
        return {
            system: dict(measures[measure]["per_query"])
            for system, measures in self["runs"].items()
        }


def evaluate(
    benchmark: Union[str, "os.PathLike[str]", None] = None,
    *,
    runs: Optional[Mapping[str, Lists]] = None,
    qrels: Optional[Lists] = None,
    measures: Optional[Sequence[str]] = None,
    options: Sequence[str] = (),
) -> Report:
    """Measures the systems of a benchmark, or runs against judgements.

    Args:
        benchmark: The benchmark's folder; left out with ``runs`` and ``qrels``.
        runs: Runs by name: ``{query: {document: score}}``, or the path of a file in any form that
            ``rankscope eval --run`` reads.
        qrels: Judgements: ``{query: {document: grade}}``, or the path of a file.
        measures: Full names such as ``trec:nDCG@10``; the benchmark's own columns or the usual measures
            otherwise.
        options: Further options of ``rankscope eval``, such as ``("--split", "test")`` or
            ``("--system", "rerank(a,b,100)")``.

    Returns:
        The report: a dictionary, with :attr:`Report.means` and :meth:`Report.per_query` for data frames.

    Raises:
        BenchmarkError: an argument is of the wrong kind.
        ProgramError: the program is missing, or refuses what it was given; says why.
    """
    if (benchmark is None) == (runs is None and qrels is None):
        raise BenchmarkError("give a benchmark's folder, or runs and qrels")
    if (runs is None) != (qrels is None):
        raise BenchmarkError("runs need qrels, and qrels need runs")
    if isinstance(measures, str) or isinstance(options, str):
        raise BenchmarkError("measures and options are lists of texts")
    arguments = [program(), "eval", "--format", "json", *options]
    with tempfile.TemporaryDirectory(prefix="rankscope-") as folder:
        if benchmark is not None:
            arguments.append(os.fspath(benchmark))
        else:
            arguments += ["--qrels", _file("qrels", qrels, Path(folder) / "qrels.json", int)]
            if not isinstance(runs, Mapping) or not runs:
                raise BenchmarkError(f"runs={shown(runs)}: runs by name are needed")
            for row, (name, run) in enumerate(runs.items()):
                file = _file(f"runs[{name!r}]", run, Path(folder) / f"{row}.json", float)
                arguments += ["--run", f"{name}={file}"]
        if measures is not None:
            arguments += ["--measures", ",".join(measures)]
        done = subprocess.run(
            arguments,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
        )
    if done.returncode != 0:
        raise ProgramError(f"rankscope eval: {done.stderr.strip() or 'it ended without a word'}")
    return Report(json.loads(done.stdout))


def _file(place: str, given: Any, path: Path, kind: type) -> str:
    """The path of a list; what is given as a mapping is written to ``path``."""
    if not isinstance(given, Mapping):
        try:
            return os.fspath(given)
        except TypeError:
            raise BenchmarkError(
                f"{place}={shown(given)}: a path or {{query: {{document: number}}}} is needed"
            ) from None
    lists = {}
    for query, documents in given.items():
        if not isinstance(documents, Mapping):
            raise BenchmarkError(
                f"{place}, {query!r}: {{document: number}} is needed, not {shown(documents)}"
            )
        try:
            # Numbers of numpy and bools are written as Python's.
            numbers = {str(document): kind(number) for document, number in documents.items()}
            lists[str(query)] = numbers
        except (TypeError, ValueError) as error:
            raise BenchmarkError(f"{place}, {query!r}: {error}") from None
        if kind is int and any(kind(number) != number for number in documents.values()):
            raise BenchmarkError(f"{place}, {query!r}: grades are whole numbers")
    path.write_text(json.dumps(lists), encoding="utf-8")
    return str(path)
