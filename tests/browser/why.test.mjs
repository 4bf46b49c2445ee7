// Why a result counts: grades under every definition, and Fieldbook's facts.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { assertAccessible, goInside, newPage, results } from "./harness.mjs";
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

/** Opens the card of a mark by keyboard. */
async function ask(page, mark) {
  await mark.focus();
  await page.keyboard.press("Enter");
  const why = page.locator("#why");
  await why.locator(".reasons li").first().waitFor();
  return why;
}

test("a mark opens a card that says why, with the grade under every definition as the qrels have it", async () => {
  const { page } = await newPage(browser);
  const query = "q-201";
  await page.goto(address({ query }));
  const found = await results(page);
  const heights = () => page.locator("li.card").evaluateAll((all) => all.map((own) => own.getBoundingClientRect().height));
  const before = await heights();
  for (const place of [0, 3]) {
    const mark = card(page, place).locator(".why-mark");
    const why = await ask(page, mark);
    // Those by other definitions than the chosen one come after the results.
    await why.locator(".grades dt").nth(manifest.relevance.length - 1).waitFor({ state: "attached" });
    const titles = await why.locator(".grades dt").allTextContents();
    const words = await why.locator(".grades dd").allTextContents();
    assert.deepEqual(titles.map((title) => title.replace(/ \(chosen\)$/, "")), manifest.relevance.map((definition) => definition.title));
    for (const [index, definition] of manifest.relevance.entries()) {
      const grade = qrels(definition, query).get(found[place].id) ?? (definition.complete ? 0 : undefined);
      const expected = grade === undefined ? "unjudged" : grade < 1 ? "not relevant" : grade > 1 ? `relevant, grade ${grade}` : "relevant";
      assert.equal(words[index], expected, `${definition.id} of ${found[place].id}`);
    }
    // What fails comes first, and the sentence goes the way of the exhaustive grade.
    const isFull = qrels(manifest.relevance[0], query).get(found[place].id) === 2;
    assert.equal((await why.locator(".reasons li").first().textContent()).includes("✓"), isFull);
    const sentence = why.locator(".why-sentence");
    assert.match(await sentence.textContent(), isFull ? /^Relevant: the? .*\.$|^Relevant: it shows .*\.$/ : /^(Not relevant: .*, not .*|Relevant by “Exhaustive”, grade 1, though .*)\.$/);
    assert.deepEqual(await heights(), before, "the card leaves no hole in the grid");
    // Next to its mark, in the window.
    const [own, at] = [await why.boundingBox(), await mark.boundingBox()];
    assert.ok(Math.min(Math.abs(own.y - at.y - at.height), Math.abs(at.y - own.y - own.height)) < 20, JSON.stringify([own, at]));
    // The last one, since this changes the window.
    if (place === 3) await assertAccessible(page, "why a result counts");
    await page.keyboard.press("Escape");
    await why.waitFor({ state: "hidden" });
    assert.ok(await mark.evaluate((own) => own === document.activeElement), "the focus returns to the mark");
  }
});

test("marks in lanes and on Compare say why too", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ also: "tags", query: "q-203" }));
  for (const [list, name] of [["Results of Base", "Result 1 of Base"], ["Results of Tags of users", "Result 1 of Tags of users"]]) {
    const mark = page.getByRole("list", { name: list }).locator(".why-mark").first();
    const box = await mark.boundingBox();
    assert.ok(box.width >= 24 && box.height >= 24, JSON.stringify(box));
    const why = await ask(page, mark);
    assert.equal(await why.locator(".why-head span").textContent(), name);
    assert.match(await why.locator(".why-sentence").textContent(), /spider/);
    await page.keyboard.press("Escape");
  }
  await goInside(page, `${server.url}compare?device=cpu&a=base&b=tags&query=q-203`);
  await ask(page, page.getByRole("list", { name: "Results of A" }).locator(".why-mark").first());
});

test("own words that are understood have their facts too", async () => {
  const { page } = await newPage(browser);
  await page.goto(address({ q: "at night in the desert" }));
  await results(page);
  await page.locator(".judged-by").filter({ hasText: "Fieldbook’s facts" }).waitFor();
  const mark = card(page, 0).locator(".why-mark");
  const shown = await mark.locator(".mark").textContent();
  const why = await ask(page, mark);
  const facts = await why.locator(".reasons li").allTextContents();
  assert.ok(facts.some((fact) => /night/.test(fact)) && facts.some((fact) => /desert/.test(fact)), facts.join(" | "));
  assert.equal(facts.every((fact) => fact.includes("✓")), shown === "relevant", `${shown}: ${facts.join(" | ")}`);
  assert.match(await why.locator(".why-by").textContent(), /^Judged from Fieldbook’s facts/);
});
