"""trec_eval's C code, by way of pytrec_eval; `asked.py` says how it is asked."""

import importlib.metadata
import json
import platform
import statistics
import sys

import pytrec_eval
from asked import MEASURES, asked, print_values, serve

NAMES = [
    "P_10", "recall_10", "recall_100", "map", "map_cut_100",
    "ndcg", "ndcg_cut_10", "recip_rank", "Rprec", "success_10",
]


def read(path):
    with open(path) as lines:
        return pytrec_eval.parse_run(lines)


def read_sharing_ids(path):
    """Twelve runs stay in memory together: each id is kept once."""
    return {query: {sys.intern(image): score for image, score in hits.items()}
            for query, hits in read(path).items()}


def means(evaluator, run):
    values = evaluator.evaluate(run).values()
    return {measure: statistics.fmean(of_query[name] for of_query in values)
            for measure, name in zip(MEASURES, NAMES)}


def main():
    task, qrels, runs = asked()
    with open(qrels) as lines:
        evaluator = pytrec_eval.RelevanceEvaluator(pytrec_eval.parse_qrel(lines), NAMES)
    if task == "values":
        for system, path in runs.items():
            found = evaluator.evaluate(read(path))
            print_values(system, found, lambda query: [found[query][name] for name in NAMES])
    elif task == "serve":
        in_memory = [read_sharing_ids(path) for path in runs.values()]
        version = importlib.metadata.version("pytrec-eval-terrier")
        about = {"pytrec-eval-terrier": version, "python": platform.python_version()}
        serve(about, lambda: [means(evaluator, run) for run in in_memory])
    elif task == "whole":
        print(json.dumps({s: means(evaluator, read(path)) for s, path in runs.items()}))


main()
