"""Data sets made anew by the libraries of hubs are opened, and what Rankscope writes for hubs is valid there."""

import json
import os
import runpy
import subprocess
import tempfile
import unittest
from pathlib import Path

import mlcroissant
import yaml
from huggingface_hub import parse_eval_result_entries

BIN = os.environ["RANKSCOPE_BIN"]
ROOT = Path(__file__).parents[2]


def rankscope(*arguments):
    done = subprocess.run([BIN, *map(str, arguments)], capture_output=True, encoding="utf-8")
    if done.returncode != 0:
        raise AssertionError(f"rankscope {arguments} failed: {done.stderr}")
    return done.stdout


class Hubs(unittest.TestCase):
    def setUp(self):
        kept = tempfile.TemporaryDirectory(prefix="rankscope-")
        self.addCleanup(kept.cleanup)
        self.folder = Path(kept.name)

    def test_data_sets_of_these_libraries_are_opened_as_the_kept_ones(self):
        script = self.folder / "hub.py"
        script.write_bytes((ROOT / "tests/fixtures/hub.py").read_bytes())
        runpy.run_path(str(script))
        kept = ROOT / "tests/fixtures/hub"
        self.assertEqual((self.folder / "hub/expected.json").read_text(), (kept / "expected.json").read_text())
        for name in ["captioned", "tasks", "rerank", "unscored", "wds_retrieval", "wds_classes"]:
            unpacked = []
            for number, source in enumerate([self.folder / "hub", kept]):
                # Recipes have the folder's name.
                out = self.folder / str(number) / name
                out.parent.mkdir(exist_ok=True)
                rankscope("unpack", source / name, "-o", out)
                files = sorted(path for path in out.rglob("*") if path.is_file())
                lists = {str(path.relative_to(out)): path.read_bytes() for path in files if path.suffix != ".jpg"}
                unpacked.append(([str(path.relative_to(out)) for path in files], lists))
            self.assertEqual(*unpacked, name)

    def test_results_are_read_by_the_hub(self):
        fixtures = ROOT / "tests/fixtures"
        rankscope(
            "eval", "--qrels", fixtures / "trec.qrels", "--run", f"golden={fixtures / 'trec.run'}", "--measures",
            "trec:AP", "--eval-results", self.folder, "--dataset", "org/set",
        )
        [entry] = parse_eval_result_entries(yaml.safe_load((self.folder / "golden.yaml").read_text()))
        self.assertEqual((entry.dataset_id, entry.task_id), ("org/set", "default"))
        self.assertTrue(0.11 < entry.value < 0.13, entry.value)
        self.assertEqual(entry.notes, "trec:AP, mean over 29 queries")

    def test_croissant_of_a_benchmark_is_valid_and_its_queries_are_read(self):
        fieldbook = ROOT / "public/fieldbook"
        # Beside the files that it names.
        for path in ["queries.jsonl"]:
            (self.folder / path).write_bytes((fieldbook / path).read_bytes())
        described = self.folder / "croissant.json"
        described.write_text(rankscope("info", fieldbook, "--croissant"))
        data_set = mlcroissant.Dataset(str(described))
        self.assertEqual(list(data_set.metadata.issues.errors), [])
        lines = [json.loads(line) for line in (fieldbook / "queries.jsonl").read_text().splitlines()]
        found = [
            (record["queries/id"].decode(), record["queries/text"].decode())
            for record in data_set.records("queries")
        ]
        self.assertEqual(found, [(line["id"], line["text"]) for line in lines])
        hashes = {file.id: file.sha256 for file in data_set.metadata.distribution}
        manifest = json.loads((fieldbook / "benchmark.json").read_text())
        self.assertEqual(hashes, {file["path"]: file["sha256"] for file in manifest["files"]})


if __name__ == "__main__":
    unittest.main()
