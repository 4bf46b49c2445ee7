// Why a result counts: grades under every definition, and Fieldbook's facts.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { assertAccessible, newPage, results } from "./harness.mjs";
import { launch, serve, smallFieldbook } from "./setting.mjs";
import { test } from "./suite.mjs";

const { benchmark, manifest } = smallFieldbook(null);
const browser = await launch();
const server = await serve(benchmark);
const address = (parameters) => `${server.url}?${new URLSearchParams({ device: "cpu", system: "base", ...parameters })}`;

const card = (page, place) => page.getByRole("list", { name: "Results" }).locator("li.card").nth(place);

/** The grade of each picture of a query, by definition. */
const qrels = (definition, query) =>
  new Map(
    gunzipSync(readFileSync(join(benchmark, definition.path))).toString().trim().split("\n").map((line) => line.split(" ")).filter(([id]) => id === query).map(([, , image, grade]) => [image, Number(grade)]),
  );

test("a mark opens on the grade under every definition, as the qrels have it, and on the facts", async () => {
  const { page } = await newPage(browser);
  const query = "q-201";
  await page.goto(address({ query }));
  const found = await results(page);
  for (const place of [0, 3]) {
    const why = card(page, place).locator("details.why");
    await why.locator("summary").focus();
    await page.keyboard.press("Enter");
    await why.locator(".grades dt").first().waitFor();
    // Those by other definitions than the chosen one come after the results.
    await why.locator(".grades dt").nth(manifest.relevance.length - 1).waitFor();
    const titles = await why.locator(".grades dt").allTextContents();
    const words = await why.locator(".grades dd").allTextContents();
    assert.deepEqual(titles.map((title) => title.replace(/ \(chosen\)$/, "")), manifest.relevance.map((definition) => definition.title));
    for (const [index, definition] of manifest.relevance.entries()) {
      const grade = qrels(definition, query).get(found[place].id) ?? (definition.complete ? 0 : undefined);
      const expected = grade === undefined ? "unjudged" : grade < 1 ? "not relevant" : grade > 1 ? `relevant, grade ${grade}` : "relevant";
      assert.equal(words[index], expected, `${definition.id} of ${found[place].id}`);
    }
    const facts = why.locator(".reasons li");
    await facts.first().waitFor();
    // The whole holds where the exhaustive grade is 2.
    const whole = await facts.first().textContent();
    const isFull = qrels(manifest.relevance[0], query).get(found[place].id) === 2;
    assert.equal(whole.includes("✓"), isFull, whole);
  }
  await assertAccessible(page, "why a result counts");
});

test("own words that are understood have their facts too", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ q: "at night in the desert" }));
  await results(page);
  await page.locator(".judged-by").filter({ hasText: "Fieldbook’s facts" }).waitFor();
  const why = card(page, 0).locator("details.why");
  const mark = await why.locator(".mark").textContent();
  await why.locator("summary").click();
  const facts = await why.locator(".reasons li").first().waitFor().then(() => why.locator(".reasons li").allTextContents());
  assert.ok(facts.some((fact) => /night/.test(fact)) && facts.some((fact) => /desert/.test(fact)), facts.join(" | "));
  assert.equal(facts.every((fact) => fact.includes("✓")), mark === "relevant", `${mark}: ${facts.join(" | ")}`);
  assert.deepEqual(await why.locator(".grades dt").allTextContents(), ["Judged from Fieldbook’s facts (chosen)"]);
});
