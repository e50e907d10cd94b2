import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCaller } from "../testing/caller.ts";
import { type InProcessServer, startInProcessServer } from "../testing/in-process.ts";
import { addScheduledTask } from "../testing/tasks.ts";

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
}

/** A collector that understands OTLP as JSON. */
async function startCollector() {
  const bodies: string[] = [];
  const tokens = new Set<unknown>();
  const server: Server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      if (request.url === "/v1/traces") bodies.push(body);
      tokens.add(request.headers.authorization);
      response.setHeader("content-type", "application/json").end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port");
  return {
    url: `http://127.0.0.1:${address.port}/v1/traces`,
    tokens,
    text: () => bodies.join("\n"),
    spans: () =>
      bodies.flatMap((body) =>
        (
          JSON.parse(body) as {
            resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
          }
        ).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const readAttributes = ({ attributes }: SentSpan) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value["stringValue"] ?? Number(value["intValue"])]),
  );

describe("With a collector of OpenTelemetry", () => {
  let server: InProcessServer;
  let collector: Awaited<ReturnType<typeof startCollector>>;
  beforeEach(async () => {
    collector = await startCollector();
    server = await startInProcessServer();
  });
  afterEach(async () => {
    await server.close();
    await collector.close();
  });
  const startTraced = (more: Parameters<InProcessServer["startAnother"]>[0] = {}) =>
    server.startAnother({
      traces: {
        url: collector.url,
        headers: { authorization: "Bearer secret" },
        serviceName: "fieldfare",
        ratio: 1,
      },
      ...more,
    });

  it("a request is a span of the caller's trace, and its statements are spans below it, without a value", async () => {
    const engineer = await server.installed();
    const job = await server.job(engineer);
    const { token } = await server.office();
    const app = await startTraced();
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    const parentSpanId = "b7ad6b7169203331";
    const answer = await app.inject({
      url: `/api/office/jobs/${job.jobId}`,
      headers: {
        authorization: `Bearer ${token}`,
        traceparent: `00-${traceId}-${parentSpanId}-01`,
      },
    });
    expect(answer.statusCode).toBe(200);
    const title = `Zebra ${randomUUID()}`;
    const caller = createCaller(app, { token });
    await Promise.all([
      caller.get("/api/office/jobs?limit=1"),
      caller.get("/api/office/operatives"),
      caller.put(`/api/office/clients/77`, { name: title, contracts: [], priorities: [] }),
    ]);
    await app.close();

    const spans = collector.spans();
    const requests = spans.filter(({ kind }) => kind === 2);
    expect(requests.map(({ name }) => name).toSorted()).toEqual([
      "GET /api/office/jobs",
      "GET /api/office/jobs/:jobId",
      "GET /api/office/operatives",
      "PUT /api/office/clients/:clientId",
    ]);
    const read = requests.find(({ name }) => name === "GET /api/office/jobs/:jobId");
    expect(read).toMatchObject({ traceId, parentSpanId });
    expect(read && readAttributes(read)).toEqual({
      "http.request.method": "GET",
      "http.route": "/api/office/jobs/:jobId",
      "http.response.status_code": 200,
      "fieldfare.request_id": answer.headers["x-request-id"],
    });
    // Each request has its own statements, although they waited for each other's connections.
    const statements = (name: string) =>
      spans
        .filter(({ parentSpanId: of }) => of === requests.find((one) => one.name === name)?.spanId)
        .map((one) => JSON.stringify(readAttributes(one)["db.query.text"]));
    expect(statements("GET /api/office/jobs/:jobId").join()).toContain("job_closing");
    expect(statements("GET /api/office/operatives").join()).toContain("field_operative");
    expect(statements("GET /api/office/operatives").join()).not.toContain("job_closing");
    expect(statements("PUT /api/office/clients/:clientId")).toContain('"begin"');
    expect(statements("PUT /api/office/clients/:clientId").join()).toContain("client");
    for (const value of [title, job.jobId, token]) expect(collector.text()).not.toContain(value);
    expect([...collector.tokens]).toEqual(["Bearer secret"]);
  });

  it("a path that does not exist is not named, and a malformed trace of the caller begins a new one", async () => {
    const app = await startTraced();
    await app.inject({
      url: "/api/office/nothing/Pat%20Example",
      headers: { traceparent: "00-Pat Example-b7ad6b7169203331-01" },
    });
    await app.close();
    const [span] = collector.spans().filter(({ kind }) => kind === 2);
    expect(span).toMatchObject({ name: "GET", traceId: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(span?.parentSpanId ?? "").toBe("");
    expect(collector.text()).not.toContain("Pat");
  });

  it("a task has a trace of its own, with its statements", async () => {
    const app = await startTraced({ runsScheduledTasks: true, taskIntervalSeconds: 1 });
    await app.ready();
    await addScheduledTask(server.database, "old-rows");
    const tasks = async () =>
      (await server.rows("select 1 from retention_run where ended_on is not null")).length;
    await expect.poll(tasks, { timeout: 15_000 }).toBeGreaterThan(0);
    await app.close();
    const spans = collector.spans();
    const task = spans.find(({ name }) => name === "task old-rows");
    expect(task?.parentSpanId ?? "").toBe("");
    expect(
      spans.filter(({ parentSpanId }) => parentSpanId === task?.spanId).length,
    ).toBeGreaterThan(10);
  });
});

it("A collector that does not answer changes nothing", async () => {
  const server = await startInProcessServer({
    traces: { url: "http://127.0.0.1:9/v1/traces", headers: {}, serviceName: "x", ratio: 1 },
  });
  const caller = await server.office();
  expect((await caller.get("/api/office/operatives")).status).toBe(200);
  await server.close();
});
