// The engine's text encoders: what they remember, and what is said where one is not to be trusted.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ask, newPage, rankscopeJson, results } from "./harness.mjs";
import { ownFixture, launch, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const SYSTEM = "tiny-bert";

const { benchmark } = ownFixture();
const browser = await launch();
const server = await serve(benchmark);

const address = (parameters) => `${server.url}?${new URLSearchParams(parameters)}`;

test("a repeated text is answered from memory, with the same hits", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ device: "cpu", system: SYSTEM }));
  const asked = async (words, remembered) => {
    await ask(page, words);
    await page.locator(`.status-line[data-remembered="${remembered}"]`).waitFor();
    return results(page);
  };
  const first = await asked("three green stars at night", false);
  const again = await (async () => {
    await asked("a bird", false);
    return asked("three green stars at night", true);
  })();
  assert.deepEqual(again, first);
});

test("accents, ligatures and wide letters are read as the native program reads them", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ device: "cpu", system: SYSTEM }));
  // The browser's own tables of Unicode's forms stand for those of the program.
  for (const words of ["thr\u00e9e gr\u00eben st\u00e5rs", "thre\u0301e gre\u0308en sta\u030ars", "\u4e09 ⅗ ﬁve ｒｅｄ circles", "빨간 원 three"]) {
    await ask(page, words);
    await page.locator('.status-line[data-remembered="false"]').waitFor();
    const native = rankscopeJson("search", benchmark, "--system", SYSTEM, "--query", words, "-k", "20");
    assert.deepEqual((await results(page)).map(({ id }) => id), native.map(({ id }) => id), words);
  }
});

test("an encoder that differs from its stored vectors says so", async () => {
  const at = "encoders/tiny-bert/encoder.json";
  const manifestPath = join(benchmark, "benchmark.json");
  const manifest = JSON.parse(readFileSync(manifestPath, "utf8"));
  const entry = manifest.files.find((file) => file.path === at);
  const pack = JSON.parse(readFileSync(join(benchmark, at), "utf8"));
  for (const check of pack.checks) check.vector = check.vector.map((value) => -value);
  const text = JSON.stringify(pack);
  writeFileSync(join(benchmark, at), text);
  Object.assign(entry, { bytes: Buffer.byteLength(text), sha256: createHash("sha256").update(text).digest("hex") });
  writeFileSync(manifestPath, JSON.stringify(manifest));

  const { page } = await newPage(browser);
  await page.goto(address({ device: "cpu", system: SYSTEM }));
  await ask(page, "three green stars at night");
  assert.equal((await results(page)).length, 20);
  const notice = page.locator("p.notice", { hasText: "nevertheless" }).first();
  await notice.waitFor();
  const words = await notice.innerText();
  assert.match(words, /tiny-bert/);
  assert.match(words, /cosine of -1\.0000/);
  assert.match(words, /on this processor/);
});
