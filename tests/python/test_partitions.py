"""Parts that many processes write become, by ``rankscope index``, what one process writes at once."""

import json
import multiprocessing
import shutil
import subprocess

import numpy as np
import rankscope
from program import BIN, InFolder
from program import rankscope as run

N_ROWS, N_QUERIES, PART_ROWS = 5_200, 7, 2_000
N_PARTS = 3
SYSTEMS = {"CLIP B/32": 24, "words": 9}
QUERIES = {f"q{row}": f"„Häuschen“ \\ \t{row}" for row in range(N_QUERIES)}
QRELS = {one: {f"im{row}": 1, f"im{row + 4_300}": 2} for row, one in enumerate(QUERIES)}


def vectors(system, n_rows, seed):
    return np.random.default_rng(seed).normal(size=(n_rows, SYSTEMS[system])).astype(np.float32)


def gallery(system):
    return vectors(system, N_ROWS, 5)


def query_vectors():
    return {system: vectors(system, N_QUERIES, 6) for system in SYSTEMS}


def image(row):
    record = {"id": f"im{row}", "uri": f"https://example.org/{row}.jpg", "facets": {"day": str(row % 7)}}
    return {**record, "caption": f"the {row}th"} if row % 3 else record


def bounds(part, part_rows=PART_ROWS):
    return part * part_rows, min((part + 1) * part_rows, N_ROWS)


def write_one(folder, part):
    """What a task does: a part of every system, and with the first the images."""
    start, end = bounds(part)
    for number, system in enumerate(SYSTEMS):
        rankscope.write_partition(
            folder,
            system,
            gallery(system)[start:end],
            part,
            images=[image(row) for row in range(start, end)] if number == 0 else None,
            first_row=start if part == 1 else None,
            n_parts=N_PARTS,
        )


class Parts(InFolder):
    def setUp(self):
        super().setUp()
        self.parts = self.folder / "parts" / "mine"

    def write_all(self):
        for part in (2, 0, 1):
            write_one(self.parts, part)
        self.write_queries()

    def write_queries(self, **changed):
        options = {"systems": query_vectors(), "qrels": QRELS, "title": "Mine", **changed}
        return rankscope.write_queries(self.parts, QUERIES, **options)

    def at_once(self, shard_rows=PART_ROWS):
        given = query_vectors()
        return rankscope.write(
            self.folder / "whole" / "mine",
            images=[image(row) for row in range(N_ROWS)],
            systems={system: (gallery(system), given[system]) for system in SYSTEMS},
            queries=QUERIES,
            qrels=QRELS,
            title="Mine",
            shard_rows=shard_rows,
        )

    def side_file(self, name, **changed):
        path = self.parts / "parts" / name
        path.write_text(json.dumps({**json.loads(path.read_text()), **changed}))

    def assert_refused(self, *words, options=()):
        done = subprocess.run([BIN, "index", self.parts, *options], capture_output=True, encoding="utf-8")
        self.assertEqual(done.returncode, 1, done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)
        self.assertFalse((self.parts / "benchmark.json").exists())

    def assert_same_files(self, whole):
        manifest = (whole / "benchmark.json").read_bytes()
        self.assertEqual((self.parts / "benchmark.json").read_bytes(), manifest)
        for file in json.loads(manifest)["files"]:
            path = file["path"]
            self.assertEqual((self.parts / path).read_bytes(), (whole / path).read_bytes(), path)


