"""A benchmark's folder is whole at any time: while it is replaced, when writers are killed, and with several
at a time; and what killed writers leave is removed by the next, be it of this package or the native program."""

import multiprocessing
import os
import signal
import subprocess
import sys
import unittest
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import rankscope
from program import InFolder
from program import rankscope as run
from rankscope import _renames, _stage

#: A writer that stops in the middle until it is killed.
WRITER = """
import sys, time
import rankscope
from rankscope import {module}
{before}
def stop(*given):
    {do}
    print("stopped", flush=True)
    time.sleep(600)
{module}.{name} = stop
rankscope.write(sys.argv[1], images=["other"], force=True)
"""
#: Where a writer is killed, by the function that stops.
MOMENTS = {
    "writing": ("_stage", "Stage.add", "pass", ""),
    "before the exchange": ("_stage", "exchange", "pass", ""),
    "after the exchange": ("_stage", "exchange", "exchange(*given)", "from rankscope._renames import exchange"),
    "between two renames": ("_stage", "exchange", "given[1].rename(given[2])", ""),
    "removing": ("_stage", "_remove", "pass", ""),
}


def write_at(folder, number):
    try:
        rankscope.write(folder, images=[f"im{number}"], force=True)
    except rankscope.BenchmarkError:
        return False
    return True


class Published(InFolder):
    def setUp(self):
        super().setUp()
        self.out = self.folder / "out"

    def id_of_image(self):
        self.manifest(self.out)
        return (self.out / "images/00000.jsonl").read_text()

    def there(self):
        return sorted(path.name for path in self.folder.iterdir())

    @contextmanager
    def killed_writer(self, moment):
        """A writer that was killed at a moment; inside the block it is alive."""
        module, name, do, before = MOMENTS[moment]
        code = WRITER.format(module=module, name=name, do=do, before=before)
        with subprocess.Popen([sys.executable, "-c", code, self.out], stdout=subprocess.PIPE) as writer:
            try:
                self.assertEqual(writer.stdout.readline(), b"stopped\n")
                yield
            finally:
                os.kill(writer.pid, signal.SIGKILL) if os.name == "posix" else writer.kill()

    def test_leftovers_are_removed_by_the_next_writer_and_never_those_of_living_ones(self):
        for moment in MOMENTS:
            with self.subTest(moment):
                self.write("first")
                with self.killed_writer(moment):
                    if moment != "between two renames":
                        self.write("second")
                        self.assertEqual(len(self.there()), 2, "the stage of a living program stays")
                if moment == "between two renames":
                    self.assertEqual(len(self.there()), 1, "the old one is in the stage")
                    with self.assertRaisesRegex(rankscope.BenchmarkError, "exists already"):
                        rankscope.write(self.out, images=["im"])
                    self.assertIn("first", self.id_of_image(), "it was put back")
                self.write("third")
                self.assertEqual(self.there(), ["out"])
                self.assertIn("third", self.id_of_image())

    def write(self, image):
        return rankscope.write(self.out, images=[image], force=True)

    def test_the_native_program_clears_them_too(self):
        self.write("first")
        with self.killed_writer("writing"):
            pass
        self.assertEqual(len(self.there()), 2)
        run("fixture", "--force", "-o", self.out)
        self.assertEqual(self.there(), ["out"])

    def test_those_of_other_destinations_and_programs_stay(self):
        self.write("first")
        with self.killed_writer("writing"):
            pass
        foreign = self.folder / ".rankscope-unfinished-foreign"
        foreign.mkdir()
        (foreign / "letter").write_text("dear")
        rankscope.write(self.folder / "other", images=["im"])
        self.assertEqual(len(self.there()), 4)
        self.write("second")
        self.assertEqual(self.there(), [foreign.name, "other", "out"])

    @unittest.skipUnless(sys.platform in ("linux", "darwin"), "there is no call for it")
    def test_between_any_two_steps_a_reader_finds_it(self):
        self.write("first")
        rename, n_renames = os.rename, []

        def watched(old, new):
            rename(old, new)
            n_renames.append(1)
            self.id_of_image()

        with mock.patch("os.rename", watched):
            self.write("second")
        self.assertNotEqual(n_renames, [])
        self.assertIn("second", self.id_of_image())

    @unittest.skipUnless(sys.platform in ("linux", "darwin"), "there is no call for it")
    def test_names_are_exchanged_in_one_step(self):
        new, old, spare = (self.folder / name for name in ("new", "old", "spare"))
        for folder in (new, old):
            folder.mkdir()
            (folder / folder.name).touch()
        self.assertEqual(_renames.exchange(new, old, spare), new)
        self.assertEqual(([*old.iterdir()], [*new.iterdir()]), ([old / "new"], [new / "old"]))
        with self.assertRaises(FileExistsError):
            _renames.move_to_free_name(new, old)
        with self.assertRaises(FileNotFoundError):
            _renames.exchange(new, self.folder / "nothing", spare)

    def test_where_there_is_no_such_call(self):
        with mock.patch.object(_renames, "_renamed", return_value=False):
            for image in ("first", "second"):
                self.write(image)
                self.assertIn(image, self.id_of_image())
            self.assertEqual(self.there(), ["out"])
            rename = os.rename

            def fails_once(old, new):
                if Path(old).name == "finished":
                    raise OSError(5, "Input/output error")
                rename(old, new)

            with mock.patch("os.rename", fails_once):
                with self.assertRaisesRegex(rankscope.BenchmarkError, "Input/output error"):
                    self.write("third")
            self.assertEqual(self.there(), ["out"])
            self.assertIn("second", self.id_of_image())

    def test_what_another_program_put_there_is_kept(self):
        self.write("first")
        with mock.patch.object(_stage, "exchange", self.put_a_letter(_stage.exchange)):
            with self.assertRaisesRegex(rankscope.BenchmarkError, "was made or changed by another program"):
                self.write("second")
        self.assertEqual((self.out / "letter").read_text(), "dear")
        self.assertEqual(self.there(), ["moved", "out"])

    def put_a_letter(self, exchange):
        def exchanged(new, old, spare):
            if not (self.folder / "moved").exists():
                self.out.rename(self.folder / "moved")
                self.out.mkdir()
                (self.out / "letter").write_text("dear")
            return exchange(new, old, spare)

        return exchanged

    def test_many_writers_at_a_time(self):
        with multiprocessing.get_context("spawn").Pool(4) as pool:
            n_written = sum(pool.starmap(write_at, [(self.out, number) for number in range(60)], chunksize=1))
        self.assertGreater(n_written, 0)
        self.assertIn("im", self.id_of_image())
        self.write("last")
        self.assertEqual(self.there(), ["out"])

    def test_without_locks_nothing_is_cleared(self):
        with mock.patch.object(_stage, "fcntl", None):
            self.write("first")
            (self.folder / ".rankscope-unfinished-other").mkdir()
            self.write("second")
        self.assertEqual(self.there(), [".rankscope-unfinished-other", "out"])

    def test_folders_above_it_are_made_with_it(self):
        with self.assertRaises(rankscope.BenchmarkError):
            rankscope.write(self.folder / "a" / "b", images=["im"], systems={"s": [[float("nan")]]})
        self.assertEqual(self.there(), [])
        rankscope.write(self.folder / "a" / "b", images=["im"])
        self.assertEqual(self.there(), ["a"])


if __name__ == "__main__":
    unittest.main()
