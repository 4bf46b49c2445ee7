"""Input that no benchmark can be made of is refused by its argument and row, and leaves nothing
behind. Where the native builder reads the same arrays, it refuses them with the same words."""

import subprocess
import warnings
from pathlib import Path

import numpy as np
import rankscope
from program import BIN, InFolder
from test_bytes import RECIPE

IMAGES = [f"im{row}" for row in range(6)]
QUERIES = {"q0": "a heron", "q1": "two herons"}


class Writing(InFolder):
    def setUp(self):
        super().setUp()
        self.gallery, self.queries = self.vectors(6, 4), self.vectors(2, 4)

    def write(self, **changed):
        options = {
            "images": IMAGES,
            "queries": QUERIES,
            "qrels": {"q0": ["im1"], "q1": ["im2"]},
            "systems": {"s": (self.gallery, self.queries)},
            **changed,
        }
        return rankscope.write(self.folder / "out", **options)

    def assert_refused(self, message, **changed):
        before = sorted(self.folder.iterdir())
        with self.assertRaisesRegex(rankscope.BenchmarkError, message):
            self.write(**changed)
        self.assertEqual(sorted(self.folder.iterdir()), before, "something was left behind")


class Refused(Writing):
    def native_message(self, gallery, queries):
        """What the native builder says of the same arrays."""
        (self.folder / "recipe.toml").write_text(RECIPE)
        (self.folder / "images.txt").write_text("\n".join(IMAGES))
        (self.folder / "queries.txt").write_text("\n".join(QUERIES))
        texts = [f'{{"id": "{one}", "text": "{text}"}}\n' for one, text in QUERIES.items()]
        (self.folder / "texts.jsonl").write_text("".join(texts))
        (self.folder / "judged.qrels").write_text("q0 0 im1 1\n")
        np.save(self.folder / "gallery.npy", gallery)
        np.save(self.folder / "queries.npy", queries)
        arguments = ["build", self.folder / "recipe.toml", "--out", self.folder / "native"]
        done = subprocess.run([BIN, *arguments], capture_output=True, encoding="utf-8")
        self.assertNotEqual(done.returncode, 0)
        return " ".join(done.stderr.split())

    def test_vectors_as_natively(self):
        nan, infinite, zero = self.gallery.copy(), self.gallery.copy(), self.gallery.copy()
        nan[4, 2], infinite[1, 0], zero[5] = np.nan, np.inf, 0
        for gallery, words in [
            (nan, "row 4: value 2 is (?i:nan)"),
            (infinite, "row 1: value 0 is inf"),
            (zero, "row 5: all its values are 0, so it has no direction"),
            (self.gallery[:5], "has 5 rows, and there are 6 image"),
            (self.vectors(6, 5), "of dim 4, and .* of dim 5: both must be of the same space"),
            (self.gallery[0], "its shape is \\[4\\], but \\[rows, dim\\] is needed"),
            (np.ones((6, 4), np.int32), "float32.* is needed: .*array.astype\\('float32'\\)"),
            (np.zeros((6, 0), np.float32), "its rows have 0 values"),
        ]:
            with self.subTest(words):
                self.assert_refused(words, systems={"s": (gallery, self.queries)})
                self.assertRegex(self.native_message(gallery, self.queries), words)

    def test_query_vectors(self):
        damaged = self.queries.copy()
        damaged[1, 3] = -np.inf
        name = "systems\\['s'\\], queries"
        self.assert_refused(f"{name}, row 1: value 3 is -inf", systems={"s": (self.gallery, damaged)})
        systems = {"s": (self.gallery, self.queries[:1])}
        self.assert_refused(f"{name} has 1 rows, and there are 2 queries", systems=systems)
        systems = {"s": (self.gallery, self.queries, self.queries)}
        self.assert_refused("\\(gallery, queries\\) is needed, not 3 arrays", systems=systems)

    def test_a_float64_too_large_for_float32(self):
        gallery = self.gallery.astype(np.float64)
        gallery[2, 1] = 1e300
        self.assert_refused("row 2: value 1 is 1e\\+300", systems={"s": (gallery, self.queries)})

    def test_rows_are_counted_over_all_blocks(self):
        gallery = self.vectors(3000, 700)
        gallery[2999, 699] = np.nan
        systems = {"s": (gallery, self.vectors(2, 700))}
        self.assert_refused("row 2999: value 699 is nan", images=range(3000), systems=systems, qrels=None)

    def test_ids(self):
        self.assert_refused("images\\[3\\]: the id im1 is in row 1 already", images=["im0", "im1", "im2", "im1"])
        self.assert_refused("images\\[1\\]: the id 'im 1' has white space in it", images=["im0", "im 1"])
        self.assert_refused("images\\[1\\]: an id is missing", images=["im0", ""])
        self.assert_refused("images\\[1\\]: an id is missing", images=["im0", {"caption": "a heron"}])
        self.assert_refused("images\\[0\\]: an id is a text or a whole number", images=[0.5])
        self.assert_refused("images\\[0\\]: the key 'url' is unknown", images=[{"id": "a", "url": "b"}])
        self.assert_refused("images: there is none", images=[])
        self.assert_refused("queries\\['a b'\\]: the id 'a b' has white space", queries={"a b": "text"})
        self.assert_refused("queries\\[1\\]: the query has no text", queries=["a heron", " "])
        self.assert_refused("queries\\[1\\]: a text is needed, not 7", queries=["a heron", 7])
        self.assert_refused("a list of texts is needed, not one text", queries="a heron")
        twice = [{"id": "q", "text": "one"}, {"id": "q", "text": "two"}]
        self.assert_refused("queries\\[1\\]: the id q is in row 0 already", queries=twice)

    def test_names_of_systems(self):
        pair = (self.gallery, self.queries)
        self.assert_refused("'CLIP B' and 'clip-b' would have the same id", systems={"CLIP B": pair, "clip-b": pair})
        self.assert_refused("has no letter or digit", systems={"…": pair})

    def test_judgements(self):
        self.assert_refused("qrels\\['q1'\\] judges image im9, and the corpus has no such image", qrels={"q1": ["im9"]})
        self.assert_refused("qrels\\['q1'\\] judges image im2 twice", qrels={"q1": ["im2", "im2"]})
        listed = {"queries": list(QUERIES.values()), "qrels": {1: ["im2"], "1": ["im3"]}}
        self.assert_refused("the query 1 is judged twice", **listed)
        self.assert_refused("the grade 0.5 is not a whole number", qrels={"q1": {"im2": 0.5}})
        self.assert_refused("the grade 4294967296 is not", qrels={"q1": {"im2": 2**32}})
        self.assert_refused("a list of images is needed, not one text", qrels={"q1": "im2"})
        self.assert_refused("no image relevant to any query", qrels={"q1": {"im2": 0}})
        self.assert_refused("no image relevant to any query", qrels={"unknown": ["im2"]})
        self.assert_refused("there are none: give queries too", queries=None, systems=None)
        self.assert_refused("a dictionary is needed", qrels=[["im2"], ["im3"]])
        with self.assertWarnsRegex(UserWarning, "1 of 2 queries have no judgement"):
            self.write(qrels={"q1": ["im2"]})

    def test_captions(self):
        self.assert_refused("captions has 1 rows, and there are 6 images", captions=["a heron"])
        self.assert_refused("captions\\['im9'\\]: the corpus has no such image", captions={"im9": "a heron"})

    def test_pictures(self):
        self.assert_refused("images\\[1\\]: there is no file", images=["im0", Path("missing.jpg")])
        broken = self.folder / "broken.jpg"
        broken.write_bytes(b"no picture")
        options = {"images": [broken], "systems": None, "queries": None, "qrels": None}
        try:
            import PIL  # noqa: F401
        except ImportError:
            self.assert_refused("thumbnails need Pillow", pictures="thumbnails", **options)
        else:
            self.assert_refused("broken.jpg: it cannot be read as a picture", **options)
        self.assert_refused("use 'thumbnails', 'copies' or 'uri'", pictures="small", **options)


