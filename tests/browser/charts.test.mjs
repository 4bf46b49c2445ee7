// What charts and marks show is what is so.

import assert from "node:assert/strict";
import { assertAccessible, eventually, newPage, openOptions, results } from "./harness.mjs";
import { fieldbook, launch, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const { benchmark } = fieldbook();
const browser = await launch();
const server = await serve(benchmark);
const address = (path, parameters) => `${server.url}${path}?${new URLSearchParams({ device: "cpu", ...parameters })}`;

/** The corners of an SVG path of lines, in its units. */
function corners(d) {
  const all = [];
  let [x, y] = [0, 0];
  for (const [, verb, rest] of d.matchAll(/([MLHV])([^MLHV]*)/g)) {
    const numbers = rest.split(",").map(Number);
    if (verb === "H") [x] = numbers;
    else if (verb === "V") [y] = numbers;
    else [x, y] = numbers;
    all.push([x, y]);
  }
  return all;
}

test("the envelope of precision and recall lies on or above every relevant result", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("", { system: "large", query: "d-001", k: "100" }));
  await results(page);
  const chart = page.locator("figure", { hasText: "Precision and recall." }).locator("svg").first();
  await chart.locator(".curve-interpolated").waitFor({ state: "attached" });
  const steps = corners(await chart.locator(".curve-interpolated").getAttribute("d"));
  const dots = await chart.locator("circle.dot").evaluateAll((all) => all.map((dot) => [Number(dot.getAttribute("cx")), Number(dot.getAttribute("cy"))]));
  assert.ok(dots.length > 3, `${dots.length} relevant results`);
  for (const [x, y] of dots) {
    // Heights grow downwards: the envelope at x is the highest corner from there on.
    const height = Math.min(...steps.filter(([at]) => at >= x - 0.1).map(([, y]) => y));
    assert.ok(height <= y + 0.1, `the envelope is at ${height} where a result is at ${y}`);
  }
  // Diamonds at the levels of TREC, as the data table lists them; those of precision 0 are left out.
  const levels = await page.getByRole("table", { name: "Interpolated precision", includeHidden: true }).locator("tbody tr").evaluateAll((rows) => rows.map((row) => Number(row.querySelector("[data-value]")?.dataset.value ?? row.lastElementChild.textContent)));
  assert.equal(levels.length, 11);
  assert.equal(await chart.locator(".level").count(), levels.filter((precision) => precision > 0).length);
});

test("under a complete definition Compare marks what it does not list as judged not relevant, as Explore does", async () => {
  const { page } = await newPage(browser);
  const list = page.getByRole("list", { name: "Results of A" });
  await page.goto(address("compare", { a: "base", b: "small", query: "q-201" }));
  await list.locator("li").first().waitFor();
  const marks = await list.locator(".mark").allTextContents();
  assert.equal(marks.length, 20);
  assert.ok(!marks.includes("unjudged"), marks.join());
  await page.goto(address("", { system: "base", query: "q-201" }));
  await results(page);
  // The judgements may come after the results.
  await eventually(async () => assert.deepEqual(await page.getByRole("list", { name: "Results" }).locator("li.card .mark").allTextContents(), marks));
});

test("an opened About closes when its card shows another picture", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("", { system: "large", query: "q-201" }));
  const before = await results(page);
  const card = page.getByRole("list", { name: "Results" }).locator("li.card").first();
  await card.getByText("About", { exact: false }).first().click();
  await card.locator("details.credit[open]").waitFor();
  await page.getByRole("combobox", { name: "System", exact: true }).selectOption("tags");
  await eventually(async () => assert.notDeepEqual((await results(page)).map(({ id }) => id), before.map(({ id }) => id)));
  await card.locator("details.credit:not([open])").waitFor();
});

test("what a result tells stays open, and told, when the list is drawn again", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("", { system: "rrf(base,small)", query: "q-201" }));
  await results(page);
  const card = page.getByRole("list", { name: "Results" }).locator("li.card").first();
  const told = async () => {
    await card.getByRole("table", { name: "Score of result 1" }).locator("tbody tr").nth(1).waitFor();
  };
  await card.getByText("How its score is made").click();
  await told();
  await openOptions(page);
  await page.getByRole("combobox", { name: "Show", exact: true }).selectOption("50");
  await eventually(async () => assert.equal((await results(page)).length, 50));
  await told();
});

test("on paper curves come before the pictures, and settings are words", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("", { system: "large", query: "q-201" }));
  await results(page);
  await page.getByRole("slider", { name: "Precision at rank" }).waitFor();
  await page.emulateMedia({ media: "print" });
  const top = (locator) => locator.evaluate((own) => own.getBoundingClientRect().top);
  assert.ok((await top(page.locator('[data-block~="curve"]').first())) < (await top(page.locator("li.card").first())));
  const border = await page.locator("#picker-system").evaluate((own) => getComputedStyle(own).borderTopWidth);
  assert.ok(await page.locator("#picker-system").isVisible());
  assert.equal(border, "0px");
});

