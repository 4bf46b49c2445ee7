// Serves the bench's files on this machine, cross-origin isolated so that the page's clock is precise.

import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/** Serves folders under their names, the one under "" at the root. */
export async function serve(folders) {
  const server = createServer((request, response) => {
    const [, first, ...rest] = decodeURIComponent(new URL(request.url, "http://x").pathname).split("/");
    const path = first in folders ? join(folders[first], ...rest) : join(folders[""], first, ...rest);
    const allowed = Object.values(folders).some((folder) => normalize(path).startsWith(normalize(folder)));
    let size;
    try {
      if (!allowed) throw new Error("outside");
      size = statSync(path).size;
    } catch {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      "content-type": TYPES[extname(path)] ?? "application/octet-stream",
      "content-length": size,
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-embedder-policy": "require-corp",
    });
    createReadStream(path).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}
