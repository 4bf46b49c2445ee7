"""Measures of a written benchmark, by ``rankscope eval``, equal a brute force in numpy."""

import json

import numpy as np
import rankscope
from program import InFolder, has_command
from program import rankscope as run


def unit(vectors):
    """As stored: of length 1, rounded to float16, and read as float64."""
    doubles = vectors.astype(np.float64)
    return (doubles / np.linalg.norm(doubles, axis=1, keepdims=True)).astype(np.float16).astype(np.float64)


class Measures(InFolder):
    def setUp(self):
        super().setUp()
        self.gallery, self.queries = self.vectors(300, 24), self.vectors(40, 24)
        self.images = [f"im{row}" for row in range(300)]
        # Pictures near a query are likelier to be relevant, so that no measure is near 0.
        self.scores = unit(self.queries) @ unit(self.gallery).T
        drawn = self.random.random((40, 300)) < 1 / (1 + np.exp(8 - 14 * self.scores))
        self.grades = drawn * self.random.integers(1, 4, size=(40, 300))
        self.grades[drawn.sum(axis=1) == 0, 0] = 1
        qrels = {
            row: {self.images[image]: int(self.grades[row, image]) for image in np.flatnonzero(self.grades[row])}
            for row in range(40)
        }
        self.benchmark = rankscope.write(
            self.folder / "mine",
            images=self.images,
            systems={"one": (self.gallery, self.queries), "other": (self.gallery[::-1].copy(), self.queries)},
            queries=[f"query {row}" for row in range(40)],
            qrels=qrels,
        )

    def evaluated(self, measures):
        text = run("eval", "--benchmark", self.benchmark, "--measures", measures, "--format", "json")
        return json.loads(text)

    def mean(self, report, system, measure):
        return report["runs"][system][measure]["mean"]

    def test_equal_brute_force(self):
        report = self.evaluated("trec:RR,trec:P@10,trec:R@50,trec:AP,trec:nDCG@10")
        for system, scores in [("one", self.scores), ("other", self.scores[:, ::-1])]:
            order = np.argsort(-scores, axis=1, kind="stable")
            grades = np.take_along_axis(self.grades, order, axis=1)
            hits = grades > 0
            n = hits.sum(axis=1)
            precision = np.cumsum(hits, axis=1) / np.arange(1, 301)
            discount = 1 / np.log2(np.arange(2, 12))
            ideal = -np.sort(-self.grades, axis=1)
            expected = {
                "trec:RR": (1 / (1 + hits.argmax(axis=1))).mean(),
                "trec:P@10": hits[:, :10].mean(axis=1).mean(),
                "trec:R@50": (hits[:, :50].sum(axis=1) / n).mean(),
                "trec:AP": ((precision * hits).sum(axis=1) / n).mean(),
                "trec:nDCG@10": ((grades[:, :10] @ discount) / (ideal[:, :10] @ discount)).mean(),
            }
            for measure, value in expected.items():
                self.assertAlmostEqual(self.mean(report, system, measure), value, 9, f"{system} {measure}")

    def test_the_native_check_finds_nothing(self):
        if not has_command("check"):
            self.skipTest("this program has no command check")
        run("check", self.benchmark)
