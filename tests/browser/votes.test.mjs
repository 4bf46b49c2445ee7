// Votes on cards, definitions of relevance by rules over them, and a visitor's own files of votes.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PATIENCE_MS, assertAccessible, assertNear, cellValues, downloadedJson, eventually, near, newPage, rankscope, rankscopeJson, results, unfold } from "./harness.mjs";
import { fixture, launch, serve } from "./setting.mjs";
import { test } from "./suite.mjs";

const { temporary, benchmark, manifest, queries } = fixture();
const [system] = manifest.systems.map(({ id }) => id);
const [query] = queries;
const browser = await launch();

/** A copy of the benchmark whose first definition has these votes. */
function withVotes(name, text) {
  const folder = join(temporary, name);
  cpSync(benchmark, folder, { recursive: true });
  mkdirSync(join(folder, "votes"));
  const path = `votes/${manifest.relevance[0].id}.jsonl`;
  writeFileSync(join(folder, path), text);
  const entry = { path, bytes: Buffer.byteLength(text), sha256: createHash("sha256").update(text).digest("hex") };
  const [first, ...others] = manifest.relevance;
  const own = { ...manifest, relevance: [{ ...first, votes: path }, ...others], files: [...manifest.files, entry] };
  writeFileSync(join(folder, "benchmark.json"), JSON.stringify(own));
  return folder;
}

const run = join(temporary, "own.run");
const rankings = (() => {
  rankscope("export", "--benchmark", benchmark, "--system", system, "--run", run, "-k", String(manifest.counts.images));
  const lines = readFileSync(run, "utf8").trim().split("\n").map((line) => line.split(/\s+/));
  return lines.filter(([id]) => id === query.id).map(([, , image]) => image);
})();
const cast = [[3, 1, 1], [1, 2, 0], [5, 0, 0], [0, 4, 1], [2, 2, 1]];
const voted = rankings.slice(0, cast.length).map((image, place) => ({ query: query.id, image, votes: cast[place] }));
const text = voted.map((line) => `${JSON.stringify(line)}\n`).join("");

test("votes are on the cards, and a rule over them judges at once and from a link", async () => {
  const folder = withVotes("voted", text);
  const server = await serve(folder);
  const { page } = await newPage(browser);
  await page.goto(`${server.url}?${new URLSearchParams({ device: "cpu", system, query: query.id })}`);
  const found = await results(page);
  assert.deepEqual(found.slice(0, cast.length).map(({ id }) => id), voted.map(({ image }) => image));
  const card = (rank) => page.locator(`li.card[data-rank="${rank}"]`);
  await card(1).getByText("3 relevant, 1 not, 1 unsure").waitFor();
  await card(3).getByText("5 relevant", { exact: true }).waitFor();
  assert.equal(await card(6).locator(".votes").count(), 0, "nobody voted on it");

  const rule = page.getByRole("combobox", { name: "Votes that make a picture relevant" });
  const rules = { at_least_3: ([relevant]) => relevant >= 3, sure: ([relevant, not]) => relevant > not, share_50: (own) => own[0] > 0 && 2 * own[0] >= own[0] + own[1] + own[2] };
  for (const [name, isRelevant] of Object.entries(rules)) {
    await rule.selectOption(name);
    await page.waitForURL(new RegExp(`relevance=_votes-by-${name}-of-`));
    await page.locator(".judged-by strong").filter({ hasText: /^Votes: / }).waitFor();
    const marks = voted.map(({ votes }) => (isRelevant(votes) ? "relevant" : "not relevant"));
    for (const [place, mark] of marks.entries()) {
      await card(place + 1).locator(".mark").filter({ hasText: new RegExp(`^${mark}|^relevant by another`) }).waitFor();
    }
    const n = marks.filter((mark) => mark === "relevant").length;
    await page.getByText(new RegExp(`\\b${n} images? (is|are) relevant`)).waitFor();
  }
  await assertAccessible(page, "votes");
  await page.setViewportSize({ width: 1280, height: 900 });
  // The link opens the same rule, here and on the leaderboard, with the command's figures.
  await page.reload();
  await page.getByText("50 % of the votes or more say relevant.").waitFor();
  await eventually(async () => assert.equal(await rule.inputValue(), "share_50"));
  const id = new URL(page.url()).searchParams.get("relevance");
  await page.goto(`${server.url}leaderboard?${new URLSearchParams({ device: "cpu", relevance: id, measures: "trec:P@5,trec:AP" })}`);
  const table = page.getByRole("table", { name: "Leaderboard" });
  await page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();
  await table.locator(`[data-relevance="${id}"]`).first().waitFor();
  const cells = await cellValues(table, "system", "measure", "relevance");
  const qrels = join(temporary, "by_votes.qrels");
  rankscope("convert", join(folder, `votes/${manifest.relevance[0].id}.jsonl`), "--from", "votes", "--rule", "share_50", "--to", "trec", "--out", qrels);
  const native = rankscopeJson("eval", "--qrels", qrels, "--run", `own=${run}`, "--measures", "trec:P@5,trec:AP");
  for (const measure of ["trec:P@5", "trec:AP"]) {
    const cell = cells[`${system} ${measure} ${id}`];
    assert.ok(near(cell, native.runs.own[measure].mean, 1e-12), `${measure}: ${cell} and ${native.runs.own[measure].mean}`);
  }
});