class Joined(Parts):
    def test_several_processes_write_what_one_writes_at_once(self):
        with multiprocessing.get_context("spawn").Pool(3) as pool:
            pool.starmap(write_one, [(self.parts, part) for part in (2, 0, 1)], chunksize=1)
        self.write_queries()
        run("index", self.parts)
        self.assert_same_files(self.at_once())
        self.assertIn("is whole", run("check", self.parts))

    def test_parts_of_any_size_hold_the_same_rows(self):
        # 3 files of vectors and 2 of images in the first part, none in the second.
        cuts = [(0, 2_500), (2_500, 2_500), (2_500, N_ROWS)]
        for part, (start, end) in enumerate(cuts):
            rankscope.write_images(self.parts, [image(row) for row in range(start, end)], part)
            for system in SYSTEMS:
                rows = gallery(system)[start:end]
                rankscope.write_partition(self.parts, system, rows, part, shard_rows=1_000)
        self.write_queries()
        run("index", self.parts)
        parts, whole = self.manifest(self.parts), self.manifest(self.at_once())
        paths = [file["path"] for file in parts["files"]]
        self.assertIn("images/00000-00001.jsonl", paths)
        self.assertIn("systems/words/gallery-00000-00002.safetensors", paths)

        def rows(folder, files, prefix, header):
            data = [(folder / file["path"]).read_bytes() for file in files if file["path"].startswith(prefix)]
            return b"".join(one[8 + int.from_bytes(one[:8], "little") :] if header else one for one in data)

        for prefix, header in [("images/", False), ("systems/words/gallery", True), ("systems/CLIP-B-32/gallery", True)]:
            mine = rows(self.parts, parts["files"], prefix, header)
            theirs = rows(self.folder / "whole" / "mine", whole["files"], prefix, header)
            self.assertEqual(mine, theirs, prefix)
        measured = [run("eval", one, "--json") for one in (self.parts, self.folder / "whole" / "mine")]
        self.assertEqual(*measured)

    def test_a_task_that_runs_again_changes_nothing(self):
        # The first attempt cut the part otherwise, another was killed while it wrote.
        start, end = bounds(1)
        for system in SYSTEMS:
            rankscope.write_partition(self.parts, system, gallery(system)[start:end], 1, shard_rows=500)
        (self.parts / "systems" / "words" / ".rankscope-python-killed").write_bytes(b"half a sh")
        self.write_all()
        write_one(self.parts, 1)
        run("index", self.parts, "--finish")
        self.assert_same_files(self.at_once())
        self.assertNotIn("note", run("check", self.parts))
        files = {str(path.relative_to(self.parts)) for path in (self.parts / "systems").rglob("*.safetensors")}
        listed = {file["path"] for file in self.manifest(self.parts)["files"]}
        self.assertEqual(files - listed, set())

    def test_two_attempts_at_a_time_leave_one_whole_part(self):
        self.write_all()
        with multiprocessing.get_context("spawn").Pool(4) as pool:
            pool.starmap(write_one, [(self.parts, 1)] * 8, chunksize=1)
        run("index", self.parts)
        self.assert_same_files(self.at_once())

    def test_folders_of_several_machines_are_copied_together(self):
        for part in range(N_PARTS):
            write_one(self.folder / f"machine{part}", part)
            shutil.copytree(self.folder / f"machine{part}", self.parts, dirs_exist_ok=True)
        self.write_queries()
        run("index", self.parts)
        self.assert_same_files(self.at_once())

    def test_vectors_alone_and_more_parts_later(self):
        for part in range(2):
            rankscope.write_partition(self.parts, "words", gallery("words")[: PART_ROWS], part)
        qrels = {"q0": [0, PART_ROWS]}
        rankscope.write_queries(self.parts, {"q0": "zero"}, systems={"words": gallery("words")[:1]}, qrels=qrels)
        made = json.loads(run("index", self.parts, "--json"))
        self.assertEqual((made["images"], made["id"], made["title"]), (2 * PART_ROWS, "mine", "mine"))
        values = json.loads(run("eval", self.parts, "--measures", "trec:RR", "--json"))
        # The row asks for itself, and equal scores keep the order of the corpus.
        self.assertEqual(values["runs"]["words"]["trec:RR"]["mean"], 1.0)
        rankscope.write_partition(self.parts, "words", gallery("words")[:10], 2)
        options = ["--force", "--title", "More", "--id", "more", "--finish"]
        run("index", self.parts, *options)
        manifest = self.manifest(self.parts)
        self.assertEqual((manifest["counts"]["images"], manifest["id"], manifest["title"]), (4_010, "more", "More"))
        self.assertFalse((self.parts / "parts").exists())
        self.assertNotIn("note", run("check", self.parts))


