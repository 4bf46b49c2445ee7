"""Times `rankscope agree` against numpy on a benchmark's headline columns: whole processes, in turn.

run.py RANKSCOPE BENCHMARK OUT: compares the means first, then prints the table and writes OUT."""

import json
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROUNDS = 5
# numpy sums in float32 and in its own order, so near ties may change places: one such pair moves a hit
# rate over 1,000 queries by 0.001.
TOLERANCE = 2e-3


def run(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    output = subprocess.run(command, check=True, capture_output=True).stdout
    wall = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return json.loads(output), wall, processor


def main(rankscope, benchmark, out):
    peer = Path(__file__).parent.parent / "peers" / "eval_numpy.py"
    contenders = {
        "rankscope": [rankscope, "agree", benchmark, "--resamples", "0", "--format", "json"],
        "numpy": [sys.executable, str(peer), benchmark],
    }
    (ours, *_), (theirs, *_) = (run(command) for command in contenders.values())
    columns = [f"{measure} {name}" for measure, name in zip(ours["measures"], ours["relevance"])]
    furthest = max(
        abs(theirs[system][column] - mean)
        for system, means in zip(ours["systems"], ours["means"])
        for column, mean in zip(columns, means)
    )
    if furthest > TOLERANCE:
        sys.exit(f"the means differ by up to {furthest}: nothing is timed")
    print(f"{len(ours['systems'])} systems, {len(columns)} columns: means within {furthest:.1e} of numpy's")
    times = {name: [] for name in contenders}
    for _ in range(ROUNDS):
        for name, command in contenders.items():
            times[name].append(run(command)[1:])
    medians = {}
    print("\n| | wall, s | processor, s |\n|---|---|---|")
    for name, of in times.items():
        wall, processor = zip(*of)
        medians[name] = statistics.median(wall), statistics.median(processor)
        show = lambda all: f"{statistics.median(all):.2f} ({min(all):.2f})"
        print(f"| {name} | {show(wall)} | {show(processor)} |")
    ratio = [theirs / ours for ours, theirs in zip(medians["rankscope"], medians["numpy"])]
    print(f"\nnumpy takes {ratio[0]:.1f} times as long, and {ratio[1]:.1f} times the processor time")
    os.makedirs(os.path.dirname(out), exist_ok=True)
    Path(out).write_text(json.dumps({"furthest": furthest, "times": times}, indent=1))


main(*sys.argv[1:])
