// A real browser, a real server, and the native program to compare with.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { remembered } from "./built.mjs";
import { atTestEnd } from "./suite.mjs";

const needed = (name) => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run scripts/test, which sets it`);
  return value;
};

export const bin = needed("RANKSCOPE_BIN");
export const dist = needed("RANKSCOPE_DIST");
const browserPath = needed("RANKSCOPE_CHROMIUM");

// Generous, because the first answer waits for a module to compile on whatever machine this is.
export const PATIENCE_MS = 120_000;

// For what the page does by itself within a moment: long enough for a machine that is busy.
const EVENTUALLY_MS = 60_000;

/** Runs the native program; what it prints. A question asked before has its answer. */
export const rankscope = (...args) =>
  remembered(args, () => execFileSync(bin, args, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] }));
export const rankscopeJson = (...args) => JSON.parse(rankscope(...args, "--format", "json"));

export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "rankscope-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

// No server outlives its program, for whatever reason that ends.
const servers = new Set();
const stopAll = () => servers.forEach((server) => server.kill());
process.on("exit", stopAll);
process.on("uncaughtExceptionMonitor", stopAll);

/** Starts a command that serves, and waits for the address that it prints. */
export async function started(args, env = {}) {
  const server = spawn(bin, args, { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, ...env } });
  servers.add(server);
  const url = await new Promise((resolve, reject) => {
    let said = "";
    server.stdout.on("data", (data) => {
      said += data;
      const match = /Rankscope is at (\S+)/.exec(said);
      if (match) resolve(match[1]);
    });
    server.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { url, stop: () => server.kill() };
}

/** Serves the page with a benchmark on a free port of this machine. `more` are further arguments. */
export const serve = (benchmark, ...more) =>
  started(["serve", "--dist", dist, "--benchmark", benchmark, "--port", "0", ...more]);

const settings = (more) => ({
  executablePath: browserPath,
  headless: true,
  args: [
    "--no-sandbox",
    "--enable-unsafe-webgpu",
    "--use-webgpu-adapter=swiftshader",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    // Pictures of public benchmarks are elsewhere, and tests stay on this machine.
    ...(more.some((flag) => flag.startsWith("--host-resolver-rules")) ? [] : ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost"]),
    ...more,
  ],
});

/** A browser of its own, with further flags. */
export const launch = (more = []) => chromium.launch(settings(more));

// Pages of one context have one process: starting one and compiling the page's modules in it again
// costs more than all that most tests do.
const SHARED = ["--process-per-site"];

/** A browser that several files share. */
export const launchServer = () => chromium.launchServer(settings(SHARED));

/** The browser that the files of a run share, or one of its own where there is none. */
export const sharedBrowser = () =>
  process.env.RANKSCOPE_BROWSER ? chromium.connect(process.env.RANKSCOPE_BROWSER) : launch(SHARED);

// The pages of the test that runs, with what went wrong in them and what may.
const open = new Map();
// Contexts that tests have one after another, by browser and settings.
const shared = new Map();
// What the test that runs has of them, and fresh ones: they end with it.
const used = new Set();
const fresh = new Set();

const SHOWN_CHARACTERS = 1_500;
// A failed test leaves its pages open: what they show says more than that something did not appear.
async function tellPages() {
  for (const [page, { problems }] of open) {
    // One that does not answer is said to be such, and does not hold up the other tests.
    const late = new Promise((resolve) => setTimeout(resolve, 5_000, "no answer"));
    const shown = await Promise.race([page.evaluate(() => document.body.innerText).catch(String), late]);
    console.log(`${page.url()} shows: ${shown.replace(/\s+/g, " ").slice(0, SHOWN_CHARACTERS)}`);
    if (problems.length > 0) console.log(`${page.url()} had problems: ${problems.join("; ").slice(0, SHOWN_CHARACTERS)}`);
  }
}

atTestEnd(async (hasPassed) => {
  if (!hasPassed) await tellPages();
  const unexpected = [...told].flatMap(({ problems, expects }) => problems.filter((problem) => !expects.some((pattern) => pattern.test(problem))));
  told.clear();
  for (const context of fresh) await context.close();
  fresh.clear();
  for (const own of used) await own.clear(hasPassed);
  used.clear();
  open.clear();
  assert.deepEqual(unexpected, [], "the page's console has errors");
});

/** A context for one test after another. */
async function makeShared(browser, options) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  let isClosed = false;
  context.on("close", () => (isClosed = true));
  // Stays open for its connection to the browser, which clears what the others store, and keeps the
  // process of the site alive between tests. Nobody answers at this address but the route.
  const keeper = await context.newPage();
  await keeper.route("**", (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html><title>keeper</title>" }));
  await keeper.goto("http://127.0.0.1/");
  const session = await context.newCDPSession(keeper);
  const origins = new Set();
  context.on("page", (page) => page.on("framenavigated", (frame) => {
    if (/^https?:/.test(frame.url())) origins.add(new URL(frame.url()).origin);
  }));
  return {
    context,
    isOpen: () => context.pages().length > 1,
    async clear() {
      if (isClosed) return;
      for (const page of context.pages()) if (page !== keeper) await page.close();
      await context.unrouteAll({ behavior: "ignoreErrors" });
      await context.clearPermissions();
      for (const origin of origins) await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
      origins.clear();
    },
  };
}

// What was seen of the pages of the test that runs, those that it has closed included.
const told = new Set();

// Addresses that a test, or a host of its own, has answered with a fault: the browser tells of those as
// of any other.
const refused = new Set();
export const expectFault = (url) => refused.add(url);

/** Takes note of what routes of a test answer with a fault. */
function noteFaults(target) {
  const { route } = target;
  if (route.takesNote) return;
  target.route = (pattern, handler, options) => route.call(target, pattern, (own, request) => {
    const { fulfill } = own;
    own.fulfill = (answer) => {
      if ((answer?.status ?? answer?.response?.status() ?? 200) >= 400) expectFault(request.url());
      return fulfill.call(own, answer);
    };
    return handler(own, request);
  }, options);
  target.route.takesNote = true;
}

/** What the browser says of a request that the test cut off, or of one to another machine. */
const CUT_OFF = /net::ERR_(FAILED|NAME_NOT_RESOLVED|INTERNET_DISCONNECTED|CONNECTION_REFUSED)/;

function watched(page, expects) {
  const own = { problems: [], expects };
  noteFaults(page);
  noteFaults(page.context());
  page.on("console", (message) => {
    const [text, { url }] = [message.text(), message.location()];
    // Browsers ask for this icon by themselves where a document names none; the page names its own.
    if (message.type() !== "error" || url.endsWith("/favicon.ico")) return;
    if (/^Failed to load resource/.test(text) && (CUT_OFF.test(text) || refused.has(url))) return;
    own.problems.push(`${text} (${url})`);
  });
  page.on("pageerror", (error) => own.problems.push(String(error)));
  open.set(page, own);
  told.add(own);
  page.on("close", () => open.delete(page));
  return own.problems;
}

const VIEWPORT = { width: 1280, height: 900 };

/**
 * A page whose console must have no error when the test ends, but for those that `expects` has patterns
 * of. Tests of a file have the same context one after another: what they store is cleared between them,
 * and there is no service worker. `newProfile` is for those whose subject that is.
 */
export async function newPage(browser, { expects = [], ...options } = {}) {
  const wanted = { viewport: VIEWPORT, serviceWorkers: "block", ...options };
  const key = JSON.stringify(wanted);
  if (!shared.has(browser)) shared.set(browser, new Map());
  const contexts = shared.get(browser);
  if (!contexts.has(key)) contexts.set(key, []);
  const all = contexts.get(key);
  // A second page of one test is another visitor's.
  let own = all.find((one) => !(used.has(one) && one.isOpen()));
  if (!own) {
    own = await makeShared(browser, wanted);
    all.push(own);
    own.context.on("close", () => all.splice(all.indexOf(own), 1));
  } else if (used.has(own)) await own.clear();
  used.add(own);
  const page = await own.context.newPage();
  return { page, context: own.context, problems: watched(page, [expects].flat()) };
}

/** A page in a fresh profile: nothing is stored, and the service worker runs. */
export async function newProfile(browser, { expects = [], ...options } = {}) {
  const context = await browser.newContext({ viewport: VIEWPORT, ...options });
  fresh.add(context);
  context.on("close", () => fresh.delete(context));
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  return { page, context, problems: watched(page, [expects].flat()) };
}

/**
 * Reads and asserts again and again until it holds, for lists and counts, which locators do not wait
 * for. What is still wrong in the end is the last failure.
 */
export async function eventually(attempt) {
  const deadline = Date.now() + EVENTUALLY_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Holds back what is asked for of such a kind, until the function that it gives is called. */
export async function heldBack(target, pattern) {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  await target.route(pattern, async (route) => {
    await released;
    // The test may be over.
    await route.continue().catch(() => {});
  });
  return release;
}

/**
 * Has work that takes turns by a timer wait, while the page has such an element, until the page's
 * `goOn` is called.
 */
export const holdTurns = (page, selector) =>
  page.addInitScript((selector) => {
    const [later, stop] = [globalThis.setTimeout, globalThis.clearTimeout];
    const waiting = new Map();
    let isHeld = true;
    globalThis.setTimeout = (act, ms, ...more) => {
      if (!isHeld || ms || !document.querySelector(selector)) return later(act, ms, ...more);
      // A number that no other timer has.
      const id = later(() => {}, 0);
      waiting.set(id, act);
      return id;
    };
    globalThis.clearTimeout = (id) => {
      waiting.delete(id);
      stop(id);
    };
    globalThis.goOn = () => {
      isHeld = false;
      for (const [id, act] of waiting) later(() => waiting.delete(id) && act(), 0);
    };
  }, selector);

/** Waits for the list "Results" of a finished search and reads it. */
export async function results(page) {
  const list = page.getByRole("list", { name: "Results" });
  await list.waitFor();
  await page.locator('section[aria-label="Search results"][aria-busy="false"]').waitFor();
  return list.locator("li.card").evaluateAll((cards) =>
    cards.map((card) => ({
      rank: Number(card.dataset.rank),
      id: card.dataset.image,
      // A picture that a second stage did not score has none.
      score: Number(card.querySelector("[data-score]")?.dataset.score),
    })),
  );
}

/**
 * Drags files of this machine over the page as the operating system does, by way of the browser's own
 * protocol. Gives what drops them, and what takes them away again.
 */
export async function holdFiles(page, files) {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  const send = (type, x = 200, y = 300) => session.send("Input.dispatchDragEvent", { type, x, y, data });
  await send("dragEnter");
  await send("dragOver");
  return { drop: () => send("drop"), cancel: () => send("dragCancel", 0, 0) };
}

/** Drops files of this machine on the page. */
export async function dragFiles(page, files) {
  const { drop } = await holdFiles(page, files);
  await drop();
}

/** Lets the page draw what an event changes. */
export const drawn = (page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });

/** Types into the search box and presses Enter. */
export async function ask(page, text) {
  const box = page.getByRole("combobox", { name: "Query" });
  await box.fill(text);
  await box.press("Enter");
  // A busy machine takes its time.
  const isAsked = (url) => url.searchParams.get("q") === text.trim() || url.searchParams.has("query");
  await page.waitForURL(isAsked).catch(async (error) => {
    throw new Error(`“${text}” was not asked: the field has “${await box.inputValue()}”, the address is ${page.url()}`, { cause: error });
  });
  // The results of the search before, as of the one that Explore opens with, are stale from now on.
  await drawn(page);
}

/** Opens Explore's menu of less usual settings, unless it is open. */
export async function openOptions(page) {
  const button = page.locator('summary[aria-label^="Options:"]');
  await button.waitFor();
  if (!(await button.evaluate((button) => button.parentElement.open))) await button.click();
}

/** Opens a folded section of Agreement, by its title. */
export const unfold = (page, title) => page.locator("details.fold:not([open]) > summary", { hasText: title }).click();

/** Opens the menu with the filter of queries, unless it is open. */
export async function openQueryFilter(page) {
  const button = page.locator('summary[aria-label^="Queries:"]');
  await button.waitFor();
  if (!(await button.evaluate((button) => button.parentElement.open))) await button.click();
}

/** Full-precision values of a table's cells once it has any, under a key made of their data attributes. */
export async function cellValues(locator, ...keys) {
  const cells = locator.locator("[data-value]");
  await cells.first().waitFor({ state: "attached" });
  return cells.evaluateAll(
    (cells, keys) =>
      Object.fromEntries(
        cells.map((cell) => [keys.map((key) => cell.dataset[key]).join(" "), cell.dataset.value]),
      ),
    keys,
  );
}

/** The coefficients of a matrix of agreement by `row column`: the page shows its lower triangle, this is both. */
export async function coefficients(matrix) {
  const shown = await cellValues(matrix, "row", "column");
  const mirrored = Object.entries(shown).map(([key, value]) => {
    const [measure, relevance, otherMeasure, otherRelevance] = key.split(" ");
    return [`${otherMeasure} ${otherRelevance} ${measure} ${relevance}`, value];
  });
  return { ...shown, ...Object.fromEntries(mirrored) };
}

export const near = (a, b, tolerance) => Math.abs(Number(a) - Number(b)) <= tolerance;

/** Asserts that two values of JSON differ at most in the last digits of their numbers: WebAssembly has its own logarithms. */
export function assertNear(found, expected, where = "$") {
  if (typeof expected === "number") {
    assert.ok(typeof found === "number" && near(found, expected, 1e-12), `${where}: ${found} and ${expected}`);
  } else if (expected === null || typeof expected !== "object") {
    assert.equal(found, expected, where);
  } else {
    assert.deepEqual(Object.keys(found ?? {}).toSorted(), Object.keys(expected).toSorted(), where);
    for (const key of Object.keys(expected)) assertNear(found[key], expected[key], `${where}.${key}`);
  }
}

/** Presses a button that saves a file of JSON, in a part of the page; what the file holds. */
export async function downloadedJson(page, name, part = page) {
  const button = part.getByRole("button", { name, exact: true }).first();
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  // The browser is another process, which may be elsewhere: its copy has no path here.
  const folder = mkdtempSync(join(tmpdir(), "rankscope-"));
  try {
    await download.saveAs(join(folder, "saved.json"));
    return JSON.parse(readFileSync(join(folder, "saved.json"), "utf8"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Whether this browser has no WebGPU here; the test is then skipped. */
export async function lacksWebGpu(t, page) {
  const alert = page.getByRole("alert").filter({ hasText: "WebGPU is not available" });
  const chip = page.locator(".device-words", { hasText: "GPU ·" });
  await alert.or(chip).first().waitFor();
  if (await alert.count()) {
    t.skip(`no WebGPU: ${await alert.first().innerText()}`);
    return true;
  }
  return false;
}

/**
 * Goes to another address within the page, as a link does, and lets the page draw: a new visit would
 * begin on the CPU again.
 */
export const goInside = (page, url) =>
  page.evaluate(async (url) => {
    history.pushState(null, "", url);
    window.dispatchEvent(new PopStateEvent("popstate"));
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  }, url);

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Rules that another theme can break; the others hold in both or in neither. */
const OF_COLOUR = ["color-contrast", "link-in-text-block"];
const RULES = {
  // All that is on by default, which is WCAG 2.2 A and AA and what is good practice; and what is off by
  // default: the size of targets (2.5.8), and visible words that are not in the name (2.5.3).
  light: { rules: { "target-size": { enabled: true }, "label-content-name-mismatch": { enabled: true } } },
  dark: { runOnly: { type: "rule", values: OF_COLOUR } },
};

/**
 * Asserts that a page has no accessibility faults in either theme and fits phones and walls.
 */
export async function assertAccessible(page, name) {
  for (const [colorScheme, rules] of Object.entries(RULES)) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
    const violations = await page.evaluate(async (rules) => {
      const { violations } = await window.axe.run({ ...rules, resultTypes: ["violations"] });
      return violations.map(({ id, nodes }) => ({ id, html: nodes.map((node) => node.html).join(" ") }));
    }, rules);
    assert.deepEqual(violations, [], `${name} in ${colorScheme}`);
  }
  const twice = await page.evaluate(() => {
    const ids = [...document.querySelectorAll("[id]")].map((own) => own.id);
    return ids.filter((id, place) => ids.indexOf(id) !== place);
  });
  assert.deepEqual(twice, [], `${name}: ids of several elements`);
  for (const width of [380, 1440, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(excess, 0, `${name} at ${width} px is ${excess} px too wide`);
  }
}
