"""Every argument with values of every kind: an error names the argument in the package's own words, and
no exception of numpy, of the system or of another library comes through."""

import collections
import decimal
import fractions
import itertools
import os
import subprocess
import sys
import unittest
import warnings
from pathlib import Path
from unittest import mock

import numpy as np
import rankscope
from program import InFolder

try:
    import PIL
except ImportError:
    PIL = None

ROW = np.ones(4, np.float32)


class Series(list):
    """As of pandas: a list of values, or a dictionary by its index."""

    def to_dict(self):
        return dict(enumerate(self))


class Hostile:
    """An object that can't even be shown."""

    def __repr__(self):
        raise RuntimeError("no")

    def __array__(self, *_, **__):
        raise KeyError("bfloat16")

    def __len__(self):
        raise OverflowError


class Tensor:
    """As of a library whose tensors are on a device, or of a type that numpy lacks."""

    ndim, shape = 2, (6, 4)

    def __array__(self, *_, **__):
        raise TypeError("Got unsupported ScalarType BFloat16")

    def detach(self):
        return self

    def __len__(self):
        return 6


class Bytes(os.PathLike):
    def __fspath__(self):
        return b"bytes"


def values():
    """Values of all kinds, made anew for each use: generators are used up."""
    yield from (None, True, 0, -1, 1.0, 0.5, float("nan"), float("inf"), 10**400, 10**5000, 1j)
    yield from ("", "x", "two words", "\0", "\udc80", "x" * 5000, "e\u0301", b"x", bytearray(b"x"))
    yield from ([], [None], [[]], [[1], [1, 2]], ["a", 1], [float("nan")], [True], [b"x"], ["\udc80"])
    yield from ([{}], [{"id": []}], [{"id": "a", "tags": "bird"}], [{"id": "a", "tags": 5}], [{"path": 5}])
    yield from ([{"id": "a", "facets": "x"}], [{"id": "a", "facets": [1]}], [{"path": "\0"}], [{1: 2}])
    yield from ([{"text": "a", "facets": 3}], [{"text": None}], [{"text": "a", "id": None}], [Path("none.jpg")])
    yield from ((), ((),), (None, None), (1, 2, 3), ([1], [2]), set(), {"a"}, {("a",)}, frozenset("ab"))
    yield from ({}, {None: None}, {"q0": None}, {"q0": 5}, {"q0": []}, {"q0": [None]}, {"q0": [[]]}, {0.5: ["im0"]})
    yield from ({"q0": {"im0": grade}} for grade in (None, "1", b"1", 1j, 10**400, True, np.bool_(True), ROW, [1]))
    yield from ({"q0": {"im0": grade}} for grade in (decimal.Decimal("NaN"), fractions.Fraction(1, 2), np.float32("nan")))
    yield from ({"q0": {("im0", 1)}}, {"q0": b"im0"}, {"q0": {float("nan"): 1}}, {("a", "b"): ["im0"]}, {b"q0": ["im0"]})
    yield from ({"im0": None}, {"im0": 5}, {"im0": {"a": "b"}}, {"im0": [None]}, {"im0": {"x"}}, {"s": None}, {"s": "x"})
    yield from (object(), Hostile(), Tensor(), Bytes(), int, len, NotImplemented, ..., range(3), iter("abcdef"))
    yield from ((character for character in "abcdef"), map(str, range(6)), collections.deque("ab"), memoryview(b"ab"))
    yield from arrays()
    yield from ({"s": one} for one in arrays())
    yield from ({"s": (one, one)} for one in arrays())


