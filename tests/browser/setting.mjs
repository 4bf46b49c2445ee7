// What a file of tests opens: a browser, servers, folders. All of it is closed at the file's end,
// whatever became of its tests: what stays open would keep the whole run from ending.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import * as harness from "./harness.mjs";

const opened = [];

/** Has something closed at the end of the file, what was opened last first. */
export function atEnd(close) {
  opened.push(close);
}

after(async () => {
  for (const close of opened.reverse()) await close();
});

export async function launch(more) {
  const browser = await harness.launch(more);
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

/** The generated benchmark, in a temporary folder. */
export function fixture() {
  const temporary = temporaryFolder();
  const benchmark = join(temporary, "fixture");
  harness.rankscope("fixture", "--out", benchmark);
  return { temporary, ...read(benchmark) };
}

/** The built-in benchmark as it is shipped. */
export const fieldbook = () => read(fileURLToPath(new URL("../../public/fieldbook", import.meta.url)));
