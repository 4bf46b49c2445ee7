"""Tries an installed wheel: the program with its page, and a benchmark written, measured and shown."""

import os
import re
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import numpy as np

import rankscope


def run(*arguments):
    """Runs the program, and returns what it prints."""
    done = subprocess.run(["rankscope", *arguments], check=True, capture_output=True, encoding="utf-8")
    return done.stdout


@contextmanager
def served(*what):
    """The address at which `rankscope view` shows something, until the block ends."""
    command = ["rankscope", "view", "--no-open", "--port", "0", *what]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as program:
        try:
            # The address comes on a line of its own, or the output ends.
            said = (re.search(r"http://\S+", line) for line in program.stdout)
            yield next(found.group() for found in said if found)
        finally:
            program.terminate()


def fetched(address):
    with urllib.request.urlopen(address, timeout=30) as answer:
        return answer.read()


def assert_shows(address, manifest):
    """The page is there with its module, and the benchmark beside it."""
    index = fetched(address)
    assert b'<link rel="preload" href="app_bg.wasm"' in index, index
    assert fetched(address + "app_bg.wasm").startswith(b"\0asm")
    assert fetched(address + "benchmark/benchmark.json") == manifest


def assert_ended(address):
    try:
        fetched(address)
    except urllib.error.URLError:
        return
    raise AssertionError(f"{address} is still served")


# What is tried is the wheel, not the sources; and what it keeps is here.
assert Path(rankscope.__file__).is_relative_to(sys.prefix), rankscope.__file__
os.environ["RANKSCOPE_CACHE"] = str(Path("cache").absolute())
version = run("--version")
assert version.startswith("rankscope "), version

random = np.random.default_rng(1)
gallery = random.normal(size=(50, 16)).astype(np.float32)
written = rankscope.write(
    "tried",
    images=[f"im{row}" for row in range(50)],
    systems={"one": (gallery, gallery[:5])},
    queries=[f"the picture {row}" for row in range(5)],
    qrels={row: [f"im{row}"] for row in range(5)},
)
measured = run("eval", "tried", "--measures", "trec:RR")
assert "1.0000" in measured, measured

manifest = (written / "benchmark.json").read_bytes()
with served("tried") as address:
    assert_shows(address, manifest)
assert_ended(address)

# Of nothing it shows a benchmark that it generates, the same one that `fixture` writes.
run("fixture", "-o", "generated")
with served() as address:
    assert_shows(address, Path("generated/benchmark.json").read_bytes())
assert_ended(address)

with rankscope.view(written) as shown:
    assert_shows(shown.url, manifest)
    assert f'<iframe src="{shown.url}"' in shown._repr_html_(), shown._repr_html_()
assert_ended(shown.url)

print(f"{version.strip()}: the program, its page, rankscope.write and rankscope.view work as installed")
