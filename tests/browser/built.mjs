// Benchmarks that are built, and answers of the native program that are asked for, once for a whole run.
//
// RANKSCOPE_BUILT names the folder of the run, which all its files share; without it they are kept for
// one file. What is here is used by others and must not change: a test that changes a benchmark copies
// it. The runner checks that.

import { createHash, randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const ownFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "rankscope-built-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
const kept = process.env.RANKSCOPE_BUILT ?? ownFolder();

/** How long to wait for another file that builds the same. */
const MOST_MS = 600_000;
const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

const nameOf = (what) => createHash("sha256").update(JSON.stringify(what)).digest("hex").slice(0, 16);

/**
 * The place of what `make` makes at the path that it gets, the same for the same `what` (anything that
 * JSON can say). Of two files that need it at once, one waits for the other.
 */
export function built(what, make) {
  const place = join(kept, nameOf(what));
  const lock = `${place}.lock`;
  for (const deadline = Date.now() + MOST_MS; !existsSync(place); ) {
    try {
      mkdirSync(lock);
    } catch (error) {
      if (error.code !== "EEXIST" || Date.now() > deadline) throw error;
      pause(50);
      continue;
    }
    // It may have come between the two looks.
    if (existsSync(place)) {
      rmSync(lock, { recursive: true });
      break;
    }
    const unfinished = `${place}.${randomUUID()}`;
    try {
      make(unfinished);
      if (statSync(unfinished).isDirectory()) writeFileSync(`${place}.files`, JSON.stringify({ what, files: listing(unfinished) }));
      renameSync(unfinished, place);
    } finally {
      rmSync(lock, { recursive: true });
    }
  }
  return place;
}

/** A copy of what was built, to be changed. */
export function copied(folder, to) {
  cpSync(folder, to, { recursive: true });
  return to;
}

/** Paths, sizes and times of all files below. */
const listing = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(folder.length), statSync(path).size, statSync(path).mtimeMs])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

/** What was built in a folder and is not as it was. */
export const changedBenchmarks = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".files"))
    .map((name) => ({ place: join(folder, name.slice(0, -".files".length)), ...JSON.parse(readFileSync(join(folder, name), "utf8")) }))
    .filter(({ place, files }) => JSON.stringify(listing(place)) !== JSON.stringify(files))
    .map(({ what }) => JSON.stringify(what));

const shipped = fileURLToPath(new URL("../../public", import.meta.url));
const isWithin = (path, folder) => path === folder || path.startsWith(folder + sep);

/** Commands that only read, and say the same each time. */
const PURE = ["agree", "annotators", "compare", "eval", "facets", "guide", "rerank", "search", "topics"];
/** Options by which some of them write. */
const WRITES = ["--store", "--run", "--out", "-o"];

/**
 * What a command of the program prints, from an earlier time if it reads nothing but benchmarks that
 * do not change.
 */
export function remembered(args, run) {
  const paths = args.filter((argument) => argument.includes("/") && existsSync(argument)).map((path) => resolve(path));
  const isFixed = paths.length > 0 && paths.every((path) => isWithin(path, kept) || isWithin(path, shipped));
  const mayBeFile = args.some((argument) => argument.includes("=") && argument.includes("/"));
  if (!PURE.includes(args[0]) || args.some((argument) => WRITES.includes(argument)) || !isFixed || mayBeFile) return run();
  return readFileSync(built(["command", ...args], (place) => writeFileSync(place, run())), "utf8");
}