test("a file of votes that cannot be read is told with its line, and the rest goes on", async () => {
  const server = await serve(withVotes("damaged", text + text.split("\n")[0]));
  const { page } = await newPage(browser);
  await page.goto(`${server.url}?${new URLSearchParams({ device: "cpu", system, query: query.id })}`);
  const alert = page.getByRole("alert").filter({ hasText: "The votes cannot be read" });
  await alert.waitFor();
  assert.match(await alert.innerText(), /\.jsonl, line 6: image .* has votes for query .* already/);
  assert.ok((await results(page)).length > 0);
});

const imported = (page, file) => page.getByRole("list", { name: "Imported files" }).locator("> li").filter({ hasText: file });

/** Opens the Benchmark page, chooses the file, and gives the id of what became of it. */
async function drop(page, url, file) {
  await page.goto(`${url}about?device=cpu`);
  await page.getByLabel("Choose files").setInputFiles(file);
  const item = imported(page, file.split("/").at(-1));
  await item.waitFor({ timeout: 3 * PATIENCE_MS });
  return item.getAttribute("data-import");
}

const votesBlock = (page) => page.locator('[data-block="votes"]');
const reliability = (page) => votesBlock(page).getByRole("table", { name: "Agreement of people" });
const ofRules = (page) => votesBlock(page).getByRole("table", { name: "Systems under every rule" });

/** The tables and the exported report say what the command says. */
async function sameAgreement(page, wanted) {
  const cells = await cellValues(reliability(page), "group", "measure");
  for (const [group, own] of Object.entries(wanted)) {
    for (const key of ["fleiss", "krippendorff", "entropy"]) {
      if (own[key] !== null) assert.ok(near(cells[`${group} ${key}`], own[key], 1e-12), `${group} ${key}: ${cells[`${group} ${key}`]} and ${own[key]}`);
    }
    assert.ok(near(cells[`${group} unanimous`], own.unanimous / own.n_items, 1e-12));
  }
  assertNear(await downloadedJson(page, "Export report (JSON)", votesBlock(page)), wanted);
}

