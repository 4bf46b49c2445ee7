// The page's Content-Security-Policy: the page keeps to it wherever it goes, and it forbids what it
// should. And files of a benchmark, opened directly, run nothing.

import assert from "node:assert/strict";
import { cpSync, createReadStream, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { dist, eventually, newProfile, rankscope, results } from "./harness.mjs";
import { atEnd, fieldbook, fixture, launch, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const [A, B] = ["words-64", "letters-32"];

const { temporary, benchmark, manifest, queries } = fixture();
const query = queries[3].id;
const browser = await launch();
const server = await serve(benchmark);
const builtIn = await serve(fieldbook().benchmark);

/** A page that also remembers what its policy forbade, in workers too. */
async function watchedPage(options) {
  const opened = await newProfile(browser, options);
  const { page, problems } = opened;
  await page.exposeFunction("tellForbidden", (what) => problems.push(`forbidden: ${what}`));
  await page.addInitScript(() => {
    window.addEventListener("securitypolicyviolation", (event) => {
      window.tellForbidden(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`);
    });
  });
  return opened;
}

const address = (url, path, parameters) => `${url}${path}?${new URLSearchParams({ device: "cpu", ...parameters })}`;

/** How many pictures of the list are shown. */
const shownPictures = (page) =>
  page.waitForFunction(() => {
    // Pictures far below what is seen are loaded when the page is scrolled to them.
    window.scrollTo(0, document.body.scrollHeight);
    const pictures = [...document.querySelectorAll("li.card img")];
    return pictures.length > 0 && pictures.every((picture) => picture.complete) && pictures.filter((picture) => picture.naturalWidth > 0).length;
  }).then((found) => found.jsonValue());

/** A static host that sends no policy, with the page's folder and a benchmark. */
async function plainHost(folder, ownBenchmark) {
  const types = { html: "text/html", js: "text/javascript", css: "text/css", wasm: "application/wasm", svg: "image/svg+xml" };
  const host = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://host").pathname);
    const below = path.startsWith("/benchmark/") ? join(ownBenchmark, path.slice("/benchmark".length)) : join(folder, path);
    const file = path.endsWith("/") ? join(below, "index.html") : below;
    const isThere = existsSync(file) && statSync(file).isFile();
    const shown = isThere ? file : join(folder, "404.html");
    // A benchmark on another host must allow others to read it.
    response.writeHead(isThere ? 200 : 404, { "content-type": types[shown.split(".").at(-1)] ?? "application/octet-stream", "access-control-allow-origin": "*" });
    createReadStream(shown).pipe(response);
  });
  await new Promise((resolve) => host.listen(0, "127.0.0.1", resolve));
  atEnd(() => host.closeAllConnections());
  atEnd(() => host.close());
  return `http://127.0.0.1:${host.address().port}/`;
}

const elsewhere = await plainHost(dist, benchmark);

/** Every page: where it is, and what is there once it is complete. */
const pages = {
  "first run": ["", {}, (page) => page.getByRole("heading", { name: /See what/ }).waitFor()],
  results: ["", { system: A, query }, (page) => results(page)],
  "side by side": ["", { system: A, also: B, query }, (page) => page.getByRole("list", { name: /^Results of / }).first().waitFor()],
  compare: ["compare", { a: A, b: B, query, relevance: "exact" }, (page) => page.getByRole("list", { name: "Results of A" }).waitFor()],
  leaderboard: ["leaderboard", {}, (page) => page.getByText("Computed on this device").waitFor()],
  "heat map": ["leaderboard", { facet: manifest.facets[0].name }, (page) => page.getByRole("table", { name: "By category" }).waitFor()],
  agreement: ["agreement", {}, (page) => page.locator("td[data-row][data-column]").first().waitFor()],
  benchmark: ["about", {}, (page) => page.getByRole("heading", { name: "Systems" }).waitFor()],
  learn: ["learn", {}, (page) => page.getByRole("heading").first().waitFor()],
  "nowhere": ["nowhere", {}, (page) => page.getByRole("main").waitFor()],
};

for (const [name, [path, parameters, isComplete]] of Object.entries(pages)) {
  test(`${name}: the page keeps to its policy`, async () => {
    // The answer to an unknown path is 404, which the browser tells as an error.
    const { page } = await watchedPage({ expects: name === "nowhere" ? [/status of 404/] : [] });
    const response = await page.goto(address(server.url, path, parameters));
    await isComplete(page);
    assert.ok(response.headers()["content-security-policy"].includes("script-src 'self' 'wasm-unsafe-eval'"));
  });
}

test("an address below a view says that nothing is there, and leads up to the view", async () => {
  for (const url of [server.url, elsewhere]) {
    // Else the service worker would bring the script that is held back here.
    // What the page there asks for is not there either.
    const { page } = await newProfile(browser, { serviceWorkers: "block", expects: [/status of 404/, /MIME type/] });
    const response = await page.goto(`${url}learn/anything`);
    assert.equal(response.status(), 404);
    await page.getByText("There is no page at this address.").waitFor();
    assert.equal(await page.getByText("Loading the page").isVisible(), false);
    await page.getByRole("link", { name: "Go up one level" }).click();
    await page.getByRole("searchbox").or(page.getByRole("heading", { level: 2 })).first().waitFor();
    assert.equal(page.url(), url);
    // A view that 404.html answers shows no such words, not even before it starts.
    await page.route(/boot\.js/, (route) => route.abort());
    await page.goto(`${url}nowhere`);
    await page.getByText("Loading the page").waitFor();
    assert.equal(await page.getByText("There is no page").isVisible(), false);
  }
});

test("drawn pictures, lessons, a form and the shade of a bar keep to it", async () => {
  const { page } = await watchedPage();
  await page.goto(address(builtIn.url, "", { q: "a fox" }));
  await results(page);
  assert.ok((await shownPictures(page)) > 0);
  await page.goto(address(builtIn.url, "agreement", {}));
  await page.locator("td[data-row][data-column]").first().waitFor();
  await page.goto(address(builtIn.url, "learn", { lesson: "preference.2" }));
  await page.getByRole("list", { name: "Left list" }).waitFor();
  await page.getByRole("spinbutton", { name: "Hands for left" }).fill("3");
  await page.keyboard.press("Enter");
  await page.getByRole("status").filter({ hasText: "3 votes so far" }).waitFor();
  await page.evaluate(() => localStorage.setItem("rankscope-class-votes", "AB AC BA CD DE"));
  await page.goto(address(builtIn.url, "learn", { lesson: "preference.3" }));
  await page.getByRole("table", { name: "Strengths of the lists" }).waitFor();
  const shares = await page.locator(".strength-bar").evaluateAll((bars) => bars.map((bar) => bar.style.getPropertyValue("--share")));
  assert.ok(shares.length === 5 && shares.every((share) => /^\d+\.\d\d%$/.test(share)), shares.join());
});

test("shades are set without style attributes in the page's source", async () => {
  const { page } = await watchedPage();
  await page.goto(address(server.url, "agreement", { models: "coco_5k_r1~cxc_r1" }));
  const cells = page.locator("td.tau-above[data-row]");
  await cells.first().waitFor();
  const strengths = await cells.evaluateAll((cells) => cells.map((cell) => cell.style.getPropertyValue("--strength")));
  assert.ok(strengths.every((strength) => /^\d+\.\d%$/.test(strength)), strengths.join());
});

test("files that are saved keep to it, and a saved chart has its ground", async () => {
  const { page } = await watchedPage();
  await page.goto(address(server.url, "compare", { a: A, b: B, relevance: "exact" }));
  await page.getByRole("slider", { name: "Difference on every query" }).waitFor();
  const saved = async (name) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).first().click()]);
    const file = join(temporary, download.suggestedFilename());
    await download.saveAs(file);
    return readFileSync(file);
  };
  const svg = String(await saved("Save as SVG (Difference on every query)"));
  assert.match(svg, /<svg[^>]* style="background: rgb[^"]*"/);
  const png = await saved("Save as PNG (Difference on every query)");
  assert.deepEqual([...png.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  assert.ok((await saved("Export TREC qrels")).length > 0);
  assert.ok((await saved("Export JSON (Queries by contrast)")).length > 0);
});

test("imported runs and folders keep to it, pictures included", async () => {
  const { page } = await watchedPage();
  const run = join(temporary, "mine.run");
  rankscope("export", "--benchmark", benchmark, "--system", B, "--run", run, "-k", "100");
  const own = join(temporary, "own");
  cpSync(benchmark, own, { recursive: true });
  const file = join(own, "benchmark.json");
  writeFileSync(file, readFileSync(file, "utf8").replace(/"title": ?"Shapes[^"]*"/, '"title":"Shapes of my own"'));
  await page.goto(address(server.url, "about", {}));
  await page.getByRole("heading", { name: "Systems" }).waitFor();
  await page.getByLabel("Choose files").setInputFiles([run]);
  await page.getByRole("status").filter({ hasText: "mine.run: " }).waitFor();
  await page.getByLabel("Choose a folder").setInputFiles(own);
  await page.getByText("Shapes of my own").first().waitFor();
  await page.getByRole("link", { name: "Explore", exact: true }).first().click();
  await page.getByRole("combobox", { name: "Query" }).waitFor();
  const opened = new URL(page.url());
  opened.searchParams.set("system", A);
  opened.searchParams.set("query", query);
  await page.goto(String(opened));
  await results(page);
  assert.ok((await shownPictures(page)) > 0);
});

test("a benchmark of another host opens, pictures included", async () => {
  const { page } = await watchedPage();
  await page.goto(address(builtIn.url, "", { benchmark: `${elsewhere}benchmark/`, system: A, query }));
  await results(page);
  assert.ok((await shownPictures(page)) > 0);
  assert.ok(await page.locator("li.card img").evaluateAll((images, host) => images.every((image) => image.src.startsWith(host)), elsewhere));
});

test("what the service worker keeps opens the page again", async () => {
  const { page } = await watchedPage();
  await page.goto(address(server.url, "", { system: A, query }));
  await results(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await results(page);
  assert.ok((await shownPictures(page)) > 0);
});

/** What becomes of an inline script, an inline style, `eval` and a script of another host. */
const forbidden = (page, other) =>
  page.evaluate(async (other) => {
    const events = [];
    window.addEventListener("securitypolicyviolation", (event) => events.push(event.effectiveDirective));
    const added = (name, attributes, text = "") => {
      const element = Object.assign(document.createElement(name), attributes);
      element.textContent = text;
      document.head.append(element);
      return element;
    };
    added("script", {}, "window.ranInline = true");
    added("style", {}, "body { --styled: yes }");
    const element = document.createElement("p");
    element.setAttribute("style", "--styled: yes");
    const outside = added("script", { src: `${other}app.js`, type: "module" });
    await new Promise((resolve) => Object.assign(outside, { onload: resolve, onerror: resolve }));
    added("base", { href: other });
    let evaluated = false;
    window.addEventListener("message", () => (evaluated = true));
    // The test's own evaluation may be excepted; a timer's text is not.
    setTimeout("window.postMessage(1)");
    // Until all is reported: a minute, where something is not forbidden.
    for (let n = 0; n < 600 && new Set(events).size < 5; n += 1) await new Promise((resolve) => setTimeout(resolve, 100));
    return {
      ran: window.ranInline === true || evaluated,
      styled: getComputedStyle(document.body).getPropertyValue("--styled") !== "" || element.style.length > 0,
      base: document.baseURI.startsWith(other),
      events: [...new Set(events)].sort(),
    };
  }, other);

const FORBIDDEN = { ran: false, styled: false, base: false, events: ["base-uri", "script-src", "script-src-elem", "style-src-attr", "style-src-elem"] };

test("inline scripts and styles, eval and scripts of other hosts are forbidden", async () => {
  const { page } = await newProfile(browser, { expects: /./ });
  await page.goto(address(server.url, "", {}));
  await page.getByRole("heading", { name: /See what/ }).waitFor();
  assert.deepEqual(await forbidden(page, elsewhere), FORBIDDEN);
});

test("a host that sends no headers: the page brings the same policy, and keeps to it", async () => {
  const index = readFileSync(join(dist, "index.html"), "utf8");
  const [, policy] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(index);
  const header = (await fetch(server.url)).headers.get("content-security-policy");
  assert.equal(header, `${policy}; frame-ancestors 'none'`);
  const { page, problems } = await watchedPage({ expects: /./ });
  await page.goto(address(elsewhere, "", { system: A, query }));
  await results(page);
  assert.ok((await shownPictures(page)) > 0);
  await page.goto(address(elsewhere, "agreement", {}));
  await page.locator("td[data-row][data-column]").first().waitFor();
  assert.deepEqual(problems.filter((problem) => !/status of 404/.test(problem)), []);
  // What is forbidden from here on was asked for.
  assert.deepEqual(await forbidden(page, server.url), FORBIDDEN);
});

test("a page of another site cannot show this one in a frame", async () => {
  const { page } = await newProfile(browser);
  await page.route("**/frame", (route) => route.fulfill({ contentType: "text/html", body: `<iframe src="${server.url}"></iframe>` }));
  await page.goto(`${elsewhere}frame`);
  // What stands in the frame is the browser's own error page, which has no page of ours in it.
  await page.waitForFunction(() => document.readyState === "complete");
  const [, framed] = page.frames();
  await eventually(() => assert.match(framed.url(), /^chrome-error:/));
  assert.equal(await framed.locator("#loading, .query-form").count(), 0);
});

test("files of a benchmark, opened directly, run nothing and are of another origin", async () => {
  const own = join(temporary, "scripted");
  cpSync(benchmark, own, { recursive: true });
  const script = "document.documentElement.setAttribute('data-ran', origin)";
  writeFileSync(join(own, "picture.svg"), `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script></svg>`);
  writeFileSync(join(own, "page.html"), `<!doctype html><body onload="${script}"><script>${script}</script><p>seen</p>`);
  writeFileSync(join(own, "page.jsonl"), `<script>${script}</script>`);
  const scripted = await serve(own);
  const { page } = await newProfile(browser, { expects: /Blocked script execution/ });
  for (const name of ["picture.svg", "page.html"]) {
    await page.goto(`${scripted.url}benchmark/${name}`);
    const { ran, origin } = await page.evaluate(() => ({ ran: document.documentElement.hasAttribute("data-ran"), origin }));
    assert.deepEqual({ name, ran, origin }, { name, ran: false, origin: "null" });
  }
  // As it was before, from a host that sends no policy: they do run there.
  const unguarded = await plainHost(dist, own);
  await page.goto(`${unguarded}benchmark/picture.svg`);
  assert.equal(await page.evaluate(() => document.documentElement.hasAttribute("data-ran")), true);
});
