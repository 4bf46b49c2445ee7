"""Measures of a written benchmark, by ``rankscope eval``, equal a brute force in numpy."""

import json
import warnings

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

    def test_dot_products_rank_as_in_numpy(self):
        # Lengths that differ forty-fold, and a vector of length 0, whose product with all is 0.
        gallery = self.gallery * np.geomspace(0.2, 8, 300, dtype=np.float32)[self.random.permutation(300)][:, None]
        gallery[7] = 0
        given = {"images": self.images, "queries": [f"query {row}" for row in range(40)]}
        given["qrels"] = {row: [self.images[row]] for row in range(40)}
        out = rankscope.write(self.folder / "dot", systems={"s": (gallery, self.queries)}, metric="dot", **given)
        self.benchmark = out
        report = self.evaluated("trec:RR")
        products = self.queries.astype(np.float64) @ gallery.astype(np.float64).T
        lengths = np.linalg.norm(gallery.astype(np.float64), axis=1)
        by_dot, by_cosine = (self.reciprocal(one) for one in (products, products / np.where(lengths > 0, lengths, 1)))
        # Stored vectors are rounded to float16, which exchanges a few neighbours.
        self.assertAlmostEqual(self.mean(report, "s", "trec:RR"), by_dot, delta=1e-4)
        self.assertGreater(abs(by_dot - by_cosine), 1e-3)
        system = self.manifest(out)["systems"][0]
        self.assertEqual((system["dim"], system["metric"]), (25, "cosine"))
        self.assertIn("dot product", system["description"])

    def reciprocal(self, scores):
        """The mean reciprocal rank where image n is relevant to query n."""
        own = scores[np.arange(40), np.arange(40)][:, None]
        return (1 / (1 + (scores > own).sum(axis=1))).mean()

    def test_unequal_lengths_are_said_once(self):
        gallery = self.gallery / np.linalg.norm(self.gallery, axis=1, keepdims=True)
        scaled = gallery.copy()
        scaled[3], scaled[8] = scaled[3] * 0.19, scaled[8] * 7.83
        given = {"images": self.images}
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            rankscope.write(self.folder / "even", systems={"s": gallery}, **given)
            rankscope.write(self.folder / "dot", systems={"s": scaled}, metric="dot", **given)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            rankscope.write(self.folder / "uneven", systems={"s": scaled}, shard_rows=50, **given)
            rankscope.write_partition(self.folder / "parts", "s", scaled, 0, shard_rows=50)
        words = r"differ 41.2-fold \(from 0.19 in row 3 to 7.83 in row 8\), and rankscope compares by cosine"
        self.assertEqual(len(said), 2)
        for one in said:
            self.assertRegex(str(one.message), words)
            self.assertEqual(one.filename, __file__)

    def test_the_native_check_finds_nothing(self):
        if not has_command("check"):
            self.skipTest("this program has no command check")
        run("check", self.benchmark)