class Refused(Parts):
    def test_missing_parts_are_named(self):
        self.write_all()
        (self.parts / "parts/systems/words/00001.json").unlink()
        self.assert_refused("system words: of the parts 0–2, 1 is missing: run its task again")
        (self.parts / "parts/systems/words/00002.json").unlink()
        # The last part is missing, which n_parts alone tells.
        self.assert_refused("of the parts 0–2, 1–2 are missing: run their tasks again")
        (self.parts / "parts/images/00000.json").unlink()
        self.assert_refused("the image lists: of the parts 0–2, 0 is missing")

    def test_parts_that_are_there_twice_or_of_another_cut(self):
        self.write_all()
        shutil.copy(self.parts / "parts/images/00001.json", self.parts / "parts/images/00003.json")
        self.assert_refused("parts/images/00001.json and parts/images/00003.json are both part 1")
        self.side_file("images/00003.json", part=3)
        self.assert_refused("there is a part 3 of the image lists", "there are 3")
        self.side_file("images/00003.json", n_parts=4)
        self.assert_refused("parts/images/00003.json that there are 4", "the same n_parts")

    def test_rows_that_do_not_follow_each_other(self):
        self.write_all()
        self.side_file("systems/words/00001.json", first_row=1_999)
        self.assert_refused("parts/systems/words/00001.json: its first row is 1999", "end at row 2000")
        write_one(self.parts, 1)
        rankscope.write_partition(self.parts, "words", gallery("words")[:1_000], 2, n_parts=3)
        self.assert_refused("system words: 5000 rows, and the image lists: 5200", "part 2 has 1000 and 1200")

    def test_parts_of_another_space_or_name(self):
        self.write_all()
        rankscope.write_partition(self.parts, "words", gallery("CLIP B/32")[4_000:], 2, n_parts=3)
        self.assert_refused("parts/systems/words/00002.json has vectors of dim 24", "00000.json 9")
        rankscope.write_partition(self.parts, "words", gallery("words")[4_000:], 2, n_parts=3)
        self.write_queries(systems={"words": vectors("CLIP B/32", N_QUERIES, 6)})
        self.assert_refused("the query vectors of words have dim 24, and its gallery has dim 9")
        self.write_queries(systems={"others": vectors("words", N_QUERIES, 6)})
        self.assert_refused("query vectors of the system others, and no part of its gallery")

    def test_files_that_are_not_what_was_promised(self):
        self.write_all()
        shard = self.parts / "systems/words/gallery-00001.safetensors"
        good = shard.read_bytes()
        shard.write_bytes(good[:-1] + bytes([good[-1] ^ 1]))
        self.assert_refused(f"{shard.name}: its SHA-256 is not the one in parts/systems/words/00001.json", "part 1 again")
        run("index", self.parts, "--trust-hashes")
        (self.parts / "benchmark.json").unlink()
        shard.write_bytes(good + b"\0")
        self.assert_refused(f"{shard.name}: it has {len(good) + 1} bytes", f"says {len(good)}", options=["--trust-hashes"])
        shard.unlink()
        self.assert_refused(f"{shard.name}: it cannot be read", "part 1 again")
        shard.write_bytes(good)
        self.side_file("systems/words/00001.json", rows=1_999)
        self.assert_refused("part 1 has 1999 rows, and its files 2000")

    def test_lists_that_do_not_fit_each_other(self):
        self.write_all()
        again = [image(row) for row in range(4_000, 5_199)] + [image(7)]
        rankscope.write_images(self.parts, again, 2, n_parts=3)
        self.assert_refused("im7", "images/00002.jsonl", "images/00000.jsonl")
        write_one(self.parts, 2)
        self.write_queries(qrels={"q0": ["nowhere"]})
        self.assert_refused("nowhere", "relevance/qrels.qrels")

    def test_folders_without_parts_and_benchmarks(self):
        self.parts.mkdir(parents=True)
        self.assert_refused("has no parts", "write_partition")
        self.write_all()
        run("index", self.parts)
        done = subprocess.run([BIN, "index", self.parts], capture_output=True, encoding="utf-8")
        self.assertEqual(done.returncode, 1)
        self.assertIn("benchmark.json exists already: add --force", done.stderr)

    def test_what_a_task_gives_is_refused_by_part_and_row(self):
        rows = gallery("words")[:5]
        broken = rows.copy()
        broken[3, 2] = np.nan

        def refused(message, given=rows, part=2, **options):
            with self.assertRaisesRegex(rankscope.BenchmarkError, message):
                rankscope.write_partition(self.parts, "words", given, part, **options)
            self.assertFalse(self.parts.exists())

        refused("part 2, row 3: value 2 is nan", broken)
        refused("part=-1: a whole number", part=-1)
        refused("part=2, and n_parts=2: parts are counted from 0", n_parts=2)
        refused("first_row='0': a whole number", first_row="0")
        refused("shard_rows=0", shard_rows=0)
        refused("has 5 rows, and there are 4 images", images=range(4))
        refused(r"part 2, images\[1\]: a part keeps no pictures", images=["a", {"id": "b", "path": "b.jpg"}, 3, 4, 5])
        refused(r"images\[2\]: the id a is in row 0 already", images=["a", "b", "a", "c", "d"])
        with self.assertRaisesRegex(rankscope.BenchmarkError, "queries: there is none"):
            rankscope.write_queries(self.parts, [])
        with self.assertRaisesRegex(rankscope.BenchmarkError, "has 4 rows, and there are 7 queries"):
            self.write_queries(systems={"words": gallery("words")[:4]})
