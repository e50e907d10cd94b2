import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { ServerConfig } from "../config.ts";
import { refuse, sendRefusal } from "./problem.ts";

/** Serves the built apps: the engineer's at `/`, the office's at `/office`. */
export async function serveApps(app: FastifyInstance, config: ServerConfig) {
  const apps = [
    { folder: config.officeApp, prefix: "/office/" },
    { folder: config.engineerApp, prefix: "/" },
  ].filter((entry): entry is { folder: string; prefix: string } => isBuilt(entry.folder));

  for (const [index, { folder, prefix }] of apps.entries()) {
    await app.register(fastifyStatic, {
      root: folder,
      prefix,
      decorateReply: index === 0,
      // Files are looked up at each request, so that a rebuilt app is served without a restart.
      wildcard: false,
      index: false,
      serve: false,
    });
  }

  app.setNotFoundHandler(async (request, reply) => {
    const path = parsePath(request.url);
    const isPage = request.method === "GET" || request.method === "HEAD";
    if (path === undefined || !isPage || isApi(path, config)) {
      return sendRefusal(reply, refuse("not-found"));
    }
    const found = apps.find(
      ({ prefix }) => path === prefix.slice(0, -1) || path.startsWith(prefix),
    );
    if (!found) return sendRefusal(reply, refuse("not-found"));
    return sendFile(reply, found.folder, path.slice(found.prefix.length));
  });
}

/** A route of the app's own router has no file: the app's page answers it. */
async function sendFile(reply: FastifyReply, folder: string, file: string): Promise<FastifyReply> {
  const isFile = /\.[a-z0-9]+$/i.test(file);
  const isHashed = file.startsWith("assets/");
  if (isFile && !existsSync(join(folder, file))) return sendRefusal(reply, refuse("not-found"));
  if (!isFile) {
    const page = await readFile(join(folder, "index.html"), "utf8");
    if (page.includes(noncePlaceholder)) return sendPageWithNonce(reply, page);
  }
  if (file.startsWith(previewFolder)) setPreviewHeaders(reply);
  reply.header("Cache-Control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
  // The files are small: a part of one, and a part that does not exist, would need answers of their own.
  return reply.sendFile(isFile ? file : "index.html", folder, {
    cacheControl: false,
    acceptRanges: false,
  });
}

/** The folder of the page that draws a form for the office, with its files. */
const previewFolder = "form-preview/";

/**
 * The page is shown in a frame of the office, and nowhere else. The sandbox gives it no origin, also when somebody opens
 * its address: it has no session and no storage, and the policy gives it no network. Its files are public, and a page
 * without an origin may only load what says so.
 */
function setPreviewHeaders(reply: FastifyReply) {
  reply
    .header("Content-Security-Policy", previewPolicy)
    .header("X-Frame-Options", "SAMEORIGIN")
    .header("Access-Control-Allow-Origin", "*")
    .header("Cross-Origin-Resource-Policy", "cross-origin");
}

const previewPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src data: blob:",
  "font-src 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "sandbox allow-scripts",
].join("; ");

/** The office's page has it where its script finds the nonce. */
const noncePlaceholder = "STYLE_NONCE_OF_THIS_ANSWER";

/** Allows the styles that the script of this very page adds: they carry a nonce, and the content policy names it. */
function sendPageWithNonce(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(18).toString("base64");
  const policy = String(reply.getHeader("Content-Security-Policy") ?? "");
  return reply
    .header(
      "Content-Security-Policy",
      // The office shows the preview of a form in a frame.
      `${policy.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`)}; frame-src 'self'`,
    )
    .header("Cache-Control", "no-store")
    .type("text/html; charset=utf-8")
    .send(page.replaceAll(noncePlaceholder, nonce));
}

const adminAreas: ReadonlySet<string> = new Set(["Company", "document", "Property", "Work"]);

/** A path of the API that no route answers is a 404, never a page of the app. */
function isApi(path: string, { adminPath }: ServerConfig): boolean {
  const isAdmin = path.startsWith(`${adminPath}/`);
  const [area = ""] = isAdmin ? path.slice(adminPath.length + 1).split("/") : [];
  return path.startsWith("/api/") || adminAreas.has(area);
}

function isBuilt(folder: string | null): boolean {
  return folder !== null && existsSync(join(folder, "index.html"));
}

function parsePath(url: string): string | undefined {
  try {
    const path = decodeURIComponent(url.split("?")[0] ?? "/");
    return path.includes("..") || path.includes("\0") ? undefined : path;
  } catch {
    return undefined;
  }
}