def arrays():
    gallery = np.arange(1, 25, dtype=np.float32).reshape(6, 4)
    yield from (gallery, gallery[0], gallery[0, 0], gallery[None], gallery[:, None], gallery[:0], gallery[:, :0])
    yield from (gallery.astype(kind) for kind in ("O", "S8", "U8", "c8", "b1", "i4", "u1", "m8[s]", "M8[s]", "g"))
    yield from (gallery.astype("f2").view("V2"), gallery.view([("a", "f4"), ("b", "f4")]), np.array(None))
    ragged = np.empty(6, object)
    ragged[:] = [list(range(1, 2 + row)) for row in range(6)]
    even = np.empty(6, object)
    even[:] = list(gallery)
    masked = np.ma.masked_less(gallery, 3)
    yield from (ragged, even, masked, gallery.tolist(), ragged.tolist(), list(gallery), [gallery, gallery[:2]], Tensor())
    yield from (np.array(["a", "b"]), np.array([b"a"]), np.array(["im0"], object), np.matrix(gallery), np.full((6, 4), 1e39))


class WrongKinds(InFolder):
    def setUp(self):
        super().setUp()
        self.gallery, self.queries = self.vectors(6, 4), self.vectors(2, 4)
        self.numbers = itertools.count()
        self.before = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, self.before)

    def assert_own_errors(self, function, given):
        """Each argument with each value: it works, or the package's own error says why not."""
        n_refused = 0
        for name in given:
            for value in values():
                changed = {**given, "folder": self.folder / str(next(self.numbers)), name: value}
                with self.subTest(function=function.__name__, argument=name, value=type(value).__name__):
                    try:
                        with warnings.catch_warnings():
                            warnings.simplefilter("ignore")
                            function(**changed)
                    except rankscope.BenchmarkError as error:
                        n_refused += 1
                        self.assertNotEqual(str(error), "")
                        self.assertLess(len(str(error)), 2_000)
        self.assertGreater(n_refused, len(given) * 40)

    def test_write(self):
        given = {
            "folder": "out",
            "images": [f"im{row}" for row in range(6)],
            "systems": {"s": (self.gallery, self.queries)},
            "queries": {"q0": "a heron", "q1": "two herons"},
            "qrels": {"q0": ["im0"]},
            "captions": None,
            "title": "",
            "pictures": None,
            "metric": "cosine",
            "shard_rows": None,
            "force": False,
        }
        self.assert_own_errors(rankscope.write, given)

    def test_parts(self):
        images = [f"im{row}" for row in range(6)]
        given = {"folder": "out", "system": "s", "vectors": self.gallery, "part": 0, "images": images}
        given |= {"first_row": None, "n_parts": None, "shard_rows": None}
        self.assert_own_errors(rankscope.write_partition, given)
        given = {"folder": "out", "images": images, "part": 0, "first_row": None, "n_parts": None}
        self.assert_own_errors(rankscope.write_images, given)

    def test_queries(self):
        given = {"folder": "out", "queries": {"q0": "a heron", "q1": "two herons"}, "systems": {"s": self.queries}}
        given |= {"qrels": {"q0": ["im0"]}, "title": ""}
        self.assert_own_errors(rankscope.write_queries, given)

    def test_view(self):
        class Page:
            url = ""

        with mock.patch("rankscope._view.View", return_value=Page), mock.patch("webbrowser.open"):
            with mock.patch.dict(os.environ, {"RANKSCOPE_BIN": sys.executable}):
                for name in ("what", "port", "open", "height", "timeout", "options"):
                    for value in values():
                        with self.subTest(argument=name, value=type(value).__name__):
                            given, named = ((value,), {}) if name == "what" else ((), {name: value})
                            try:
                                rankscope.view(*given, **named)
                            except rankscope.BenchmarkError as error:
                                self.assertIn(name, str(error))

    def test_a_program_that_cannot_be_started(self):
        (self.folder / "program").write_bytes(b"\x7fELF no program")
        with mock.patch.dict(os.environ, {"RANKSCOPE_BIN": str(self.folder / "program")}):
            for mode in (0o644, 0o755):
                (self.folder / "program").chmod(mode)
                with self.assertRaisesRegex(rankscope.ProgramError, "program cannot be started"):
                    rankscope.view("mine")

    def refused(self, message, **changed):
        given = {"images": ["im0", "im1"], "folder": self.folder / "out", **changed}
        with self.assertRaisesRegex(rankscope.BenchmarkError, message):
            rankscope.write(**given)

    def test_the_system_s_errors(self):
        (self.folder / "file").write_text("dear")
        self.refused("folder .*file/out: .*Not a directory", folder=self.folder / "file" / "out")
        self.refused("folder .*: .*[Ff]ile name too long", folder=self.folder / ("x" * 300))
        self.refused("folder: '.*' cannot be written as UTF-8", folder=os.fsencode(self.folder / "x").decode() + "\udc80")
        with mock.patch("pathlib.Path.read_bytes", side_effect=PermissionError(13, "Permission denied", "a.jpg")):
            (self.folder / "a.jpg").write_bytes(b"dear")
            self.refused("images\\[0\\]: .*a.jpg: Permission denied", images=[Path("a.jpg")])
        with mock.patch("pathlib.Path.write_bytes", side_effect=OSError(28, "No space left on device")):
            self.refused("folder .*out: No space left on device")
        with mock.patch("rankscope._atomic.open", side_effect=PermissionError(13, "Permission denied"), create=True):
            with self.assertRaisesRegex(rankscope.BenchmarkError, "folder .*out: Permission denied"):
                rankscope.write_images(self.folder / "out", ["a"], 0)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["a.jpg", "file", "out"])

    def test_the_way_out_works(self):
        """Of arrays that are refused with a conversion, the conversion gives what is taken."""
        even = np.empty(6, object)
        even[:] = list(self.gallery)
        names = {"numpy": np, "array": None}
        for array in (even, self.gallery.astype("O"), self.gallery.astype("U16"), self.gallery.astype("g"), self.gallery[None], self.gallery[:, None]):
            with self.assertRaises(rankscope.BenchmarkError) as caught:
                rankscope.write(self.folder / "out", images=range(6), systems={"s": array})
            way_out = str(caught.exception).split(": ")[-1].removeprefix("convert it with ")
            converted = eval(way_out.removeprefix("one vector a row, such as "), {**names, "array": array})
            out = rankscope.write(self.folder / str(next(self.numbers)), images=range(6), systems={"s": converted})
            self.assertEqual(self.manifest(out)["systems"][0]["dim"], 4)

    def test_words(self):
        gallery = self.gallery
        for message, array in [
            ("row 2 has 1 values, and row 0 4", [[1.0] * 4, [1.0] * 4, [1.0]]),
            (r"view\(ml_dtypes.bfloat16\)", gallery.astype("f2").view("V2")),
            (r"ScalarType BFloat16\): give vectors.detach\(\).float\(\).cpu\(\).numpy\(\)", Tensor()),
            ("complex numbers are not compared", gallery.astype("c8")),
            ("some of its values are masked", np.ma.masked_less(gallery, 0)),
            ("as a tuple, not as a list", [gallery, self.queries]),
        ]:
            self.refused(message, images=range(6), systems={"s": array})
        series = {"queries": ["x"], "qrels": {"x": Series([1, 0])}, "images": range(2)}
        self.refused(r"qrels\['x'\]: give a dictionary of grades, series.to_dict\(\), or a list", **series)
        self.refused("force='no': True or False is needed", force="no")
        self.refused("images: a list of images is needed, not {'a', 'b'}|not {'b', 'a'}", images={"a", "b"})
        self.refused(r"images\[1\]: an id is a text or a whole number, not 391895.0: write 391895", images=["a", 391895.0])
        self.refused(r"images\[0\], tags: a list of texts is needed, not one text", images=[{"id": "a", "tags": "bird"}])


@unittest.skipIf(PIL is None, "Pillow is not installed")
class Programs(InFolder):
    def test_no_program_is_started_for_a_picture(self):
        path = self.folder / "a.jpg"
        path.write_bytes(b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n%%EndComments\nshowpage\n%%EOF\n")
        with mock.patch.object(subprocess, "Popen", side_effect=AssertionError("a program was started")):
            with self.assertRaisesRegex(rankscope.BenchmarkError, "a.jpg: it cannot be read as a picture: it is none of JPEG"):
                rankscope.write(self.folder / "out", images=[path])


if __name__ == "__main__":
    unittest.main()
