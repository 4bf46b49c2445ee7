"""What 10⁸ and 10⁹ rows cost by each way, from what smaller ones cost here.

Run by scripts/bench plan. Writes, indexes, measures and fills real partitions of four sizes each, fits
seconds and bytes as a · n^b (least squares of the logarithms), and simulates a cluster on the measured
times of real partitions. Prints tables; everything measured is in the JSON.
"""

import argparse
import heapq
import json
import math
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python/src"), str(ROOT / "python/examples")]
os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")

from partitions import Made, write_part  # noqa: E402

PART_ROWS = 131_072
TARGETS = (10**8, 10**9)
WORKERS = (16, 256, 1024)
STAGES = ("parts", "index", "eval", "chroma")
# One task in a hundred fails and runs again.
FAILURES = 0.01


def fit(points: list[tuple[float, float]]) -> tuple[float, float]:
    """(a, b) of a · n^b."""
    xs, ys = zip(*((math.log(n), math.log(y)) for n, y in points), strict=True)
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    b = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
    b /= sum((x - mean_x) ** 2 for x in xs)
    return math.exp(mean_y - b * mean_x), b


def at(fitted: tuple[float, float], n: float) -> float:
    return fitted[0] * n ** fitted[1]


def bytes_below(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


class Program:
    def __init__(self, path: Path) -> None:
        self.path = path

    def run(self, *arguments: object) -> tuple[float, int, str]:
        """Seconds, the most bytes in memory, and what it printed."""
        began = time.perf_counter()
        child = subprocess.Popen([self.path, *map(str, arguments)], stdout=subprocess.PIPE, text=True)
        memory, reader = [0], threading.Thread(target=lambda: watch(child.pid, memory))
        reader.start()
        printed, _ = child.communicate()
        seconds = time.perf_counter() - began
        reader.join()
        if child.returncode != 0:
            sys.exit(f"rankscope {' '.join(map(str, arguments))} failed")
        return seconds, memory[0], printed


def watch(pid: int, memory: list[int]) -> None:
    """Keeps the most bytes that a process had; what the kernel tells at its end has its parent's in it."""
    while True:
        try:
            status = Path(f"/proc/{pid}/status").read_text()
        except OSError:
            return
        if "VmHWM:" not in status:
            return
        memory[0] = int(status.split("VmHWM:")[1].split()[0]) * 1024
        time.sleep(0.01)


def written(folder: Path, rows: int, dim: int, part_rows: int) -> list[float]:
    """Writes a made corpus in parts; the seconds of each."""
    shutil.rmtree(folder, ignore_errors=True)
    source = Made(rows, dim)
    source.write_queries(folder)
    seconds = []
    for part in range(-(-rows // part_rows)):
        began = time.perf_counter()
        write_part(source, folder, part_rows, part)
        seconds.append(time.perf_counter() - began)
    return seconds


def makespan(n_tasks: int, n_workers: int, durations: list[float]) -> float:
    """Hours until all tasks are done, each given to the worker that is free first."""
    draws = random.Random(20)
    free = [0.0] * n_workers
    for _ in range(n_tasks):
        took = draws.choice(durations)
        while draws.random() < FAILURES:
            took += draws.choice(durations)
        heapq.heapreplace(free, free[0] + took)
    return max(free) / 3600


class Chroma:
    """A server of its own, with an empty folder."""

    def __init__(self, python: Path, folder: Path) -> None:
        with socket.socket() as own:
            own.bind(("127.0.0.1", 0))
            self.url = f"http://127.0.0.1:{own.getsockname()[1]}"
        self.data = folder / "chroma"
        shutil.rmtree(self.data, ignore_errors=True)
        port = self.url.rsplit(":", 1)[1]
        serve = [python.parent / "chroma", "run", "--path", self.data, "--host", "127.0.0.1", "--port", port]
        self.process = subprocess.Popen(serve, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(300):
            try:
                urllib.request.urlopen(f"{self.url}/api/v2/heartbeat")
                return
            except OSError:
                time.sleep(0.2)
        sys.exit("Chroma does not start")

    def memory(self) -> int:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmHWM:")[1].split()[0]) * 1024

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--dim", type=int, default=512)
    parser.add_argument("--stages", nargs="+", choices=STAGES, default=list(STAGES))
    parser.add_argument("--measured", type=Path, help="what an earlier run of other stages wrote")
    given = parser.parse_args()
    program, dim = Program(given.bin), given.dim
    given.folder.mkdir(parents=True, exist_ok=True)
    corpus = given.folder / "corpus"
    earlier = json.loads(given.measured.read_text()) if given.measured else {}
    measured: dict[str, list] = earlier.get("measured", {})

    def given_if(stage: str, *sizes: int) -> tuple[int, ...]:
        return sizes if stage in given.stages else ()

    def keep(what: str, **values: float) -> None:
        measured.setdefault(what, []).append(values)
        print(what, json.dumps(values), flush=True)

    durations: list[float] = earlier.get("part_seconds", [])
    for rows in given_if("parts", PART_ROWS // 8, PART_ROWS // 4, PART_ROWS // 2, PART_ROWS):
        durations = written(corpus, rows * 6, dim, rows)
        mean = sum(durations) / len(durations)
        keep("a part", rows=rows, seconds=mean, bytes=bytes_below(corpus) / 6)
    for parts in given_if("index", 50, 200, 800, 3200):
        written(corpus, parts * 64, 16, 64)
        seconds, memory, _ = program.run("index", corpus, "--trust-hashes")
        keep("index", parts=parts, seconds=seconds, memory=memory)
    for rows in given_if("eval", PART_ROWS, PART_ROWS * 2, PART_ROWS * 4, PART_ROWS * 8):
        written(corpus, rows, dim, PART_ROWS)
        program.run("index", corpus, "--trust-hashes")
        seconds, memory, _ = program.run("eval", corpus)
        keep("eval", rows=rows, seconds=seconds, memory=memory)
    for rows in given_if("chroma", 2_500, 5_000, 10_000, 20_000):
        written(corpus, rows, dim, PART_ROWS)
        program.run("index", corpus)
        chroma = Chroma(Path(sys.executable), given.folder)
        try:
            filling, _, _ = program.run("index", corpus, "--to", chroma.url)
            searching, _, report = program.run("eval", corpus, "--system", "Made-chroma", "--format", "json")
            memory = chroma.memory()
        finally:
            chroma.stop()
        recall = json.loads(report)["indexes"]["Made-chroma"]["recall"]
        disk = bytes_below(chroma.data)
        keep("chroma", rows=rows, fill=filling, eval=searching, memory=memory, disk=disk, recall=recall)
    shutil.rmtree(given.folder)
    given.out.parent.mkdir(parents=True, exist_ok=True)
    kept = {"cores": os.cpu_count(), "dim": dim, "measured": measured, "part_seconds": durations}
    given.out.write_text(json.dumps(kept, indent=1) + "\n")
    if len(measured) < len(STAGES):
        return

    def growth(what: str, by: str, of: str) -> tuple[float, float]:
        return fit([(one[by], one[of]) for one in measured[what]])

    part, index = growth("a part", "rows", "seconds"), growth("index", "parts", "seconds")
    size = growth("a part", "rows", "bytes")
    evaluation, memory = growth("eval", "rows", "seconds"), growth("eval", "rows", "memory")
    filling = growth("chroma", "rows", "fill")
    held, on_disk = growth("chroma", "rows", "memory"), growth("chroma", "rows", "disk")
    fits = {"part": part, "index": index, "eval": evaluation, "memory": memory}
    fits |= {"fill": filling, "chroma memory": held, "chroma disk": on_disk}
    for name, (_, exponent) in fits.items():
        print(f"{name}: grows with n^{exponent:.2f}")
    plans = []
    for rows in TARGETS:
        n_parts = -(-rows // PART_ROWS)
        plan = {"rows": rows, "parts": n_parts, "gallery_gb": n_parts * at(size, PART_ROWS) / 1e9}
        plan["write_core_h"] = n_parts * at(part, PART_ROWS) / 3600
        plan["write_h"] = {n: makespan(n_parts, n, durations) for n in WORKERS}
        plan["index_s"] = at(index, n_parts)
        plan["eval_h"], plan["eval_gb"] = at(evaluation, rows) / 3600, at(memory, rows) / 1e9
        plan["signs_gb"] = rows * (dim / 8 + 8) / 1e9
        plan["fill_h"] = at(filling, rows) / 3600
        plan["chroma_gb"], plan["chroma_disk_gb"] = at(held, rows) / 1e9, at(on_disk, rows) / 1e9
        plans.append(plan)
        print(json.dumps(plan, indent=1))
    given.out.write_text(json.dumps({**kept, "fits": fits, "plans": plans}, indent=1) + "\n")


if __name__ == "__main__":
    main()