/** Every mean, and τ-b to the chosen rule, is the command's. */
async function sameOrders(page, wanted, measure, rule) {
  const means = await cellValues(ofRules(page), "system", "rule");
  for (const [system, byRule] of Object.entries(wanted.systems)) {
    for (const [name, of] of Object.entries(byRule)) {
      if (of[measure].mean !== null) assert.ok(near(means[`${system} ${name}`], of[measure].mean, 1e-12), `${system} ${name}: ${means[`${system} ${name}`]} and ${of[measure].mean}`);
    }
  }
  const order = await ofRules(page).locator("tbody tr").evaluateAll((rows) => rows.map((row) => row.querySelector("[data-system]").dataset.system));
  assert.deepEqual(order, wanted.order[measure][rule]);
  const taus = await cellValues(votesBlock(page).getByRole("table", { name: "Rules and the order of the systems" }), "rule");
  const place = wanted.rules.indexOf(rule);
  for (const [other, tau] of wanted.tau_b[measure][place].entries()) {
    if (tau !== null) assert.ok(near(taus[wanted.rules[other]], tau, 1e-12), `${wanted.rules[other]}: ${taus[wanted.rules[other]]} and ${tau}`);
  }
}

test("a table of people's answers is dropped: agreement, people and rules are the command's", async () => {
  // Three people on the first pictures of some queries; one is often unsure.
  const ranked = rankscope("export", "--benchmark", benchmark, "--system", system, "--run", "-", "-k", "6").trim().split("\n").map((line) => line.split(/\s+/));
  const some = ranked.filter(([id]) => queries.slice(0, 12).some((own) => own.id === id));
  const answer = (place, person) => ((place * 7 + person * person * 5) % 11 < 5 ? "relevant" : person === 2 && place % 3 === 0 ? "unsure" : "not relevant");
  const people = ["Ada", "Bo", "Cy"];
  const answers = some.flatMap(([id, , image], place) => people.map((name, person) => ({ query: id, image, name, answer: answer(place, person) })));
  const everybodyUnsure = people.map((name) => ({ query: some[0][0], image: rankings.at(-1), name, answer: "unsure" }));
  const rows = [...answers, ...everybodyUnsure, { query: "none", image: "x", name: "Ada", answer: "relevant" }];
  const file = join(temporary, "answers.csv");
  writeFileSync(file, ["query,image,person,answer", ...rows.map((own) => [own.query, own.image, own.name, own.answer].join(","))].join("\n"));
  const facet = manifest.facets.find(({ values }) => values.length > 1 && values.length <= 20).name;
  const groups = join(temporary, "groups.csv");
  writeFileSync(groups, ["query,group", ...queries.filter((own) => own.facets?.[facet]).map((own) => `${own.id},${own.facets[facet]}`)].join("\n"));
  // The command knows of no benchmark here, so the vote that no query has is left out by hand.
  const known = join(temporary, "known.csv");
  writeFileSync(known, readFileSync(file, "utf8").split("\n").filter((line) => !line.startsWith("none,")).join("\n"));
  const wanted = rankscopeJson("votes", known, "--group", groups, "--per-query");

  const server = await serve(benchmark);
  const { page } = await newPage(browser);
  const id = await drop(page, server.url, file);
  await imported(page, "answers.csv").getByText("1 of its queries is not in the benchmark and is left out (none).").waitFor();
  await imported(page, "answers.csv").getByText("1 image counts as relevant although nobody said more than unsure").waitFor();
  await imported(page, "answers.csv").getByRole("link", { name: "See how far people agree" }).click();
  await page.waitForURL(/votes=of/);
  await reliability(page).waitFor({ timeout: 3 * PATIENCE_MS });
  await votesBlock(page).getByRole("combobox", { name: "Groups of queries by" }).selectOption(facet);
  await eventually(async () => assert.equal(Object.keys(await cellValues(reliability(page), "group")).length, Object.keys(wanted).length));
  await sameAgreement(page, wanted);
  await votesBlock(page).getByText(new RegExp(`^${wanted.all.n_votes} votes on ${wanted.all.n_items} pictures`)).waitFor();
  const pairs = await cellValues(votesBlock(page).getByRole("table", { name: "Cohen’s κ of annotators" }), "pair");
  for (const [one, others] of Object.entries(wanted.all.pairs)) {
    for (const [other, { kappa }] of Object.entries(others)) assert.ok(near(pairs[`${one} ${other}`], kappa, 1e-12), `${one} ${other}`);
  }

  // Every rule at once; the command reads the same votes in a benchmark.
  await votesBlock(page).getByRole("button", { name: "Rank the systems under every rule" }).click();
  await ofRules(page).waitFor({ timeout: 3 * PATIENCE_MS });
  const lines = new Map();
  for (const own of rows.slice(0, -1)) {
    const key = `${own.query} ${own.image}`;
    const line = lines.get(key) ?? { query: own.query, image: own.image, votes: [0, 0, 0], by: {} };
    const vote = ["relevant", "not relevant", "unsure"].indexOf(own.answer);
    line.votes[vote] += 1;
    line.by[own.name] = vote;
    lines.set(key, line);
  }
  const folder = withVotes("answered", [...lines.values()].map((line) => `${JSON.stringify(line)}\n`).join(""));
  const rules = "full_relevant,sure,unsure,at_least_1,at_least_2,at_least_3";
  const orders = (measures) => rankscopeJson("votes", folder, "--orders", "--measures", measures, "--rules", rules);
  await sameOrders(page, orders("conqa:nDCG"), "conqa:nDCG", "full_relevant");
  await votesBlock(page).getByRole("combobox", { name: "Compared with the rule" }).selectOption("at_least_1");
  await votesBlock(page).getByRole("combobox", { name: "Systems measured by" }).selectOption("conqa:HR@5");
  await page.waitForURL(/at_least_1/);
  await eventually(async () => sameOrders(page, orders("conqa:HR@5"), "conqa:HR@5", "at_least_1"));
  await votesBlock(page).getByRole("img", { name: "Order of the systems under every rule" }).waitFor();
  await assertAccessible(page, "people's votes");
  // A union stands beside the rules, and a link carries it.
  await page.getByRole("button", { name: /^Join definitions/ }).click();
  const dialog = page.getByRole("dialog", { name: "Join definitions" });
  const union = manifest.relevance.slice(0, 2);
  for (const { title } of union) await dialog.getByLabel(title, { exact: true }).check();
  await assertAccessible(page, "the dialog that joins definitions");
  await dialog.getByRole("button", { name: "Judge by this definition" }).click();
  const joined = union.map((own) => own.id).join("|");
  await page.waitForURL((url) => url.searchParams.get("relevance") === joined);
  const beside = rankscopeJson("votes", folder, "--orders", "--measures", "conqa:HR@5", "--rules", rules, "--joined", joined);
  await page.reload();
  await eventually(async () => sameOrders(page, beside, "conqa:HR@5", "at_least_1"));

  // They stay, in the page and in a link, and on Explore any rule over them judges.
  await page.reload();
  await ofRules(page).waitFor({ timeout: 3 * PATIENCE_MS });
  await page.goto(`${server.url}?${new URLSearchParams({ device: "cpu", system, query: some[0][0], relevance: id })}`);
  await results(page);
  await page.getByRole("combobox", { name: "Votes that make a picture relevant" }).selectOption("sure");
  await page.waitForURL(new RegExp(`relevance=_votes-by-sure-of-${id}`));
  await page.locator(".judged-by strong").filter({ hasText: "Votes: majority" }).waitFor();
});

