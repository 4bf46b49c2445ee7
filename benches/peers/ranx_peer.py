"""ranx, compiled by numba; `asked.py` says how it is asked.

`values` has two kinds: as ranx orders equal scores, and with `trec-order` as a third word on
scores that were replaced by trec_eval's order, so that only definitions can differ.
"""

import collections
import importlib.metadata
import json
import sys

from asked import MEASURES, asked, print_values, serve
from ranx import Qrels, Run, evaluate

NAMES = [
    "precision@10", "recall@10", "recall@100", "map", "map@100",
    "ndcg", "ndcg@10", "mrr", "r-precision", "hit_rate@10",
]


def read(path):
    return Run.from_file(str(path), kind="trec")


def read_in_trec_order(path):
    """Score descending, ties by id descending, as scores without ties."""
    runs = collections.defaultdict(list)
    with open(path) as lines:
        for line in lines:
            query, _, image, _, score, _ = line.split()
            runs[query].append((float(score), image))
    return Run.from_dict({
        query: {image: float(-rank) for rank, (_, image) in enumerate(sorted(hits, reverse=True))}
        for query, hits in runs.items()
    })


def means(qrels, run):
    found = evaluate(qrels, run, NAMES, save_results_in_run=False)
    return {measure: float(found[name]) for measure, name in zip(MEASURES, NAMES)}


def main():
    task, qrels_path, runs = asked()
    qrels = Qrels.from_file(str(qrels_path), kind="trec")
    if task == "values":
        for system, path in runs.items():
            in_trec_order = sys.argv[3:] == ["trec-order"]
            run = read_in_trec_order(path) if in_trec_order else read(path)
            evaluate(qrels, run, NAMES)
            values = lambda query: [run.scores[name][query] for name in NAMES]
            print_values(system, run.get_query_ids(), values)
    elif task == "serve":
        in_memory = [read(path) for path in runs.values()]
        about = {name: importlib.metadata.version(name) for name in ["ranx", "numba", "numpy"]}
        serve(about, lambda: [means(qrels, run) for run in in_memory])
    elif task == "whole":
        print(json.dumps({s: means(qrels, read(path)) for s, path in runs.items()}))


main()
