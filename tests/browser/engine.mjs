// The engine's worker without the page: asked as the page asks it, for tests that need vectors of
// their own and every hit.

import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

function shard(rows, dim) {
  const header = JSON.stringify({ vectors: { dtype: "F32", shape: [rows.length, dim], data_offsets: [0, rows.length * dim * 4] } });
  const padded = header.padEnd(Math.ceil(header.length / 8) * 8);
  const values = Float32Array.from(rows.flat());
  const file = Buffer.concat([Buffer.alloc(8), Buffer.from(padded), Buffer.from(values.buffer)]);
  file.writeBigUInt64LE(BigInt(padded.length));
  return file;
}

/** Writes a benchmark of one system `made` in float32; its shards, as array buffers. */
export function writeVectors(folder, gallery, queries) {
  const dim = gallery[0].length;
  const files = { "systems/made/gallery.safetensors": shard(gallery, dim), "systems/made/queries.safetensors": shard(queries, dim) };
  mkdirSync(join(folder, "systems/made"), { recursive: true });
  for (const [path, bytes] of Object.entries(files)) writeFileSync(join(folder, path), bytes);
  const [galleryPath, queriesPath] = Object.keys(files);
  const manifest = {
    schema_version: 1, id: "made", title: "Made", description: "", version: "1", license: "CC0-1.0",
    counts: { queries: queries.length, images: gallery.length, captions: 0 },
    relevance: [], encoders: [], facets: [], headlines: [],
    systems: [{ id: "made", title: "Made", description: "", dim, metric: "cosine", source: "", license: "CC0-1.0", gallery: [galleryPath], queries: queriesPath }],
    files: Object.entries(files).map(([path, bytes]) => ({
      path, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex"),
      ...(path === galleryPath ? { rows: { start: 0, end: gallery.length } } : {}),
    })),
  };
  writeFileSync(join(folder, "benchmark.json"), JSON.stringify(manifest));
  const buffer = (file) => file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
  return { gallery: buffer(files[galleryPath]), queries: buffer(files[queriesPath]) };
}

// Keeps the GPU's device, so that a test can lose it.
const KEEPER = `
const request = GPUAdapter.prototype.requestDevice;
GPUAdapter.prototype.requestDevice = async function (...asked) {
  self.keptDevice = await request.apply(this, asked);
  return self.keptDevice;
};
self.addEventListener("message", (event) => {
  if (event.data !== "lose") return;
  event.stopImmediatePropagation();
  self.keptDevice.destroy();
  self.keptDevice.lost.then(() => self.postMessage('"Lost"'));
});
await import("/engine_loader.js?engine=gpu");
`;

const ENGINES = { cpu: "/engine_loader.js", webgpu: "/engine_loader.js?engine=gpu" };

/** Else the browser asks for one at times, and tells of an error. */
export const NO_ICON = '<link rel="icon" href="data:,">';

/** Starts a worker in a page of its own and opens the served benchmark; what it says of its device. */
export async function openEngine(page, server, device, { keepsDevice = false, roomBytes = null } = {}) {
  await page.route("**/blank", (route) => route.fulfill({ contentType: "text/html", body: `<!doctype html>${NO_ICON}<title>blank</title>` }));
  await page.route("**/keeper.js", (route) => route.fulfill({ contentType: "text/javascript", body: KEEPER }));
  await page.goto(`${server.url.replace(/\/$/, "")}/blank`);
  return page.evaluate(
    async ([device, script, max_gallery_bytes]) => {
      const base_url = new URL("/benchmark/", location.href).href;
      const manifest = await (await fetch(`${base_url}benchmark.json`)).json();
      const worker = new Worker(script, { type: "module" });
      let listener = () => {};
      worker.onmessage = ({ data }) => {
        const [json, bytes] = Array.isArray(data) ? data : [data];
        listener(JSON.parse(json), bytes);
      };
      const until = (done) =>
        new Promise((resolve, reject) => {
          worker.onerror = (event) => reject(new Error(event.message));
          listener = (event, bytes) => {
            if (event.Crashed) reject(new Error(event.Crashed.message));
            const value = done(event, bytes);
            if (value !== undefined) resolve(value);
          };
        });
      const tell = (command) => worker.postMessage(JSON.stringify(command));
      let id = 0;
      window.askEngine = (request) => {
        id += 1;
        window.engineProgress = {};
        const rows = [];
        const own = id;
        const answer = until((event, bytes) => {
          const { Cancelled, Failed, Progress, Response } = event;
          // What is left of an earlier request is no answer to this one.
          if ((Cancelled ?? Failed ?? Progress ?? Response)?.id !== own) return undefined;
          // Two reports can come between two looks of a test: each unit keeps its furthest.
          if (Progress) {
            const { unit, done } = Progress.progress;
            window.engineProgress[unit] = Math.max(window.engineProgress[unit] ?? 0, done);
          }
          if (Cancelled) return { Cancelled: true };
          if (Failed) return { Failed: Failed.failure };
          // Of a gallery in files, hits arrive as its shards do. Only the last of them are the answer.
          if (Response?.response.Hits) return Response.response.Hits.last ? Response.response : undefined;
          if (!Response?.response.Rankings) return Response?.response;
          // Rankings as the bytes say them: how many, then rows and scores.
          const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
          for (let at = 0; at < words.length; at += 1 + 2 * words[at]) {
            rows.push(Array.from({ length: words[at] }, (_, hit) => words[at + 1 + 2 * hit]));
          }
          return Response.response.Rankings.last ? { rows } : undefined;
        });
        tell({ Request: { id, request } });
        return answer;
      };
      window.cancelEngine = () => tell({ Cancel: { id } });
      window.loseDevice = () => {
        const lost = until((event) => (event === "Lost" ? true : undefined));
        worker.postMessage("lose");
        return lost;
      };
      await until((event) => (event === "Started" ? true : undefined));
      tell({ Open: { base_url, manifest, device, max_gallery_bytes } });
      return until((event) => event.Device ?? event.Failed);
    },
    [device, keepsDevice ? "/keeper.js" : ENGINES[device], roomBytes],
  );
}

/** A request's whole answer, not the parts before it; `{ Failed }` or `{ Cancelled }` where there is none. */
export const askEngine = (page, request) => page.evaluate((request) => window.askEngine(request), request);

/** Waits until the request on its way has come so far. */
export const engineAt = (page, unit, done) =>
  page.waitForFunction(([unit, done]) => window.engineProgress?.[unit] >= done, [unit, done]);

/** Cancels the request on its way. */
export const cancelEngine = (page) => page.evaluate(() => window.cancelEngine());
