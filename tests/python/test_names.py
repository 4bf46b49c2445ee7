"""Names that judgements, captions and files have for queries and images: which is meant, and which one was
meant where none is."""

import json
import os
import unicodedata
import unittest
import warnings
from pathlib import Path

import numpy as np
import rankscope
from program import InFolder
from program import rankscope as run

COMPOSED, DECOMPOSED = (unicodedata.normalize(form, "Ocaña Café") for form in ("NFC", "NFD"))


class Naming(InFolder):
    def setUp(self):
        super().setUp()
        self.n_written = 0

    def write(self, **given):
        self.n_written += 1
        return rankscope.write(self.folder / f"out{self.n_written}", **{"images": ["im0", "im1", "im2"], **given})

    def qrels(self, **given):
        return (self.write(**given) / "relevance" / "qrels.qrels").read_text(encoding="utf-8").splitlines()

    def refused(self, message, **given):
        with self.assertRaisesRegex(rankscope.BenchmarkError, message):
            self.write(**given)


class OfQueries(Naming):
    def test_texts_that_look_like_ids(self):
        """Brute force over all sets of names: each line judges the query that the one complete reading means."""
        texts = ["2", "0", "7", "1"]
        by_id = {"0": 0, "1": 1, "2": 2, "3": 3}
        by_text = {"2": 0, "0": 1, "7": 2, "1": 3}
        for chosen in range(1, 1 << 6):
            names = [name for bit, name in enumerate(["0", "1", "2", "3", "7", "unknown"]) if chosen >> bit & 1]
            readings = [reading for reading in (by_id, by_text) if all(name in reading for name in names)]
            if not readings:
                readings = [one for one in (by_id, by_text) if any(name in one for name in names)]
            given = {"queries": texts, "qrels": {name: ["im0"] for name in names}}
            with self.subTest(names), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                meant = [sorted(reading[name] for name in names if name in reading) for reading in readings]
                if len(readings) == 1:
                    self.assertEqual(self.qrels(**given), [f"{row} 0 im0 1" for row in meant[0]])
                else:
                    self.refused("qrels (may name|names) queries by|has no image", **given)

    def test_what_fits_both_is_refused_with_an_example(self):
        given = {"queries": ["1", "0"], "qrels": {"0": ["im0"], "1": ["im1"]}}
        self.refused("'0' is the id of query 0 and the text of query 1: name all by id", **given)
        # Whole numbers are no texts.
        self.assertEqual(self.qrels(queries=["1", "0"], qrels={0: ["im0"], 1: ["im1"]}), ["0 0 im0 1", "1 0 im1 1"])
        # Both readings say the same.
        self.assertEqual(self.qrels(queries=["0", "1"], qrels={"0": ["im0"], "1": ["im1"]}), ["0 0 im0 1", "1 0 im1 1"])
        mixed = {"queries": {"a": "a heron", "b": "two herons"}, "qrels": {"a": ["im0"], "two herons": ["im1"]}}
        self.refused("by their ids, such as 'a', and by their texts, such as 'two herons'", **mixed)

    def test_equal_texts(self):
        queries = {"a": "a heron", "b": "a dog", "c": "a heron"}
        self.refused("the queries a and c both have this text: name queries by their ids", queries=queries, qrels={"a heron": ["im0"]})
        with self.assertWarnsRegex(UserWarning, "2 of 3 queries have no judgement"):
            self.assertEqual(self.qrels(queries=queries, qrels={"a dog": ["im0"]}), ["b 0 im0 1"])
        self.assertEqual(len(self.qrels(queries=queries, qrels={one: ["im0"] for one in queries})), 3)

    def test_none_little_or_most_of_them(self):
        queries = {f"{row:06}": f"text {row}" for row in range(10)}
        for names, difference in [
            ([f"{row}" for row in range(1, 10)], "zeros before the number"),
            ([f"{row:06}.0" for row in range(10)], "the '.0' at the end"),
            ([f"{row:06}#3" for row in range(10)], "the number after '#'"),
            ([f"TEXT {row}" for row in range(10)], "upper and lower case"),
        ]:
            self.refused(f"none of its .* queries is .* differs in {difference}", queries=queries, qrels={name: ["im0"] for name in names})
        self.refused("none of its 1 queries .*the nearest to 'text 77' is 'text 7'", queries=queries, qrels={"text 77": ["im0"]})
        few = {name: ["im0"] for name in ["000001", *(f"other{row}" for row in range(9))]}
        with self.assertWarnsRegex(UserWarning, "9 of 10 queries in qrels are none of this benchmark's 10 and are left out, such as 'other0'"):
            self.qrels(queries=queries, qrels=few)
        one = {**{name: ["im0"] for name in list(queries)[1:]}, "0": ["im0"]}
        with self.assertWarnsRegex(UserWarning, "1 of 10 .* nearest to '0' is '000000', which differs in zeros before the number"):
            self.qrels(queries=queries, qrels=one)
        with warnings.catch_warnings():
            # A benchmark may have some of the queries that were judged.
            warnings.simplefilter("error")
            self.qrels(queries=queries, qrels={**{name: ["im0"] for name in queries}, **{f"other{row}": ["im0"] for row in range(90)}})

    def test_unicode_forms(self):
        queries = {unicodedata.normalize("NFD", "é1"): DECOMPOSED, "b": "a dog"}
        for name in (COMPOSED, DECOMPOSED, "é1"):
            with self.assertWarnsRegex(UserWarning, "1 of 2"):
                self.assertEqual(len(self.qrels(queries=queries, qrels={name: ["im0"]})), 1)

    def test_of_parts(self):
        with self.assertRaisesRegex(rankscope.BenchmarkError, "differs in zeros before the number"):
            rankscope.write_queries(self.folder / "parts", {"007": "a heron"}, qrels={7: ["anything"]})


