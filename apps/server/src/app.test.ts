import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as contract from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import {
  type InstalledEngineer,
  startInProcessServer,
  type InProcessServer,
} from "./testing/in-process.ts";

let server: InProcessServer;
let sam: InstalledEngineer;
let folder: string;

beforeAll(async () => {
  server = await startInProcessServer();
  sam = await server.installed();
  folder = await mkdtemp(join(tmpdir(), "fieldfare-web-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), "<!doctype html><title>Fieldfare</title>");
  await writeFile(join(folder, "worker.js"), "// worker");
  await writeFile(join(folder, "assets/main-a1b2c3.js"), "// main");
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

describe("the OpenAPI document", () => {
  interface Operation {
    readonly requestBody?: { readonly content: Record<string, unknown> };
  }
  interface Document {
    readonly openapi: string;
    readonly paths: Record<string, Record<string, Operation>>;
    readonly components: { readonly schemas: Record<string, unknown> };
  }
  let document: Document;
  let page: string;

  beforeAll(async () => {
    const documented = await server.startAnother({ documentation: true });
    const response = await documented.inject("/api/openapi.json");
    document = response.json();
    page = (await documented.inject("/api/docs/")).body;
  });

  it("has a page for people", () => {
    expect(page).toContain("swagger-ui");
  });

  it("is OpenAPI 3.1 with named components, and every reference resolves", () => {
    expect(document.openapi).toBe("3.1.0");
    const text = JSON.stringify(document);
    const references = new Set([...text.matchAll(/"\$ref":"#([^"]+)"/g)].map(([, path]) => path));
    expect(references.size).toBeGreaterThan(5);
    for (const path of references) {
      const target = path
        ?.split("/")
        .slice(1)
        .reduce<unknown>(
          (at, key) => (at as Record<string, unknown>)[key.replaceAll("~1", "/")],
          document,
        );
      expect(target).toBeDefined();
    }
  });

  it("has every queued message at its path; an image also as multipart", () => {
    for (const path of Object.values(contract.messagePaths)) {
      expect(document.paths[path]?.post?.requestBody).toBeDefined();
    }
    expect(Object.keys(document.paths["/api/job/image"]?.post?.requestBody?.content ?? {})).toEqual(
      ["application/json", "multipart/form-data"],
    );
  });

  it("has every call of the office", () => {
    const calls = Object.values(office).filter(
      (value): value is contract.Call & typeof value =>
        typeof value === "object" && "audience" in value,
    );
    for (const { path, method } of calls) {
      const documented = document.paths[path.replaceAll(/:(\w+)/g, "{$1}")];
      expect(documented?.[method.toLowerCase()]).toBeDefined();
    }
  });
});

describe("headers", () => {
  it("are strict on every answer, and answers of the API are not cached", async () => {
    for (const path of ["/api/health", "/api/nothing"]) {
      const { headers } = await server.app.inject(path);
      expect(headers).toMatchObject({
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
        "cache-control": "no-store",
      });
      expect(headers["permissions-policy"]).toBeUndefined();
      expect(headers["strict-transport-security"]).toBeUndefined();
    }
    const web = await server.startAnother({ engineerApp: folder });
    for (const path of ["/", "/jobs"]) {
      const { headers } = await web.inject(path);
      const policy = String(headers["content-security-policy"]);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-resource-policy": "same-origin",
      });
      expect(headers["permissions-policy"]).toContain("camera=(self)");
      expect(headers["strict-transport-security"]).toBeUndefined();
      expect(headers["cache-control"]).toBe("no-cache");
    }
  });

  it("forbid caching of the answers of the admin paths, which are outside /api", async () => {
    for (const path of ["/Work/ClientJobPriorities/1", `/Property/${randomUUID()}`]) {
      const { status, headers } = await sam.caller.get(path);
      expect(status).toBe(404);
      expect(headers["cache-control"]).toBe("no-store");
    }
  });

  it("require HTTPS once the request came over HTTPS", async () => {
    const behindProxy = await server.startAnother({ trustProxy: 1 });
    const { headers } = await behindProxy.inject({
      url: "/api/health",
      headers: { "x-forwarded-proto": "https" },
    });
    expect(headers["strict-transport-security"]).toContain("max-age=");
  });
});

describe("A path that does not exist", () => {
  it("is a 404 problem under /api, whatever the method", async () => {
    for (const method of ["GET", "POST", "DELETE"] as const) {
      const response = await server.app.inject({ method, url: "/api/nothing" });
      expect(response.statusCode).toBe(404);
      expect(response.headers["content-type"]).toContain("application/problem+json");
      expect(response.json()).toMatchObject({ code: "not-found", status: 404 });
    }
  });

  it("is a 404 problem below the admin paths, and never a page of the app", async () => {
    const web = await server.startAnother({ engineerApp: folder });
    for (const path of ["/Property/a/b", "/Work/nothing", "/Company/nothing", "/document/nothing"])
      expect((await web.inject(path)).statusCode).toBe(404);
  });

  it("with a path that cannot be decoded, or a long value in it, is 400 as any other bad input", async () => {
    const authorization = `Bearer ${(await server.office()).token}`;
    for (const path of [`/api/office/jobs/${"x".repeat(3_000)}`, "/api/office/jobs/%zz"]) {
      const response = await server.app.inject({ url: path, headers: { authorization } });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({
        code: "invalid",
        status: 400,
        issues: [{ path: expect.any(String) }],
        requestId: response.headers["x-request-id"],
      });
      expect(response.headers).toMatchObject({
        "content-type": "application/problem+json; charset=utf-8",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
      });
    }
  });

  it("with a content type that the API does not read is 415", async () => {
    const response = await server.app.inject({
      method: "POST",
      url: "/api/auth/token",
      headers: { "content-type": "text/xml" },
      payload: "<xml/>",
    });
    expect(response.statusCode).toBe(415);
    expect(response.json()).toMatchObject({ code: "invalid" });
  });

  it("with a body that is not compressed as its header says is 400, and in another way 415", async () => {
    const whole = gzipSync(JSON.stringify({ email: "nobody@example.com", password: "wrong" }));
    for (const [encoding, payload, status] of [
      ["gzip", whole, 401],
      ["gzip", whole.subarray(0, 30), 400],
      ["gzip", "{}", 400],
      ["br", whole, 400],
      ["unknown", "{}", 415],
    ] as const) {
      const response = await server.app.inject({
        method: "POST",
        url: "/api/auth/token",
        headers: { "content-type": "application/json", "content-encoding": encoding },
        payload,
      });
      expect([encoding, response.statusCode]).toEqual([encoding, status]);
    }
  });

  it("with a small body that is large when it is not compressed is 413", async () => {
    const response = await server.app.inject({
      method: "POST",
      url: "/api/auth/token",
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
      payload: gzipSync(`{"email":"${"a".repeat(50_000_000)}"}`),
    });
    expect(response.statusCode).toBe(413);
  });
});

describe("rates", () => {
  it("are limited for each device, with the time to wait", async () => {
    const strict = await server.startAnother({ requestsPerMinute: 5 });
    const caller = sam.caller.with({}, strict);
    const statuses: number[] = [];
    for (let call = 0; call < 6; call += 1)
      statuses.push((await caller.get("/api/command")).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const refused = await caller.get("/api/command");
    expect(refused.body).toMatchObject({ code: "too-many-attempts" });
    expect(refused.headers["retry-after"]).toBeDefined();
    const alex = await server.installed();
    expect(await alex.caller.with({}, strict).get("/api/command")).toMatchObject({ status: 200 });
  });
});

describe("the engineer's app", () => {
  let web: FastifyInstance;

  beforeAll(async () => {
    web = await server.startAnother({ engineerApp: folder });
  });

  it("answers every route of its own router with its page, which the browser always revalidates", async () => {
    for (const path of ["/", "/jobs", "/jobs/selected/form/123", "/install/steps?x=1"]) {
      const response = await web.inject(path);
      expect(response.statusCode).toBe(200);
      expect(response.body).toContain("Fieldfare");
      expect(response.headers["cache-control"]).toBe("no-cache");
    }
  });

  it("serves hashed files as immutable, and revalidates the worker", async () => {
    const hashed = await web.inject("/assets/main-a1b2c3.js");
    expect(hashed.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(hashed.headers["content-type"]).toContain("javascript");
    expect((await web.inject("/worker.js")).headers["cache-control"]).toBe("no-cache");
  });

  it.each(["bytes=0-3", "bytes=999999-", "bytes=5-2", "bytes=0-0,2-2", "lines=1", ""])(
    "serves the whole file, also if the range %j is asked for",
    async (range) => {
      const whole = await web.inject("/assets/main-a1b2c3.js");
      const answer = await web.inject({ url: "/assets/main-a1b2c3.js", headers: { range } });
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toBe(whole.body);
      expect(answer.headers["content-range"]).toBeUndefined();
    },
  );

  it("serves only built files, and nothing outside its folder", async () => {
    for (const path of [
      "/missing.js",
      "/assets/old-000000.js",
      "/../package.json",
      "/..%2f..%2fetc%2fpasswd",
      "/%2e%2e/%2e%2e/etc/passwd.txt",
      "/%00",
    ]) {
      expect((await web.inject(path)).statusCode).toBeGreaterThanOrEqual(400);
    }
  });
});

describe("the preview of a form", () => {
  it("is shown in a frame of the office alone, without an origin, a session and a network", async () => {
    const engineerApp = await mkdtemp(join(tmpdir(), "fieldfare-preview-"));
    await mkdir(join(engineerApp, "form-preview/assets"), { recursive: true });
    await writeFile(join(engineerApp, "index.html"), "<title>Fieldfare</title>");
    await writeFile(join(engineerApp, "form-preview/form-preview.html"), "<title>Preview</title>");
    await writeFile(join(engineerApp, "form-preview/assets/main-abc.js"), "// Preview");
    const web = await server.startAnother({ engineerApp });
    for (const path of [office.formPreviewPath, "/form-preview/assets/main-abc.js"]) {
      const { headers, statusCode } = await web.inject(path);
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        "x-frame-options": "SAMEORIGIN",
        "access-control-allow-origin": "*",
      });
      const policy = String(headers["content-security-policy"]);
      for (const directive of [
        "default-src 'none'",
        "frame-ancestors 'self'",
        "sandbox allow-scripts",
      ])
        expect(policy).toContain(directive);
      expect(policy).not.toContain("connect-src");
      expect(policy).not.toContain("allow-same-origin");
    }
    const { headers } = await web.inject("/");
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  });
});

describe("the office's app", () => {
  it("is answered with a nonce of its own each time, which the content policy names", async () => {
    const officeApp = await mkdtemp(join(tmpdir(), "fieldfare-office-"));
    await mkdir(join(officeApp, "assets"));
    await writeFile(
      join(officeApp, "index.html"),
      '<meta name="style-nonce" content="STYLE_NONCE_OF_THIS_ANSWER">',
    );
    await writeFile(join(officeApp, "assets/index-abc.js"), "// STYLE_NONCE_OF_THIS_ANSWER");
    const web = await server.startAnother({ officeApp });
    const nonces = new Set<string>();
    for (const path of ["/office", "/office/", "/office/jobs/1?tab=photos"]) {
      const answer = await web.inject(path);
      const nonce = /content="([^"]{20,})"/.exec(answer.body)?.[1] ?? "none";
      expect(answer.headers["content-security-policy"]).toContain(
        `style-src 'self' 'nonce-${nonce}';`,
      );
      expect(answer.headers["cache-control"]).toBe("no-store");
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
    const script = await web.inject("/office/assets/index-abc.js");
    expect(script.headers["content-security-policy"]).toContain("style-src 'self';");
    expect(script.body).toContain("STYLE_NONCE_OF_THIS_ANSWER");
  });
});
