"""`rankscope.view` starts the program, finds its address, and ends it again."""

import os
import stat
import sys
import unittest
import urllib.request
from unittest import mock

import rankscope
from program import InFolder, has_command


class OfTheProgram(InFolder):
    """With the native program itself."""

    def setUp(self):
        super().setUp()
        if not has_command("view"):
            self.skipTest("this program has no command view")
        if "RANKSCOPE_DIST" not in os.environ:
            self.skipTest("RANKSCOPE_DIST does not name a built page")
        self.options = ("--dist", os.environ["RANKSCOPE_DIST"])

    def test_a_written_benchmark(self):
        gallery, queries = self.vectors(9, 4), self.vectors(2, 4)
        images = [f"im{row}" for row in range(9)]
        folder = rankscope.write(
            self.folder / "mine",
            images=images,
            systems={"one": (gallery, queries)},
            queries=["a heron", "a dog"],
            qrels={"a heron": ["im3"], "a dog": ["im4"]},
        )
        with rankscope.view(folder, options=self.options) as shown:
            self.assertTrue(shown.is_open)
            with urllib.request.urlopen(shown.url) as answer:
                policy = answer.headers["Content-Security-Policy"]
                self.assertIn(b"<html", answer.read())
            self.assertIn("frame-ancestors 'self' http://localhost:*", policy)
            with urllib.request.urlopen(shown.url + "benchmark/benchmark.json") as answer:
                self.assertEqual(answer.read(), (folder / "benchmark.json").read_bytes())
            self.assertIn(f'<iframe src="{shown.url}"', shown._repr_html_())
        self.assertFalse(shown.is_open)
        with self.assertRaises(OSError):
            urllib.request.urlopen(shown.url)
        self.assertNotIn("<iframe", shown._repr_html_())

    def test_what_is_not_there(self):
        with self.assertRaisesRegex(rankscope.ProgramError, "missing"):
            rankscope.view(self.folder / "missing", options=self.options)


@unittest.skipIf(os.name == "nt", "a script is no program there")
class OfAnotherProgram(InFolder):
    """With programs that do what the native one does at its worst."""

    def program(self, body):
        path = self.folder / "program"
        path.write_text(f"#!{sys.executable}\nimport sys, time\n{body}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return mock.patch.dict(os.environ, {"RANKSCOPE_BIN": str(path)})

    def test_says_its_address_late_and_much_else(self):
        body = (
            "print('it is a benchmark', flush=True)\n"
            "print('x' * 200_000, file=sys.stderr, flush=True)\n"
            "print('Rankscope is at http://127.0.0.1:1/', flush=True)\n"
            "print('x\\n' * 200_000, flush=True)\n"
            "open(sys.argv[-1], 'w').close()\n"
            "time.sleep(600)"
        )
        with self.program(body), rankscope.view(self.folder / "read") as shown:
            self.assertEqual(shown.url, "http://127.0.0.1:1/")
            while not (self.folder / "read").exists():
                self.assertTrue(shown.is_open)
        self.assertFalse(shown.is_open)

    def test_ends_at_once(self):
        with self.program("sys.exit('no such folder')"):
            with self.assertRaisesRegex(rankscope.ProgramError, "ended at once: no such folder"):
                rankscope.view("mine")

    def test_says_nothing(self):
        with self.program("time.sleep(600)"):
            with self.assertRaisesRegex(rankscope.ProgramError, "for 0.5 seconds: it said nothing"):
                rankscope.view("mine", timeout=0.5)

    def test_is_not_there(self):
        with mock.patch.dict(os.environ, {"RANKSCOPE_BIN": str(self.folder / "none")}):
            with self.assertRaisesRegex(rankscope.ProgramError, "there is no such file"):
                rankscope.view("mine")

    def test_is_found_on_the_path(self):
        with self.program("print('http://127.0.0.1:2/', flush=True); time.sleep(600)"):
            path = os.environ.pop("RANKSCOPE_BIN")
            os.rename(path, self.folder / "rankscope")
            os.environ["PATH"] = f"{self.folder}{os.pathsep}{os.environ['PATH']}"
            with mock.patch("sysconfig.get_path", return_value=str(self.folder / "none")):
                with rankscope.view() as shown:
                    self.assertEqual(shown.url, "http://127.0.0.1:2/")
