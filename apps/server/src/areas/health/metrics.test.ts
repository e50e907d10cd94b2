import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { aClose, aNote } from "../../testing/closings.ts";
import { startInProcessServer, type InProcessServer } from "../../testing/in-process.ts";
import { aMessage, aStatusChange, pickJobIds, post } from "../../testing/messages.ts";
import type { Caller } from "../../testing/caller.ts";

let server: InProcessServer;
afterEach(() => server.close());

const token = "a-token-of-this-test";
const exposed = { metricsAccess: "open" } as const;

/** Reads the values of a scrape, by name with labels. */
async function scrape(caller: Caller): Promise<ReadonlyMap<string, number>> {
  const { status, body } = await caller.get("/metrics");
  expect(status).toBe(200);
  const lines = String(body)
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(" ");
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}

it("Whoever has the token reads the metrics, and nobody else", async () => {
  server = await startInProcessServer({ metricsAccess: { token } });
  const read = (authorization?: string) =>
    server.app.inject({ url: "/metrics", headers: { ...(authorization && { authorization }) } });
  expect(await read()).toMatchObject({ statusCode: 401 });
  expect(await read("Bearer another-token-here")).toMatchObject({ statusCode: 401 });
  expect(await read(`Basic ${token}`)).toMatchObject({ statusCode: 401 });
  const office = await server.office();
  expect(await office.get("/metrics")).toMatchObject({ status: 401 });
  const answer = await read(`Bearer ${token}`);
  expect(answer).toMatchObject({ statusCode: 200 });
  expect(answer.headers["content-type"]).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(answer.headers["cache-control"]).toBe("no-store");
});

it("Requests, messages, refusals and synchronised bytes are counted", async () => {
  server = await startInProcessServer(exposed);
  const engineer = await server.installed();
  const job = await server.job(engineer);
  const message = aStatusChange(job, "New");
  for (const status of [200, 200]) expect(await post(engineer, message)).toMatchObject({ status });
  await post(engineer, aMessage("JobStatusChange", { ...pickJobIds(job) }, pickJobIds(job)));
  await engineer.caller.post("/api/job/status", "{not json");
  await engineer.caller.post("/api/sync", { types: {} });
  await engineer.caller.get("/nothing/Pat%20Example");
  const values = await scrape(server.anonymous);
  const messages = (outcome: string) =>
    values.get(`fieldfare_messages_total{type="JobStatusChange",outcome="${outcome}"}`);
  expect(messages("recorded")).toBe(1);
  expect(messages("already-recorded")).toBe(1);
  expect(messages("invalid")).toBe(2);
  const requests = (labels: string) =>
    values.get(`fieldfare_http_request_duration_seconds_count{${labels}}`);
  expect(requests('method="POST",route="/api/job/status",status="200"')).toBe(2);
  expect(requests('method="POST",route="/api/job/status",status="400"')).toBe(2);
  expect(requests('method="GET",route="none",status="404"')).toBe(1);
  expect([...values.keys()].join("\n")).not.toContain("Pat");
});

it("Without a token there are none: a problem with 404, and never a page of the engineer's app", async () => {
  const engineerApp = await mkdtemp(join(tmpdir(), "fieldfare-app-"));
  await writeFile(join(engineerApp, "index.html"), "<!doctype html>");
  server = await startInProcessServer({ metricsAccess: "off", engineerApp });
  expect(await server.anonymous.get("/metrics")).toMatchObject({
    status: 404,
    body: { code: "not-found" },
  });
  expect(await server.anonymous.get("/home")).toMatchObject({ status: 200 });
  await rm(engineerApp, { recursive: true });
});

it("Connections are counted by pool", async () => {
  server = await startInProcessServer(exposed);
  await server.app.ready();
  const client = await server.database.pool.connect();
  const waits = server.rows("select 1");
  const values = await scrape(server.anonymous);
  const connections = (state: string) =>
    values.get(`fieldfare_database_connections{pool="calls",state="${state}"}`);
  client.release();
  await waits;
  expect([connections("used"), connections("idle")]).toEqual([1, 0]);
  // The queue of the tasks may wait as well.
  expect(connections("waiting")).toBeGreaterThanOrEqual(1);
  expect(values.get("fieldfare_database_up")).toBe(1);
});

it("Tasks show how many wait in each queue, how old the oldest is, and failures", async () => {
  server = await startInProcessServer({ ...exposed, filesDocuments: false, checksForms: false });
  const engineer = await server.installed();
  const job = await server.job(engineer);
  await post(engineer, aMessage("JobClose", aClose(job, { job: { notes: [aNote(job)] } })));
  await server.rows(
    "update pgboss.job set created_on = now() - interval '1 hour' where name = 'documents'",
  );
  const before = await scrape(server.anonymous);
  expect(before.get('fieldfare_tasks{queue="documents",state="waiting"}')).toBe(1);
  expect(before.get('fieldfare_task_oldest_seconds{queue="documents"}')).toBeGreaterThanOrEqual(
    3600,
  );
  expect(before.get('fieldfare_task_oldest_seconds{queue="push"}')).toBe(0);

  const down = () => Promise.reject(Object.assign(new Error("down"), { code: "ECONNREFUSED" }));
  const filing = await server.startAnother(
    { ...exposed, filesDocuments: true, taskIntervalSeconds: 0.5 },
    { ...server.objects, put: down },
  );
  await filing.ready();
  const failures = async () =>
    (await scrape(server.anonymous.with({}, filing))).get(
      'fieldfare_task_failures_total{queue="documents"}',
    );
  await expect.poll(failures, { timeout: 15_000 }).toBe(1);
});

it("A database that does not answer leaves the other metrics readable", async () => {
  server = await startInProcessServer(exposed);
  await server.app.ready();
  await server.rows("alter schema pgboss rename to pgboss_away");
  const values = await scrape(server.anonymous);
  expect(values.get("fieldfare_database_up")).toBe(0);
  expect([...values.keys()].some((name) => name.startsWith("fieldfare_tasks"))).toBe(false);
  expect(values.has('fieldfare_database_connections{pool="calls",state="idle"}')).toBe(true);
  await server.rows("alter schema pgboss_away rename to pgboss");
});

it("Devices report what waits on them, since when, and what is blocked", async () => {
  server = await startInProcessServer(exposed);
  const [one, other] = [await server.installed(), await server.installed()];
  const report = ({ caller }: typeof one, unsent: number, seconds: number, blocked: number) =>
    caller.get(`/api/command?unsent=${unsent}&unsentSeconds=${seconds}&blockedKeys=${blocked}`);
  const read = async () => {
    const values = await scrape(server.anonymous);
    const device = (name: string) => values.get(`fieldfare_device_${name}`) ?? Number.NaN;
    return {
      messages: device("unsent_messages"),
      devices: device("unsent_devices"),
      seconds: device("unsent_oldest_seconds"),
      blocked: device("blocked_ordering_keys"),
    };
  };
  expect(await read()).toEqual({ messages: 0, devices: 0, seconds: 0, blocked: 0 });
  expect(await report(one, 3, 7200, 1)).toMatchObject({ status: 200 });
  expect(await report(other, 2, 60, 0)).toMatchObject({ status: 200 });
  expect(await read()).toMatchObject({ messages: 5, devices: 2, blocked: 1 });
  expect((await read()).seconds).toBeGreaterThanOrEqual(7200);
  await report(one, 0, 0, 0);
  const after = await read();
  expect(after).toMatchObject({ messages: 2, devices: 1, blocked: 0 });
  expect(after.seconds).toBeLessThan(7200);
});
