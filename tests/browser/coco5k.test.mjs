// The real benchmark in the page, against the published values.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  PATIENCE_MS, ask, cellValues, coefficients, lacksWebGpu, near, newPage, rankscope, rankscopeJson, results,
} from "./harness.mjs";
import { launch, serve, temporaryFolder } from "./setting.mjs";
import { test } from "./suite.mjs";

const shared = process.env.RANKSCOPE_SHARED ?? "";
const weights = process.env.RANKSCOPE_MINILM ?? "";
const lacking = !existsSync(join(shared, "data/coco5k"))
  ? "the shared data is not here"
  : !existsSync(join(weights, "model.safetensors"))
    ? "the MiniLM weights are not here"
    : false;

// The lowest cosine to the original with weights of each type, as `WeightDtype::lowest_cosine` has it.
const LOWEST = { f32: 0.9999, f16: 0.9999, i8: 0.999 };
const goldenTexts = join(shared, "golden/minilm_expected.json");
const temporary = temporaryFolder();
const browser = await launch();
const servers = {};

/** Builds and serves the benchmark with an encoder that carries the original's vectors. */
async function prepared(dtype) {
  const folder = join(temporary, dtype);
  mkdirSync(folder);
  const [pack, benchmark] = ["minilm", "coco5k"].map((name) => join(folder, name));
  rankscope("encoder", "import", weights, "--out", pack, "--id", "all-MiniLM-L6-v2", "--dtype", dtype, "--check", goldenTexts);
  rankscope("build", "recipes/coco5k.toml", "--source", join(shared, "data/coco5k"), "--encoder", `all-MiniLM-L6-v2=${pack}`, "--out", benchmark);
  return { benchmark, ...(await serve(benchmark)) };
}

if (!lacking) for (const dtype of Object.keys(LOWEST)) servers[dtype] = await prepared(dtype);

test("the eight systems have their published measures and τ-b in the page", { skip: lacking }, async () => {
  const golden = JSON.parse(readFileSync(join(shared, "golden/coco5k_expected.json"), "utf8"));
  const { page } = await newPage(browser);
  await page.goto(`${servers.f16.url}leaderboard?device=cpu`);
  await page.getByRole("status").filter({ hasText: "Computed on this device" }).waitFor();
  const means = await cellValues(page.getByRole("table", { name: "Leaderboard" }), "system", "measure", "relevance");
  const column = (name) => {
    const [relevance, ...rest] = name.split("_");
    const measure = { r1: "R@1", r5: "R@5", r10: "R@10", map_at_r: "mAP@R", rprecision: "R-Precision" }[rest.join("_")];
    return `eccv:${measure} ${relevance}`;
  };
  for (const [system, values] of Object.entries(golden.metrics)) {
    for (const [name, value] of Object.entries(values)) {
      const key = `${system} ${column(name)}`;
      assert.ok(near(means[key], value, 1e-4), `${key}: ${means[key]} and ${value}`);
    }
  }
  await page.goto(`${servers.f16.url}agreement?device=cpu`);
  const matrix = page.getByRole("table", { name: /Agreement of measures/ });
  await matrix.waitFor();
  const cells = await coefficients(matrix);
  const { columns, matrix: expected } = golden.kendall_tau_b;
  for (const [a, row] of expected.entries()) {
    for (const [b, tau] of row.entries()) {
      if (a === b) continue;
      const cell = cells[`${column(columns[a])} ${column(columns[b])}`];
      assert.ok(near(cell, tau, 1e-4), `${columns[a]} and ${columns[b]}: ${cell} and ${tau}`);
    }
  }
});

for (const device of ["cpu", "webgpu"]) {
  for (const dtype of Object.keys(LOWEST)) {
    test(`${device}: MiniLM in ${dtype} agrees with the original`, { skip: lacking }, async (t) => {
      const { page } = await newPage(browser);
      await page.goto(`${servers[dtype].url}about?device=${device}`);
      if (device === "webgpu" && (await lacksWebGpu(t, page))) return;
      await page.getByRole("button", { name: /check/i }).first().click();
      const table = page.getByRole("table", { name: "Encoder self-check" });
      await table.waitFor({ timeout: 3 * PATIENCE_MS });
      const cosines = await table.locator("[data-cosine]").evaluateAll((cells) => cells.map((cell) => Number(cell.dataset.cosine)));
      assert.equal(cosines.length, JSON.parse(readFileSync(goldenTexts, "utf8")).cases.length);
      for (const cosine of cosines) assert.ok(cosine >= LOWEST[dtype], `cosine ${cosine}`);
      assert.ok(!/\bno\b/i.test(await table.innerText()), "the tokens differ");
      t.diagnostic(`lowest cosine on ${device} in ${dtype}: ${Math.min(...cosines)}`);
    });
  }

  test(`${device}: typed words find what rankscope search finds`, { skip: lacking }, async (t) => {
    const { page } = await newPage(browser);
    await page.goto(`${servers.f16.url}?device=${device}&system=minilm-mean`);
    if (device === "webgpu" && (await lacksWebGpu(t, page))) return;
    const text = "a dog asleep on a boat";
    await ask(page, text);
    const typed = await results(page);
    const native = rankscopeJson("search", servers.f16.benchmark, "--system", "minilm-mean", "--query", text, "-k", "20");
    assert.deepEqual(typed.map((hit) => hit.id), native.map((hit) => hit.id));
  });
}