const shared = join(process.env.RANKSCOPE_SHARED ?? "", "data/conqa");

test("ConQA's votes are dropped on ConQA: agreement and rules are the command's", { skip: existsSync(shared) ? false : "the shared data is not here" }, async () => {
  const folder = join(temporary, "conqa");
  mkdirSync(folder);
  for (const name of ["seed.json", "mturk.json", "vg_subset.txt"]) copyFileSync(join(shared, name), join(folder, name));
  const n = { gallery: readFileSync(join(folder, "vg_subset.txt"), "utf8").trim().split("\n").length, queries: Object.keys(JSON.parse(readFileSync(join(folder, "seed.json"), "utf8"))).length };
  // Vectors that mean nothing, in three systems.
  const dim = 8;
  const recipe = join(folder, "recipe.toml");
  copyFileSync(fileURLToPath(new URL("../../recipes/conqa.toml", import.meta.url)), recipe);
  const systems = ["clip", "second", "third"];
  for (const [place, name] of systems.entries()) {
    mkdirSync(join(folder, "systems", name), { recursive: true });
    for (const [part, rows] of Object.entries(n)) {
      let state = place * 1000 + rows;
      const next = () => ((state = (state * 1103515245 + 12345) % 2147483648) / 1073741824 - 1);
      const header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${dim}), }`;
      const padded = header.padEnd(Math.ceil((header.length + 11) / 64) * 64 - 11) + "\n";
      const size = Buffer.alloc(2);
      size.writeUInt16LE(padded.length);
      const values = Float32Array.from({ length: rows * dim }, next);
      writeFileSync(join(folder, "systems", name, `${part}.npy`), Buffer.concat([Buffer.from("\x93NUMPY\x01\x00", "latin1"), size, Buffer.from(padded, "latin1"), Buffer.from(values.buffer)]));
    }
  }
  const more = systems.slice(1).map((name) => `\n[[systems]]\nid = "${name}"\ntitle = "${name}"\ngallery = "systems/${name}/gallery.npy"\ngallery_ids = "vg_subset.txt"\nqueries = "systems/${name}/queries.npy"\n`);
  writeFileSync(recipe, readFileSync(recipe, "utf8") + more.join(""));
  const built = join(temporary, "conqa-built");
  rankscope("build", recipe, "--source", folder, "--out", built);
  const server = await serve(built);
  const { page } = await newPage(browser, { expects: /status of 404/ });
  const id = await drop(page, server.url, join(folder, "mturk.json"));
  const address = (more) => `${server.url}agreement?${new URLSearchParams({ device: "cpu", votes: `of=${id};${more}` })}`;
  await page.goto(address("by=kind;measure=conqa:R-Precision;rule=sure;orders=yes"));
  await reliability(page).waitFor({ timeout: 3 * PATIENCE_MS });
  const [seeds, mturk] = ["seed.json", "mturk.json"].map((name) => join(folder, name));
  const wanted = rankscopeJson("votes", mturk, "--seeds", seeds, "--group", seeds, "--per-query");
  await sameAgreement(page, wanted);
  await votesBlock(page).getByText("People agree least where queries are conceptual").waitFor();
  await ofRules(page).waitFor({ timeout: 3 * PATIENCE_MS });
  const rules = "full_relevant,sure,unsure,at_least_1,at_least_2,at_least_3";
  const native = rankscopeJson("votes", built, "--orders", "--relevance", "full_relevant", "--measures", "conqa:R-Precision", "--rules", rules);
  await sameOrders(page, native, "conqa:R-Precision", "sure");
});

test("a file of votes that cannot be is refused with what is wrong", async () => {
  const server = await serve(benchmark);
  const { page } = await newPage(browser);
  await page.goto(`${server.url}about?device=cpu`);
  const files = {
    "twice.json": [`{"${query.id}": {"${rankings[0]}": [1, 0, 0], "${rankings[0]}": [0, 1, 0]}}`, /duplicate key/],
    "other.json": ['{"nobody": {"nothing": [1, 0, 0]}}', /none of its 1 queries is in the benchmark/],
    "perhaps.csv": [`query,image,person,answer\n${query.id},${rankings[0]},Ada,perhaps`, /line 2: answer: "perhaps" is not relevant, not relevant or unsure/],
  };
  for (const [name, [content, words]] of Object.entries(files)) {
    const file = join(temporary, name);
    writeFileSync(file, content);
    await page.getByLabel("Choose files").setInputFiles(file);
    const alert = page.getByRole("alert").filter({ hasText: `${name} was not imported` });
    await alert.waitFor();
    assert.match(await alert.innerText(), words);
  }
  await page.goto(`${server.url}agreement?device=cpu`);
  await unfold(page, "Do people agree?");
  await page.getByText("This benchmark has no votes.").waitFor();
});
