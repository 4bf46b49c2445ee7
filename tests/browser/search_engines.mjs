// Search engines on this machine, and a proxy before them that may misbehave.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer, request as ask } from "node:http";
import { createServer as listen } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { atEnd, temporaryFolder } from "./setting.mjs";

const python = process.env.RANKSCOPE_SEARCH_ENGINES;

/** Why there are none, if so: the tests that need them are then skipped. */
export const noEngines =
  python && existsSync(python) ? false : "RANKSCOPE_SEARCH_ENGINES is not set: scripts/test sets it where Chroma can be installed";

const freePort = () =>
  new Promise((resolve) => {
    const server = listen().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

async function started(program, args, port, path) {
  const child = spawn(program, args, { stdio: "ignore" });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  atEnd(stop);
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; ; attempt++) {
    const response = await fetch(url + path).catch(() => null);
    if (response) return { url, port, stop };
    if (attempt > 600) throw new Error(`${program} does not answer`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Chroma's own server. Pages of `origins` may ask it. */
export async function chroma({ data = temporaryFolder(), port, origins = [] } = {}) {
  port ??= await freePort();
  mkdirSync(data, { recursive: true });
  const config = join(data, "config.yaml");
  const lines = { persist_path: data, listen_address: "127.0.0.1", port, cors_allow_origins: origins };
  writeFileSync(config, Object.entries(lines).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`).join(""));
  const server = await started(join(dirname(python), "chroma"), ["run", config], port, "/api/v2/heartbeat");
  return { ...server, data };
}

/** Qdrant's client in local mode, behind its REST API. */
export async function qdrant(...more) {
  const port = await freePort();
  const script = fileURLToPath(new URL("../remote/qdrant_double.py", import.meta.url));
  return started(python, [script, String(port), ...more], port, "/");
}

export const CORS = { "access-control-allow-origin": "*", "access-control-allow-headers": "*", "access-control-allow-methods": "*" };

/**
 * Passes requests to a search engine and lets pages of any origin ask. `proxy.fault`, if it is set, gets
 * request and response and takes them over by returning true. `proxy.asked` has the headers of all,
 * and `proxy.bodies` the bodies of those that were passed on.
 */
export async function proxy(target) {
  const own = { fault: null, asked: [], bodies: [] };
  const server = createServer((request, response) => {
    own.asked.push({ method: request.method, url: request.url, headers: request.headers });
    if (own.fault?.(request, response)) return;
    if (request.method === "OPTIONS") {
      response.writeHead(204, CORS).end();
      return;
    }
    const { method, headers } = request;
    const passed = ask(target + request.url, { method, headers: { ...headers, host: new URL(target).host } }, (answer) => {
      response.writeHead(answer.statusCode, { ...answer.headers, ...CORS });
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    const body = [];
    request.on("data", (part) => body.push(part));
    request.on("end", () => own.bodies.push(Buffer.concat(body).toString()));
    request.pipe(passed);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => new Promise((resolve) => (server.close(resolve), server.closeAllConnections())));
  own.url = `http://127.0.0.1:${server.address().port}`;
  return own;
}
