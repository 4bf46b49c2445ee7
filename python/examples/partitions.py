"""Makes a benchmark in parts, on as many processes or machines as there are.

    pip install "ray[data]"    # or daft, or neither: --with processes
    PYTHONPATH=python/src python python/examples/partitions.py captions public/fieldbook -o corpus --with ray
    rankscope index corpus

Each part is one task: it makes the vectors of its rows and calls rankscope.write_partition. Tasks know
nothing of each other, may fail and run again, and may run anywhere that sees the folder. To use it with a
model of yours, change ``embed`` and what a source reads; the rest stays.
"""

from __future__ import annotations

import argparse
import functools
import gzip
import json
import multiprocessing
import re
import time
import zlib
from pathlib import Path

import numpy as np
import rankscope


def embed(texts: list[str], dim: int) -> np.ndarray:
    """Vectors ``[texts, dim]`` that count words by their hash: where your model would be."""
    vectors = np.zeros((len(texts), dim), np.float32)
    vectors[:, 0] = 0.01  # a text without words needs a direction, too
    for row, text in enumerate(texts):
        for word in re.findall(r"\w+", text.lower()):
            digest = zlib.crc32(word.encode())
            vectors[row, digest % dim] += 1 if digest >> 31 else -1
    return vectors


class Captions:
    """The images of a benchmark, embedded by their captions, with its queries and judgements."""

    system = "Hashed words"

    def __init__(self, benchmark: Path, dim: int) -> None:
        self.benchmark, self.dim = benchmark, dim
        self.manifest = json.loads((benchmark / "benchmark.json").read_text(encoding="utf-8"))
        self.n_rows = self.manifest["counts"]["images"]

    def part(self, start: int, end: int) -> tuple[np.ndarray, list[dict]]:
        images = []
        for file in self.manifest["files"]:
            if not file["path"].startswith("images/"):
                continue
            first, last = file["rows"]["start"], file["rows"]["end"]
            if first < end and last > start:
                listed = [json.loads(line) for line in self.lines(file["path"])]
                images += listed[max(start - first, 0) : end - first]
        kept = [{"id": one["id"], "caption": one.get("caption", "")} for one in images]
        return embed([one["caption"] for one in kept], self.dim), kept

    def write_queries(self, folder: Path) -> None:
        queries = [json.loads(line) for line in self.lines("queries.jsonl")]
        qrels: dict[str, dict[str, int]] = {}
        default = next(one for one in self.manifest["relevance"] if one["default"])
        for line in self.lines(default["path"]):
            query, _, image, grade = line.split()
            qrels.setdefault(query, {})[image] = int(grade)
        vectors = embed([query["text"] for query in queries], self.dim)
        rankscope.write_queries(folder, queries, systems={self.system: vectors}, qrels=qrels)

    def lines(self, path: str) -> list[str]:
        data = (self.benchmark / path).read_bytes()
        return (gzip.decompress(data) if path.endswith(".gz") else data).decode().splitlines()


class Made:
    """Random vectors without images, of any number, with random judgements: a corpus to measure with."""

    system = "Made"

    def __init__(self, n_rows: int, dim: int) -> None:
        self.n_rows, self.dim = n_rows, dim

    def part(self, start: int, end: int) -> tuple[np.ndarray, None]:
        random = np.random.default_rng([20, start])
        return random.standard_normal((end - start, self.dim), np.float32), None

    def write_queries(self, folder: Path) -> None:
        queries = [{"id": f"q{row}", "text": f"made query {row}"} for row in range(100)]
        vectors = np.random.default_rng(21).standard_normal((len(queries), self.dim), np.float32)
        # Ten relevant rows each, by their numbers.
        rows = np.random.default_rng(22).choice(self.n_rows, (len(queries), 10), replace=False)
        qrels = {
            query["id"]: {str(row): 1 for row in sorted(own)}
            for query, own in zip(queries, rows.tolist(), strict=True)
        }
        rankscope.write_queries(folder, queries, systems={self.system: vectors}, qrels=qrels)


def write_part(source: Captions | Made, folder: Path, part_rows: int, part: int) -> str:
    """One task: it reads, embeds and writes one part."""
    start = part * part_rows
    vectors, images = source.part(start, min(start + part_rows, source.n_rows))
    n_parts = -(-source.n_rows // part_rows)
    side_file = rankscope.write_partition(
        folder, source.system, vectors, part, images=images, first_row=start, n_parts=n_parts
    )
    return str(side_file)


def with_ray(task, n_parts: int, n_processes: int) -> None:
    import ray

    # Where a cluster runs, ray.init() without arguments finds it.
    ray.init(num_cpus=n_processes, include_dashboard=False)
    parts = ray.data.from_items(range(n_parts), override_num_blocks=n_parts)
    parts.map(lambda row: {"side_file": task(row["item"])}).materialize()


def with_daft(task, n_parts: int, n_processes: int) -> None:
    import daft

    @daft.cls(use_process=True, max_concurrency=n_processes)
    class Writer:
        @daft.method(return_dtype=daft.DataType.string())
        def write(self, part: int) -> str:
            return task(part)

    parts = daft.from_pydict({"part": list(range(n_parts))}).into_batches(1)
    parts.select(Writer().write(parts["part"])).collect()


def with_processes(task, n_parts: int, n_processes: int) -> None:
    with multiprocessing.get_context("spawn").Pool(n_processes) as pool:
        pool.map(task, range(n_parts), chunksize=1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    kinds = parser.add_subparsers(dest="kind", required=True)
    captions = kinds.add_parser("captions", help="a benchmark's images by their captions")
    captions.add_argument("benchmark", type=Path)
    made = kinds.add_parser("made", help="random vectors")
    made.add_argument("--rows", type=int, default=5_000_000)
    runners = {"ray": with_ray, "daft": with_daft, "processes": with_processes}
    for kind, part_rows in ((captions, 2_000), (made, 131_072)):
        kind.add_argument("-o", "--out", type=Path, required=True, help="the folder to write to")
        kind.add_argument("--dim", type=int, default=512)
        kind.add_argument("--part-rows", type=int, default=part_rows)
        kind.add_argument("--with", dest="runner", choices=runners, default="processes")
        kind.add_argument("--processes", type=int, default=multiprocessing.cpu_count())
    given = parser.parse_args()
    if given.kind == "captions":
        source = Captions(given.benchmark.resolve(), given.dim)
    else:
        source = Made(given.rows, given.dim)
    folder = given.out.resolve()
    n_parts = -(-source.n_rows // given.part_rows)
    began = time.perf_counter()
    source.write_queries(folder)
    task = functools.partial(write_part, source, folder, given.part_rows)
    runners[given.runner](task, n_parts, given.processes)
    seconds = time.perf_counter() - began
    print(f"{n_parts} parts in {seconds:.1f} s: now rankscope index {given.out}")


if __name__ == "__main__":
    main()
