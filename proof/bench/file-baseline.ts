import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { findFreePort } from "../free-port.ts";
import { findProgram } from "./programs.ts";
import { openRaw } from "./raw-http.ts";
import type { BenchResources } from "./resources.ts";

export interface FileServer {
  readonly name: string;
  readonly url: string;
  readonly path: string;
}

const path = "/data";

/** Serves the bytes by nginx, or by a plain Node server when nginx is not installed. */
export async function serveBytes(resources: BenchResources, bytes: Buffer): Promise<FileServer> {
  const program = findProgram("nginx");
  return program ? serveByNginx(resources, program, bytes) : serveByNode(resources, bytes);
}

async function serveByNginx(
  resources: BenchResources,
  program: string,
  bytes: Buffer,
): Promise<FileServer> {
  const folder = await resources.folder();
  const port = await findFreePort();
  await writeFile(join(folder, "data"), bytes, { mode: 0o644 });
  const settings = join(folder, "nginx.conf");
  await writeFile(
    settings,
    `daemon off; worker_processes auto; pid ${folder}/pid; error_log ${folder}/error.log;
     ${process.getuid?.() === 0 ? "user root;" : ""}
     events { worker_connections 1024; }
     http {
       access_log off; sendfile on; tcp_nopush on; open_file_cache max=10;
       client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
       uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
       server { listen 127.0.0.1:${port}; root ${folder};
         location = ${path} { default_type application/json; add_header Content-Encoding gzip; } } }`,
  );
  const child = spawn(program, ["-c", settings, "-e", join(folder, "error.log")], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errorOutput = "";
  child.stderr.on("data", (text: Buffer) => (errorOutput += text.toString()));
  resources.atEnd(async () => {
    if (child.exitCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGQUIT");
    await gone;
  });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx did not start: ${errorOutput}`);
    const connection = await openRaw(url).catch(() => null);
    connection?.close();
    if (connection) return { name: "nginx", url, path };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function serveByNode(resources: BenchResources, bytes: Buffer): Promise<FileServer> {
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      "Content-Type": "application/json",
      "Content-Encoding": "gzip",
      "Content-Length": bytes.length,
    });
    response.end(bytes);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  resources.atEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    name: "a plain Node server (nginx is not installed)",
    url: `http://127.0.0.1:${port}`,
    path,
  };
}
