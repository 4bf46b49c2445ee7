"""A benchmark written in parts by 1, 2, 4 … processes, indexed, and measured whole and by shares.

Run by scripts/bench parts. Asserts that the files are the same whatever the number of processes, and
that merged shares print what one process prints; times are printed and kept.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def timed(task):
    began = time.perf_counter()
    result = task()
    return time.perf_counter() - began, result


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("--folder", type=Path, required=True, help="where corpora are written")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--rows", type=int, default=5_000_000)
    parser.add_argument("--dim", type=int, default=512)
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--shares", type=int, nargs="*", default=[2, 4])
    given = parser.parse_args()
    # numpy draws the vectors on one thread; its products must not take the other cores either.
    alone = {**os.environ, "PYTHONPATH": str(ROOT / "python/src"), "OMP_NUM_THREADS": "1"}

    def rankscope(*arguments: str) -> str:
        ran = subprocess.run([given.bin, *arguments], capture_output=True, text=True)
        if ran.returncode != 0:
            sys.exit(f"rankscope {' '.join(arguments)}: {ran.stderr}")
        return ran.stdout

    made: dict[str, list] = {"writing": [], "measuring": []}
    first = None
    folder = given.folder / "corpus"
    for n in given.processes:
        shutil.rmtree(folder, ignore_errors=True)
        example = [ROOT / "python/examples/partitions.py", "made", "-o", folder, "--rows", given.rows]
        example += ["--dim", given.dim, "--processes", n]
        write = [sys.executable, *map(str, example)]
        writing, _ = timed(lambda: subprocess.run(write, check=True, capture_output=True, env=alone))
        indexing, _ = timed(lambda: rankscope("index", str(folder)))
        # It has the SHA-256 of every file, which indexing has checked.
        manifest = hashlib.sha256((folder / "benchmark.json").read_bytes()).hexdigest()
        first = first or manifest
        assert manifest == first, f"{n} processes wrote other files than {given.processes[0]}"
        made["writing"].append({"processes": n, "write_s": writing, "index_s": indexing})
        print(f"{n:>3} processes: written in {writing:7.1f} s, indexed in {indexing:6.1f} s", flush=True)

    whole_s, whole = timed(lambda: rankscope("eval", str(folder), "--json"))
    print(f"eval in one process: {whole_s:.1f} s", flush=True)
    made["measuring"].append({"shares": 1, "eval_s": whole_s})
    for n in given.shares:
        seconds, partial = [], []
        for place in range(1, n + 1):
            share = ("eval", str(folder), "--queries", f"{place}/{n}")
            took, text = timed(lambda share=share: rankscope(*share))
            seconds.append(took)
            partial.append(given.folder / f"{place}-of-{n}.json")
            partial[-1].write_text(text)
        merging, merged = timed(lambda: rankscope("merge", *map(str, partial), "--json"))
        assert merged == whole, f"{n} shares print other figures than one process"
        made["measuring"].append({"shares": n, "eval_s": seconds, "merge_s": merging})
        each = ", ".join(f"{one:.1f}" for one in seconds)
        print(f"{n} shares, one after the other: {each} s, merged in {merging:.2f} s: the same", flush=True)
    shutil.rmtree(folder)
    given.out.parent.mkdir(parents=True, exist_ok=True)
    given.out.write_text(json.dumps({"rows": given.rows, "dim": given.dim, **made}, indent=1) + "\n")


if __name__ == "__main__":
    main()
