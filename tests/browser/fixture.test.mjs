// The whole way on the generated benchmark, on the CPU and on WebGPU.

import assert from "node:assert/strict";
import { join } from "node:path";
import { ask, cellValues, eventually, goInside, lacksWebGpu, near, newPage, openOptions, rankscope, rankscopeJson, results } from "./harness.mjs";
import { fixture, launch, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const SYSTEM = "tiny-bert";

const { benchmark, manifest, queries } = fixture();
const browser = await launch();
const server = await serve(benchmark);

const address = (path, parameters) => `${server.url}${path}?${new URLSearchParams(parameters)}`;

for (const device of ["cpu", "webgpu"]) {
  test(`${device}: a typed query and a stored one give the native program's top 20`, async (t) => {
    const { page } = await newPage(browser);
    await page.goto(address("", { device, system: SYSTEM }));
    if (device === "webgpu" && (await lacksWebGpu(t, page))) return;
    await ask(page, "three green stars at night");
    const typed = await results(page);
    const expected = rankscopeJson("search", benchmark, "--system", SYSTEM, "--query", "three green stars at night", "-k", "20");
    assert.deepEqual(typed.map((hit) => hit.id), expected.map((hit) => hit.id));
    for (const [index, hit] of typed.entries()) assert.ok(near(hit.score, expected[index].score, 1e-4));

    for (const system of [SYSTEM, "words-8"]) {
      const query = queries[3];
      await goInside(page, address("", { device, system, query: query.id }));
      const stored = await results(page);
      const native = rankscopeJson("search", benchmark, "--system", system, "--query-id", query.id, "-k", "20");
      // Ties by corpus row, and the same scores to the last bit.
      assert.deepEqual(stored, native);
    }
  });

  test(`${device}: the encoder agrees with its stored vectors`, async (t) => {
    const { page } = await newPage(browser);
    await page.goto(address("about", { device }));
    if (device === "webgpu" && (await lacksWebGpu(t, page))) return;
    await page.getByRole("button", { name: /check/i }).first().click();
    const table = page.getByRole("table", { name: "Encoder self-check" });
    await table.waitFor();
    const cosines = await table.locator("[data-cosine]").evaluateAll((cells) => cells.map((cell) => Number(cell.dataset.cosine)));
    assert.ok(cosines.length >= 3);
    for (const cosine of cosines) assert.ok(cosine >= 0.9999, `cosine ${cosine}`);
  });
}

test("the query's measures are those of rankscope eval", async () => {
  const { page } = await newPage(browser);
  const query = queries[0];
  const definition = manifest.relevance.find((definition) => definition.default);
  await page.goto(address("", { device: "cpu", system: "words-64", query: query.id }));
  await results(page);
  const shown = await cellValues(page.getByRole("table", { name: "Measures of this query" }), "measure");
  const measures = Object.keys(shown);
  assert.ok(measures.length >= 5);
  const runs = rankscopeJson("eval", "--benchmark", benchmark, "--system", "words-64", "--relevance", definition.id, "--measures", measures.join(",")).runs;
  for (const measure of measures) {
    assert.ok(near(shown[measure], runs["words-64"][measure].per_query[query.id], 1e-9), measure);
  }
  // How a value is computed: its terms are the relevant results that are marked, and give it.
  await page.getByRole("table", { name: "Measures of this query" }).getByRole("button", { name: /how trec:P@10 is computed/ }).click();
  await page.getByText("All terms, ties and what is judged").click();
  const ranks = await eventually(async () => {
    const ranks = await page.getByRole("table", { name: "Terms of trec:P@10" }).locator("tbody th").allInnerTexts();
    const marked = await page
      .locator("li.card")
      .filter({ has: page.locator(".mark-relevant") })
      .evaluateAll((cards) => cards.map((card) => card.dataset.rank));
    assert.ok(ranks.length > 0);
    assert.deepEqual(ranks, marked.filter((rank) => Number(rank) <= 10));
    return ranks;
  });
  assert.ok(near(shown["trec:P@10"], ranks.length / 10, 1e-12));
});

test("the address restores the view", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("", { device: "cpu", system: SYSTEM }));
  await ask(page, "two blue circles");
  await results(page);
  await openOptions(page);
  await page.getByRole("combobox", { name: "Show", exact: true }).selectOption("5");
  await page.waitForURL(/k=5/);
  const before = await results(page);
  assert.equal(before.length, 5);
  await page.reload();
  assert.deepEqual(await results(page), before);
  assert.equal(await page.getByRole("combobox", { name: "Query" }).inputValue(), "two blue circles");
});

test("a damaged shard is refused in plain words, and nothing is shown", async () => {
  const { page } = await newPage(browser);
  await page.route(/systems\/words-64\/gallery/, async (route) => {
    // The test may be over.
    const response = await route.fetch().catch(() => null);
    if (!response) return;
    const body = await response.body();
    body[body.length - 1] ^= 1;
    await route.fulfill({ response, body });
  });
  await page.goto(address("", { device: "cpu", system: "words-64", query: queries[0].id }));
  const alert = page.getByRole("alert");
  await alert.filter({ hasText: "A file of the benchmark is damaged" }).waitFor();
  assert.match(await alert.innerText(), /gallery-00000\.safetensors/);
  assert.equal(await page.getByRole("list", { name: "Results" }).count(), 0);
});

test("a missing file is named, and trying again works once it is there", async () => {
  const { page } = await newPage(browser);
  await page.route(/systems\/words-64\/gallery/, (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto(address("", { device: "cpu", system: "words-64", query: queries[0].id }));
  const alert = page.getByRole("alert");
  await alert.filter({ hasText: "A file of the benchmark is missing" }).waitFor();
  await page.unroute(/systems\/words-64\/gallery/);
  await page.getByRole("button", { name: /again|retry/i }).first().click();
  assert.equal((await results(page)).length, 20);
});

test("a missing benchmark says so", async () => {
  const { page } = await newPage(browser, { expects: /status of 404/ });
  await page.goto(address("", { benchmark: "nowhere/" }));
  await page.getByRole("alert").filter({ hasText: "missing" }).waitFor();
});

test("a worker that dies is shown and replaced, and the page goes on", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("", { device: "cpu", system: "words-64", query: queries[0].id }));
  await results(page);
  await page.workers()[0].evaluate(() => {
    setTimeout(() => {
      throw new Error("ended by the test");
    }, 0);
  });
  await page.getByRole("alert").filter({ hasText: "The engine stopped" }).waitFor();
  await page.goto(address("", { device: "cpu", system: "words-64", query: queries[1].id }));
  assert.equal((await results(page)).length, 20);
});

test("a system without an encoder says so for own words", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("", { device: "cpu", system: "words-64", q: "something of my own" }));
  await page.getByRole("button", { name: new RegExp(manifest.systems.find((s) => s.id === SYSTEM).title, "i") }).first().waitFor();
  assert.equal(await page.getByRole("list", { name: "Results" }).count(), 0);
});
