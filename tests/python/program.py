"""The native program, and what the tests share."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy as np

BIN = os.environ["RANKSCOPE_BIN"]


def rankscope(*arguments):
    """Runs the program and returns what it prints; fails if the program does."""
    done = subprocess.run([BIN, *map(str, arguments)], capture_output=True, encoding="utf-8")
    if done.returncode != 0:
        raise AssertionError(f"rankscope {arguments} failed: {done.stderr}")
    return done.stdout


def has_command(name):
    """Whether the program has a command, by its own help."""
    return subprocess.run([BIN, name, "--help"], capture_output=True).returncode == 0


class InFolder(unittest.TestCase):
    """A test with a folder of its own, ``self.folder``, and seeded random numbers."""

    def setUp(self):
        kept = tempfile.TemporaryDirectory(prefix="rankscope-")
        self.addCleanup(kept.cleanup)
        self.folder = Path(kept.name)
        self.random = np.random.default_rng(20)

    def vectors(self, n_rows, dim, dtype=np.float32):
        return self.random.normal(size=(n_rows, dim)).astype(dtype)

    def manifest(self, benchmark):
        return json.loads((benchmark / "benchmark.json").read_text(encoding="utf-8"))