class OfImages(Naming):
    def test_the_nearest_id_is_said(self):
        coco = [f"{row:012}" for row in (391895, 522418, 184613)]
        for known, asked, words in [
            (coco, "391895.jpg", "'000000391895', which differs in the ending and in zeros before the number"),
            (coco, "COCO_val2014_000000391895", "'000000391895', which differs in what stands before the number"),
            (coco, "391895.0", "'000000391895', which differs in the '.0' at the end and in zeros before the number"),
            (["val/a.jpg", "val/b.jpg"], "a.jpg", "'val/a.jpg', which differs in the folder"),
            (["photos/a.jpg", "b"], "photos\\a.jpg", "'photos/a.jpg', which differs in slashes"),
            (["IMG_0001", "b"], "img_0001", "'IMG_0001', which differs in upper and lower case"),
            (["grey_heron", "b"], "grey heron.png", "'grey_heron', which differs in white space and in the ending"),
            (["1001.jpg", "b"], "1001.jpg#0", "'1001.jpg', which differs in the number after '#'"),
            (["heron", "dog"], "hern", "'heron'$"),
        ]:
            with self.subTest(asked):
                given = {"images": known, "queries": ["x"], "qrels": {"x": {known[1]: 1, asked: 1}}}
                self.refused(f"judges image .*, and the corpus has no such image \\(1 of 2 .*nearest to .* is {words}", **given)
                self.refused(f"the corpus has no such image \\(1 of 1 .*nearest to .* is {words}", images=known, captions={asked: "x"})

    def test_counts_of_all(self):
        qrels = {"x": [f"im{row}.jpg" for row in range(3)], "y": ["im1"]}
        self.refused(r"qrels\['x'\] judges image im0.jpg, .* \(3 of 4 .*\(3 of 3 would meet\)", queries=["x", "y"], qrels=qrels)

    def test_one_name_in_two_unicode_forms(self):
        name = DECOMPOSED.replace(" ", "_")
        self.assertEqual(self.qrels(images=[name, "b"], queries=["x"], qrels={"x": [COMPOSED.replace(" ", "_")]}), [f"0 0 {name} 1"])
        self.refused(r"images\[1\]: the id .* is in row 0 already", images=[name, COMPOSED.replace(" ", "_")])

    def test_a_name_that_is_an_id_and_a_path(self):
        # Files without endings, as those named by a hash.
        (self.folder / "p" / "p").mkdir(parents=True)
        for path in ("p/p/f", "p/f"):
            (self.folder / path).write_bytes(path.encode())
        before = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, before)
        given = {"images": ["p/p/f", "p/f"], "pictures": "uri", "queries": ["x"]}
        self.refused(r"'p/f' is the id of images\[0\] and the path of images\[1\]", qrels={"x": ["p/f"]}, **given)
        self.assertEqual(self.qrels(qrels={"x": [Path("p/f")]}, **given), ["0 0 f 1"])


