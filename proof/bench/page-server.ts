import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { header } from "@fieldfare/contract";
import type { BenchResources } from "./resources.ts";

export interface PageServer {
  readonly url: string;
  /** Answers every request for `path` with this JSON, whatever its method. */
  answer(path: string, json: string): void;
}

/** Serves the bundled pages under the app's content security policy, and prepared JSON. */
export async function servePages(resources: BenchResources): Promise<PageServer> {
  const folder = await resources.pages();
  const answers = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const ready = answers.get(path);
    if (ready) {
      response.writeHead(200, {
        "Content-Type": "application/json; charset=utf-8",
        "Content-Length": ready.length,
        "Cache-Control": "no-store",
        [header.syncSize]: ready.length,
      });
      response.end(ready);
      return;
    }
    void sendFile(folder, path === "/" ? "/index.html" : path).then(
      ({ bytes, type }) => {
        response.writeHead(200, { "Content-Type": type, "Content-Security-Policy": policy });
        response.end(bytes);
      },
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  resources.atEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (path, json) => void answers.set(path, Buffer.from(json)),
  };
}

const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
};

async function sendFile(folder: string, path: string) {
  const file = join(folder, normalize(path));
  return {
    bytes: await readFile(file),
    type: types[extname(file)] ?? "application/octet-stream",
  };
}
