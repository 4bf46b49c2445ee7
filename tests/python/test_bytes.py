"""Files are byte for byte those of ``rankscope build`` on the same arrays."""

import hashlib
import json
import unittest

import numpy as np
import rankscope
from program import InFolder
from program import rankscope as run

RECIPE = """
id = "mine"
title = "Mine"

[images]
ids = "images.txt"

[queries]
ids = "queries.txt"
texts = "texts.jsonl"

[[relevance]]
id = "qrels"
title = "Judgements"
counts_as = "What the judgements given to rankscope.write call relevant."
default = true
qrels = "judged.qrels"

[[systems]]
id = "CLIP-B-32"
title = "CLIP B/32"
gallery = "gallery.npy"
queries = "queries.npy"
"""


class Bytes(InFolder):
    def build(self, images, texts, qrels, gallery, queries):
        """The same benchmark by the native program, from files."""
        source = self.folder / "source"
        source.mkdir()
        (source / "recipe.toml").write_text(RECIPE)
        (source / "images.txt").write_text("".join(f"{one}\n" for one in images))
        (source / "queries.txt").write_text("".join(f"{one}\n" for one in texts))
        lines = [json.dumps({"id": one, "text": text}) + "\n" for one, text in texts.items()]
        (source / "texts.jsonl").write_text("".join(lines))
        judged = [f"{q} 0 {i} {grade}\n" for q, of in qrels.items() for i, grade in of.items()]
        (source / "judged.qrels").write_text("".join(judged))
        np.save(source / "gallery.npy", gallery)
        np.save(source / "queries.npy", queries)
        run("build", source / "recipe.toml", "--out", self.folder / "native")
        return self.folder / "native"

    def assert_same(self, gallery, queries):
        images = [f"im{row}.jpg" for row in range(len(gallery))]
        texts = {f"q{row}": f"Ein „Häuschen“ \\ \t{row}" for row in range(len(queries))}
        qrels = {one: {images[3]: 1, images[row + 4]: 2} for row, one in enumerate(texts)}
        native = self.build(images, texts, qrels, gallery, queries)
        mine = rankscope.write(
            self.folder / "mine",
            images=images,
            systems={"CLIP B/32": (gallery, queries)},
            queries=texts,
            qrels=qrels,
            title="Mine",
        )
        theirs = self.manifest(native)
        # Values are computed from the rest, and the page computes them where they are not there.
        theirs["files"] = [one for one in theirs["files"] if not one["path"].startswith("values/")]
        ours = self.manifest(mine)
        by_path = lambda file: file["path"]  # noqa: E731
        self.assertEqual(sorted(ours.pop("files"), key=by_path), sorted(theirs.pop("files"), key=by_path))
        self.assertEqual(ours, theirs)
        for file in self.manifest(mine)["files"]:
            data = (mine / file["path"]).read_bytes()
            self.assertEqual(data, (native / file["path"]).read_bytes(), file["path"])
            self.assertEqual(hashlib.sha256(data).hexdigest(), file["sha256"])
            self.assertEqual(len(data), file["bytes"])

    def test_float32(self):
        self.assert_same(self.vectors(4100, 37), self.vectors(9, 37))

    def test_float16(self):
        self.assert_same(self.vectors(50, 512, np.float16), self.vectors(5, 512, np.float16))

    def test_values_of_all_magnitudes(self):
        # From values that become subnormal halves to those whose squares only float64 holds.
        size = 10.0 ** self.random.uniform(-38, 37, size=(500, 1))
        spread = 10.0 ** self.random.uniform(-9, 0, size=(500, 61))
        gallery = (self.vectors(500, 61) * size * spread).astype(np.float32)
        self.assert_same(gallery, self.vectors(4, 61))

    def test_the_order_of_an_array_in_memory_makes_no_difference(self):
        gallery, queries = self.vectors(40, 8), self.vectors(3, 8)
        options = {"images": range(40), "queries": ["a", "b", "c"]}
        plain = rankscope.write(self.folder / "a", systems={"s": (gallery, queries)}, **options)
        turned = (np.asfortranarray(gallery), queries[::-1][::-1].astype(">f4"))
        other = rankscope.write(self.folder / "b", systems={"s": turned}, **options)
        self.assertEqual(self.manifest(plain)["files"], self.manifest(other)["files"])

    def test_float64_is_read_as_float32(self):
        gallery, queries = self.vectors(40, 8, np.float64), self.vectors(3, 8, np.float64)
        options = {"images": range(40), "queries": ["a", "b", "c"]}
        doubles = rankscope.write(self.folder / "a", systems={"s": (gallery, queries)}, **options)
        singles = (gallery.astype(np.float32), queries.astype(np.float32))
        other = rankscope.write(self.folder / "b", systems={"s": singles}, **options)
        self.assertEqual(self.manifest(doubles)["files"], self.manifest(other)["files"])

    def test_a_gallery_is_cut_as_natively(self):
        # A row of 64 Ki values takes 128 KiB, so a shard holds 1,024 rows.
        gallery = np.zeros((1030, 65_536), np.float16)
        gallery[:, 0] = 1
        gallery[1027, 5] = 2
        self.assert_same(gallery, gallery[1026:1030])
        shards = [one for one in self.manifest(self.folder / "mine")["files"] if "gallery" in one["path"]]
        self.assertEqual([one["rows"] for one in shards], [{"start": 0, "end": 1024}, {"start": 1024, "end": 1030}])


if __name__ == "__main__":
    unittest.main()
