"""The headline measures of a benchmark's systems as one would compute them with numpy: a product of
matrices, argpartition, and the formulas. Prints {system: {measure relevance: mean}} as JSON."""

import gzip
import json
import struct
import sys
from pathlib import Path

import numpy as np

QUERIES_AT_ONCE = 32
DTYPES = {"F16": np.float16, "F32": np.float32, "I8": np.int8}


def tensors(path):
    data = path.read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    for name, entry in json.loads(data[8 : 8 + length]).items():
        if name != "__metadata__":
            start, end = (8 + length + offset for offset in entry["data_offsets"])
            yield name, np.frombuffer(data[start:end], DTYPES[entry["dtype"]]).reshape(entry["shape"])


def vectors(path):
    """A shard as float32 [rows, dim]; int8 codes have a scale per row."""
    of = dict(tensors(path))
    if "codes" in of:
        return of["codes"].astype(np.float32) * of["scales"][:, None]
    return of["vectors"].astype(np.float32)


def lines(path):
    return (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf8")


def main(folder):
    manifest = json.loads((folder / "benchmark.json").read_text())
    with lines(folder / "queries.jsonl") as file:
        queries = {json.loads(line)["id"]: row for row, line in enumerate(file)}
    images = {}
    for entry in manifest["files"]:
        if entry["path"].startswith("images/") and "rows" in entry:
            with lines(folder / entry["path"]) as file:
                for line in file:
                    images[json.loads(line)["id"]] = len(images)
    columns = [(headline["measure"], headline["relevance"]) for headline in manifest["headlines"]]
    definitions = {one["id"]: one["path"] for one in manifest["relevance"]}
    relevant = {}
    for name in {name for _, name in columns}:
        relevant[name] = np.zeros((len(queries), len(images)), bool)
        with lines(folder / definitions[name]) as file:
            for line in file:
                query, _, image, grade = line.split()
                relevant[name][queries[query], images[image]] = int(grade) > 0
    n_relevant = {name: matrix.sum(1) for name, matrix in relevant.items()}
    deepest = np.maximum.reduce(list(n_relevant.values()))
    discounts = 1 / np.log2(np.arange(2, 52))
    report = {}
    for system in manifest["systems"]:
        gallery = np.concatenate([vectors(folder / path) for path in system["gallery"]])
        asked = vectors(folder / system["queries"])
        values = {column: [] for column in columns}
        for first in range(0, len(asked), QUERIES_AT_ONCE):
            scores = asked[first : first + QUERIES_AT_ONCE] @ gallery.T
            for query, row in enumerate(scores, first):
                k = max(50, deepest[query])
                best = np.argpartition(-row, min(k, len(row) - 1))[:k]
                best = best[np.argsort(-row[best], kind="stable")]
                for measure, name in columns:
                    r = n_relevant[name][query]
                    if r:
                        hits = relevant[name][query, best]
                        values[measure, name].append(value(measure, hits, int(r), discounts))
        report[system["id"]] = {" ".join(column): float(np.mean(of)) for column, of in values.items()}
    print(json.dumps(report))


def value(measure, hits, r, discounts):
    if measure == "inquire:AP@50":
        return precisions(hits[:50]) / min(r, 50)
    if measure == "eccv:mAP@R":
        return precisions(hits[:r]) / r
    if measure == "inquire:nDCG@50":
        return (hits[:50] * discounts).sum() / discounts[: min(r, 50)].sum()
    if measure.startswith("eccv:R@"):
        return float(hits[: int(measure[7:])].any())
    raise ValueError(f"{measure} is not written here")


def precisions(hits):
    """The sum of the precisions at the relevant hits."""
    places = np.flatnonzero(hits)
    return (np.arange(1, len(places) + 1) / (places + 1)).sum()


main(Path(sys.argv[1]))