class OfSystems(Naming):
    def test_one_name_in_two_unicode_forms(self):
        names = {unicodedata.normalize(form, "Modèle É") for form in ("NFC", "NFD")}
        paths = {rankscope.write_partition(self.folder / "parts", name, np.eye(3), 0) for name in names}
        self.assertEqual((len(names), len(paths)), (2, 1))


class OfFiles(Naming):
    def setUp(self):
        super().setUp()
        self.photos = self.folder / "photos"
        self.photos.mkdir()
        for name in (DECOMPOSED, "IMG_0001"):
            (self.photos / f"{name}.JPG").write_bytes(b"any bytes")

    def images(self, benchmark):
        return [json.loads(line) for line in (benchmark / "images" / "00000.jsonl").read_text(encoding="utf-8").splitlines()]

    def test_composed_in_lists_and_decomposed_on_disk(self):
        for given in (self.photos / f"{COMPOSED}.JPG", str(self.photos / f"{COMPOSED}.JPG")):
            out = self.write(images=[given], pictures="copies", queries=["x"], qrels={"x": ["Ocaña_Café"]})
            [image] = self.images(out)
            self.assertEqual(image["id"], "Ocaña_Café")
            self.assertEqual((out / image["uri"]).read_bytes(), b"any bytes")

    def test_the_file_that_is_there_is_named(self):
        for name in ("img_0001.jpg", "IMG_0001.jpg", "IMG_0001"):
            self.refused("there is no file .*; the nearest to .* is '.*photos/IMG_0001.JPG', which differs in", images=[self.photos / name])
        self.refused("the nearest to .* is '.*photos/IMG_0001.JPG', which differs in slashes", images=[f"{self.folder}/photos\\IMG_0001.JPG"])
        self.refused("differs in upper and lower case", images=[f"{self.folder}/photos/img_0001.jpg"])
        self.refused("there is no file .*: it is a folder", images=[self.photos])

    def test_texts_are_paths_or_ids_all_together(self):
        both = ["IMG_0001", str(self.photos / "IMG_0001.JPG")]
        for images in (both, both[::-1]):
            self.refused("there is no file IMG_0001.* and images.*IMG_0001.JPG, is a file: give ids as dictionaries", images=images)

    def test_names_in_addresses(self):
        # Against the resolution of addresses by RFC 3986, as urllib has it.
        from urllib.parse import unquote_to_bytes, urlsplit

        for name in (b"a#b.jpg", b"a?b.jpg", b"100%.jpg", b"a%20b.jpg", b"a:b.jpg", b"\xff\xfe.jpg", "ü+&=.jpg".encode()):
            path = os.path.join(os.fsencode(self.photos), name)
            with open(path, "wb") as file:
                file.write(name)
            with self.subTest(name):
                for how in ("uri", "copies"):
                    out = self.write(images=[{"id": "a", "path": os.fsdecode(path)}], pictures=how)
                    [image] = self.images(out)
                    address = urlsplit(image["uri"])
                    self.assertEqual((address.scheme, address.query, address.fragment), ("", "", ""))
                    found = os.path.join(os.fsencode(out), unquote_to_bytes(address.path))
                    with open(found, "rb") as file:
                        self.assertEqual(file.read(), name)


class Grades(Naming):
    def test_one_rule(self):
        given = {"queries": ["x"], "images": ["im0", "im1"]}
        for grade in (1, 1.0, np.int8(1), np.uint64(1), np.float16(1), np.float64(1)):
            self.assertEqual(self.qrels(qrels={"x": {"im0": grade, "im1": 0.0}}, **given), ["0 0 im0 1", "0 0 im1 0"])
        for grade in (0.5, 1.0000001, float("nan"), float("inf"), 2**31, True, np.bool_(True), "1", None, 10**400):
            self.refused("the grade .* is not a whole number of 32 bits", qrels={"x": {"im0": 1, "im1": grade}}, **given)
        self.assertEqual(self.qrels(qrels={"x": {"im0": 1, "im1": -(2**31)}}, **given)[1], "0 0 im1 -2147483648")


class Measured(Naming):
    def test_the_native_program_reads_what_is_written(self):
        gallery = np.eye(3, dtype=np.float32)
        out = self.write(queries=["2", "7"], qrels={"7": ["im1"], "2": ["im0"]}, systems={"s": (gallery, gallery[:2])})
        report = json.loads(run("eval", out, "--measures", "trec:RR", "--json"))
        self.assertEqual(report["runs"]["s"]["trec:RR"]["mean"], 1.0)


if __name__ == "__main__":
    unittest.main()