test("a cell of the matrix names systems inside its plot, and none over another", async () => {
  const { page } = await newPage(browser);
  await page.goto(address("agreement", {}));
  await page.locator(".matrix button, .matrix [role=gridcell] button").first().waitFor();
  const buttons = page.locator(".matrix button");
  await buttons.nth(1).click();
  await page.locator("summary", { hasText: "As points" }).click();
  const plot = page.getByRole("slider", { name: "Systems under both columns" });
  await plot.waitFor();
  const checkLabels = async () => {
    const found = await plot.evaluate((area) => {
      const svg = area.querySelector("svg").getBoundingClientRect();
      const box = (own) => (({ left, top, right, bottom }) => ({ left, top, right, bottom, words: own.textContent }))(own.getBoundingClientRect());
      return { svg: { left: svg.left, top: svg.top, right: svg.right, bottom: svg.bottom }, labels: [...area.querySelectorAll(".point-label")].map(box), texts: [...area.querySelectorAll("text:not(.point-label)")].map(box) };
    });
    assert.ok(found.labels.length >= 4, `${found.labels.length} labels`);
    const overlap = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 2 && b.top < a.bottom - 2;
    for (const [index, label] of found.labels.entries()) {
      assert.ok(label.left >= found.svg.left && label.right <= found.svg.right, `${label.words} leaves the plot`);
      for (const other of [...found.labels.slice(index + 1), ...found.texts]) assert.ok(!overlap(label, other), `${label.words} covers ${other.words}`);
    }
  };
  await eventually(checkLabels);
  // By ranks first; the choice of means is in the address.
  assert.match(await plot.locator(".axis-title").first().textContent(), /^rank by /);
  await page.getByRole("combobox", { name: "Axes" }).selectOption("means");
  await page.waitForURL(/axes=means/);
  await plot.locator(".axis-title").filter({ hasNotText: /^rank by / }).first().waitFor();
  await eventually(checkLabels);
  // Keys reach every system, also those without room for their name.
  const titles = new Set();
  await plot.focus();
  for (let n = 0; n < 14; n += 1) {
    await page.keyboard.press(n === 0 ? "Home" : "ArrowRight");
    titles.add((await plot.getAttribute("aria-valuetext")).split(":")[0]);
  }
  assert.ok(titles.size >= 12, [...titles].join());
  await assertAccessible(page, "a cell of the matrix");
});

test("a unit of a chart is a pixel, so that its text has 12 pixels at every width and 18 for an audience", async () => {
  const { page } = await newPage(browser);
  const wrong = (size) => page.evaluate((size) => {
    const charts = [...document.querySelectorAll(".plot svg")].filter((svg) => svg.checkVisibility());
    const faults = charts.length > 0 ? [] : ["no charts"];
    for (const svg of charts) {
      const name = svg.closest("figure")?.innerText.slice(0, 30);
      const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
      for (const text of svg.querySelectorAll("text")) {
        const own = parseFloat(getComputedStyle(text).fontSize) * scale;
        if (Math.abs(own - size) > 0.1) faults.push(`${name}: ${text.textContent} has ${own}`);
      }
    }
    return faults;
  }, size);
  for (const [path, parameters] of [["", { system: "large", query: "q-201" }], ["compare", { a: "large", b: "tags" }], ["agreement", {}], ["leaderboard", {}]]) {
    for (const width of [1440, 1024, 800]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(address(path, parameters));
      await page.locator(".plot svg text").first().waitFor();
      await eventually(async () => assert.deepEqual(await wrong(12), []));
      // And as the window changes.
      await page.setViewportSize({ width: width - 120, height: 900 });
      await eventually(async () => assert.deepEqual(await wrong(12), []));
    }
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(address("", { system: "large", query: "q-201", lesson: "precision.2", present: "1" }));
  await page.locator(":root[data-present] .plot svg text").first().waitFor();
  await eventually(async () => assert.deepEqual(await wrong(18), []));
});

test("curves of several systems have their names at their ends, none over another", async () => {
  const { page } = await newPage(browser);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(address("", { system: "large", also: "base,tags", query: "q-203" }));
  await page.getByRole("slider", { name: "Precision at rank" }).waitFor();
  for (const name of ["Precision at rank", "Precision and recall"]) {
    await eventually(async () => {
      const chart = page.getByRole("slider", { name });
      const names = await chart.locator(".line-name").evaluateAll((all) => all.map((own) => (({ left, right, top, bottom }) => ({ words: own.textContent, left, right, top, bottom }))(own.getBoundingClientRect())));
      assert.deepEqual(names.map((own) => own.words).toSorted(), ["Base", "Large", "Tags of users"], name);
      const area = await chart.evaluate((own) => own.getBoundingClientRect().toJSON());
      for (const [index, one] of names.entries()) {
        assert.ok(one.left >= area.left && one.right <= area.right, `${one.words} leaves ${name}`);
        for (const other of names.slice(index + 1)) assert.ok(one.bottom <= other.top + 3 || other.bottom <= one.top + 3 || one.right <= other.left || other.right <= one.left, `${one.words} over ${other.words} in ${name}`);
      }
    });
  }
});
