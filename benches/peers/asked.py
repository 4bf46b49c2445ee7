"""How a peer is asked, the same for each.

PEER values FOLDER   a line for each system and query: ids and values, apart by tabs
PEER serve FOLDER    reads the files, then one repetition in memory for every line that it reads
PEER whole FOLDER    reads run and qrels files, evaluates, prints means as JSON
"""

import json
import pathlib
import sys
import time

# Rankscope's names of the measures, in the order of all tables and lines.
MEASURES = [
    "trec:P@10", "trec:R@10", "trec:R@100", "trec:AP", "trec:AP@100",
    "trec:nDCG", "trec:nDCG@10", "trec:RR", "trec:Rprec", "trec:Success@10",
]


def print_values(system, queries, values):
    """`values(query)` gives a query's values in the order of MEASURES."""
    for query in queries:
        print(system, query, *map(repr, map(float, values(query))), sep="\t")


def serve(about, evaluate):
    """`about` says which versions; `evaluate()` is what is measured."""
    print(json.dumps(about), flush=True)
    for _ in sys.stdin:
        start = time.perf_counter()
        evaluate()
        print(json.dumps({"seconds": time.perf_counter() - start}), flush=True)


def asked():
    """The task, the qrels file, and the run files by system."""
    task, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    runs = {path.stem: path for path in sorted(folder.glob("*.run"))}
    return task, folder / "qrels.txt", runs
