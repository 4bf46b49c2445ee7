// What a file of tests opens: a browser, servers, folders. All of it is closed at the file's end,
// whatever became of its tests: what stays open would keep the whole run from ending.

import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { built, copied } from "./built.mjs";
import { addRun, crop } from "./crop.mjs";
import { writeLargeGallery } from "./large_gallery.mjs";
import * as harness from "./harness.mjs";

const opened = [];

/** Has something closed at the end of the file, what was opened last first. */
export function atEnd(close) {
  opened.push(close);
}

after(async () => {
  for (const close of opened.reverse()) await close();
});

/** The browser of the run; with flags, one of this file alone. */
export async function launch(more) {
  const browser = await (more ? harness.launch(more) : harness.sharedBrowser());
  atEnd(() => browser.close());
  return browser;
}

/** Serves the page with a benchmark on a free port of this machine. */
export async function serve(benchmark, ...more) {
  const server = await harness.serve(benchmark, ...more);
  atEnd(server.stop);
  return server;
}

/** A folder of its own, by its path. */
export function temporaryFolder() {
  const { folder, remove } = harness.temporaryFolder();
  atEnd(remove);
  return folder;
}

const linesOf = (...path) => readFileSync(join(...path), "utf8").trim().split("\n").map((line) => JSON.parse(line));

/** A benchmark by its folder, with its lists. */
const read = (benchmark) => ({
  benchmark,
  manifest: JSON.parse(readFileSync(join(benchmark, "benchmark.json"), "utf8")),
  queries: linesOf(benchmark, "queries.jsonl"),
});

/** The generated benchmark, which other files use as well, and a temporary folder. */
export function fixture() {
  const benchmark = built(["fixture"], (folder) => harness.rankscope("fixture", "--out", folder));
  return { temporary: temporaryFolder(), ...read(benchmark) };
}

/** The generated benchmark as one that may be changed. */
export function ownFixture() {
  const temporary = temporaryFolder();
  return { temporary, ...read(copied(fixture().benchmark, join(temporary, "fixture"))) };
}

/** The generated benchmark with its values stored, which other files use as well; its folder. */
export const storedFixture = () =>
  built(["stored fixture"], (folder) => harness.rankscope("eval", copied(fixture().benchmark, folder), "--store"));

/** Vectors of 30,000 pictures in three files, which other files use as well. */
export const largeGallery = (dim, { hasSigns = false } = {}) =>
  built(["large gallery", dim, hasSigns], (folder) => {
    writeLargeGallery(folder, dim);
    if (hasSigns) harness.rankscope("codes", folder);
  });

/** The built-in benchmark as it is shipped. */
export const fieldbook = () => read(fileURLToPath(new URL("../../public/fieldbook", import.meta.url)));

/** Systems of three kinds. */
const SOME = ["large", "base", "small", "tags"];

function writeSmall(folder, systems) {
  crop(fieldbook().benchmark, folder, {
    nImages: 2_000,
    systems,
    relevance: ["exhaustive", "pairs", "wide", "narrow"],
  });
}

/**
 * The first 2,000 scenes of the built-in benchmark and all its queries, with some systems or all, their
 * encoders and their stored values: computed in a tenth of the time, or less.
 */
export const smallFieldbook = (systems = SOME) =>
  read(built(["small fieldbook", systems], (folder) => {
    writeSmall(folder, systems);
    harness.rankscope("eval", folder, "--store");
  }));

/** The same with a stored run, which re-ranks the first 100 pictures of "base", and no stored values. */
export const smallFieldbookWithRun = () =>
  read(built(["small fieldbook with a run"], (folder) => {
    writeSmall(folder, SOME);
    const lists = join(folder, "base.run");
    harness.rankscope("export", "--benchmark", folder, "--system", "base", "--run", lists, "-k", "100");
    addRun(fieldbook().benchmark, folder, readFileSync(lists, "utf8"));
    rmSync(lists);
  }));
