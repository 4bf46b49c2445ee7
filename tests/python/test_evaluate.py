"""`rankscope.evaluate` gives what the program prints."""

import json
import unittest
from pathlib import Path

import numpy as np
import rankscope
from program import InFolder
from program import rankscope as run

FIXTURES = Path(__file__).parents[1] / "fixtures"


def lists(path, value):
    found = {}
    for line in path.read_text().splitlines():
        fields = line.split()
        found.setdefault(fields[0], {})[fields[2]] = value(fields)
    return found


class Evaluated(InFolder):
    def test_runs_and_judgements_in_memory_are_those_of_the_files(self):
        files = {"golden": FIXTURES / "trec.run"}
        qrels = FIXTURES / "trec.qrels"
        measures = ["trec:AP", "trec:nDCG@10", "trec:AP(rel=2)"]
        of_files = rankscope.evaluate(runs=files, qrels=qrels, measures=measures)
        printed = run("eval", "--qrels", qrels, "--run", f"golden={files['golden']}", "--measures", ",".join(measures), "--format", "json")
        self.assertEqual(of_files, json.loads(printed))
        # Numbers of numpy are numbers.
        scores = lists(files["golden"], lambda fields: np.float64(fields[4]))
        grades = lists(qrels, lambda fields: np.int32(fields[3]))
        of_memory = rankscope.evaluate(runs={"golden": scores}, qrels=grades, measures=measures)
        self.assertEqual(of_memory, of_files)
        self.assertEqual(list(of_memory.means["golden"]), sorted(measures))
        values = of_memory.per_query("trec:AP")["golden"]
        self.assertAlmostEqual(sum(values.values()) / len(values), of_memory.means["golden"]["trec:AP"], 12)

    def test_systems_of_a_benchmark(self):
        gallery = np.eye(4, dtype=np.float32)
        folder = rankscope.write(
            self.folder / "mine",
            images=["a", "b", "c", "d"],
            systems={"one": (gallery, gallery[:2] + 0.1)},
            queries=["first", "second"],
            qrels={"first": ["a"], "second": ["c"]},
        )
        report = rankscope.evaluate(folder, measures=["trec:RR"], options=("--system", "one"))
        self.assertEqual(report.per_query("trec:RR")["one"]["0"], 1.0)
        self.assertLess(report.per_query("trec:RR")["one"]["1"], 1.0)

    def test_what_is_wrong_is_said(self):
        qrels, scores = {"q": {"a": 1}}, {"q": {"a": 0.5}}
        for given, words in [
            ({}, "give a benchmark's folder, or runs and qrels"),
            ({"benchmark": "x", "runs": {"a": scores}, "qrels": qrels}, "give a benchmark's folder, or"),
            ({"runs": {"a": scores}}, "runs need qrels"),
            ({"runs": {"a": 7}, "qrels": qrels}, "a path or"),
            ({"runs": {"a": {"q": ["a"]}}, "qrels": qrels}, "document: number"),
            ({"runs": {"a": scores}, "qrels": {"q": {"a": 0.5}}}, "grades are whole numbers"),
            ({"runs": {"a": scores}, "qrels": qrels, "measures": "trec:AP"}, "lists of texts"),
        ]:
            with self.subTest(words), self.assertRaisesRegex(rankscope.BenchmarkError, words):
                rankscope.evaluate(**given)
        with self.assertRaisesRegex(rankscope.ProgramError, "is not a measure"):
            rankscope.evaluate(runs={"a": scores}, qrels=qrels, measures=["nothing"])


if __name__ == "__main__":
    unittest.main()
