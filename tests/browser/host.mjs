// A plain host of static files, which a test may have misbehave.

import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { expectFault } from "./harness.mjs";
import { atEnd } from "./setting.mjs";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".json": "application/json", ".svg": "image/svg+xml" };

/**
 * Serves folders by the addresses that they have: `{ "/": page, "/benchmark/": folder }`. The longest
 * address decides, and what is not there is answered with the 404.html of the first of them. `answer`
 * takes a request over by returning true: it gets the path, the response, and the bytes asked for.
 */
export async function host(folders, { answer = () => false, headers = {} } = {}) {
  const asked = [];
  const [page] = Object.values(folders);
  const byLength = Object.keys(folders).toSorted((a, b) => b.length - a.length);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://x");
    asked.push(pathname);
    const address = byLength.find((address) => pathname.startsWith(address));
    const file = address ? join(folders[address], pathname.slice(address.length) || "index.html") : "";
    const isThere = existsSync(file) && statSync(file).isFile();
    const sent = isThere ? file : join(page, "404.html");
    const bytes = existsSync(sent) ? readFileSync(sent) : "Not found";
    // As GitHub Pages does: the browser may answer from its own cache for a while.
    const all = { "content-type": TYPES[extname(sent)] ?? "application/octet-stream", "cache-control": "max-age=600", ...headers };
    const url = `http://${request.headers.host}${request.url}`;
    if (!isThere) expectFault(url);
    if (answer(pathname, response, bytes, all)) return expectFault(url);
    response.writeHead(isThere ? 200 : 404, all);
    response.end(bytes);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}${Object.keys(folders)[0]}`;
  const stop = () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections()));
  atEnd(stop);
  return { url, stop, asked };
}