class Replaced(Writing):
    """What is at the destination already."""

    def test_only_with_force_and_only_a_benchmark(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            out = self.write()
        before = (out / "benchmark.json").read_bytes()
        self.assert_refused("exists already: .* add force=True to replace it", title="Other")
        self.assert_refused("row 0", systems={"s": (np.zeros((6, 4)), self.queries)}, force=True)
        self.assertEqual((out / "benchmark.json").read_bytes(), before, "the old one is whole")
        self.write(title="Other", force=True)
        self.assertEqual(self.manifest(out)["title"], "Other")
        (out / "notes.txt").write_text("dear")
        self.assert_refused("holds 1 files .* such as notes.txt: force would lose them", force=True)
        self.assertEqual((out / "notes.txt").read_text(), "dear")
        self.assertEqual(list(self.folder.iterdir()), [out])

    def test_neither_files_nor_other_folders(self):
        out = self.folder / "out"
        out.mkdir()
        (out / "letter").write_text("dear")
        self.assert_refused("is not a benchmark", force=True)
        self.assertEqual((out / "letter").read_text(), "dear")
        (out / "letter").unlink()
        self.write(force=True)

    def test_a_file(self):
        (self.folder / "out").write_text("dear")
        self.assert_refused("is not a folder, so force does not replace it", force=True)
