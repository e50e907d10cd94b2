import { randomUUID } from "node:crypto";
import { type JobView, maxJobViews } from "@fieldfare/contract/office";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Caller } from "../../testing/caller.ts";
import { type InProcessServer, startInProcessServer } from "../../testing/in-process.ts";

let server: InProcessServer;
let planner: Caller;
let supervisor: Caller;
let viewer: Caller;

beforeAll(async () => {
  server = await startInProcessServer();
  [planner, supervisor, viewer] = await Promise.all([
    server.office(["planner"]),
    server.office(["supervisor"]),
    server.office(["viewer"]),
  ]);
});
afterAll(() => server.close());

const late = { name: "Late", search: "status=New&order=oldest", isShared: false, version: null };

const put = (caller: Caller, viewId: string, body: object) =>
  caller.put(`/api/office/job-views/${viewId}`, body);

async function list(caller: Caller): Promise<JobView[]> {
  return (await caller.get("/api/office/job-views")).body as JobView[];
}

it("a view is its owner's until it is shared", async () => {
  const viewId = randomUUID();
  const added = await put(planner, viewId, late);
  expect(added).toMatchObject({ status: 200, body: { viewId, isOwn: true, version: 1 } });
  const repeated = await put(planner, viewId, late);
  expect(repeated.body).toEqual(added.body);
  expect(await list(viewer)).toEqual([]);
  expect(await put(viewer, viewId, late)).toMatchObject({ status: 404 });
  expect(await viewer.delete(`/api/office/job-views/${viewId}`)).toMatchObject({ status: 404 });
  const shared = await put(planner, viewId, { ...late, isShared: true, version: 1 });
  expect(shared).toMatchObject({ status: 200, body: { isShared: true, version: 2 } });
  expect(await list(viewer)).toMatchObject([{ viewId, isOwn: false, name: "Late" }]);
  expect(await planner.delete(`/api/office/job-views/${viewId}`)).toMatchObject({ status: 200 });
  expect(await list(viewer)).toEqual([]);
});

it("sharing and shared views need the permission", async () => {
  const viewId = randomUUID();
  const missing = { status: 403, body: { code: "permission-missing" } };
  expect(await put(viewer, viewId, { ...late, isShared: true })).toMatchObject(missing);
  expect(await list(viewer)).toEqual([]);
  await put(planner, viewId, { ...late, isShared: true });
  expect(await put(viewer, viewId, { ...late, version: 1 })).toMatchObject(missing);
  expect(await viewer.delete(`/api/office/job-views/${viewId}`)).toMatchObject(missing);
  expect(await supervisor.delete(`/api/office/job-views/${viewId}`)).toMatchObject({ status: 200 });
});

it("of two people who change a shared view the second one is refused", async () => {
  const viewId = randomUUID();
  await put(planner, viewId, { ...late, isShared: true });
  const change = { ...late, isShared: true, version: 1 };
  expect(await put(supervisor, viewId, { ...change, name: "Too late" })).toMatchObject({
    status: 200,
  });
  expect(await put(planner, viewId, { ...change, search: "status=Closed" })).toMatchObject({
    status: 409,
    body: { code: "conflict" },
  });
  const stored = (await list(planner)).find((view) => view.viewId === viewId);
  expect(stored).toMatchObject({ name: "Too late", search: late.search, version: 2 });
});

it("an account has a limited number of views", async () => {
  for (let count = 0; count < maxJobViews; count += 1)
    expect(await put(viewer, randomUUID(), { ...late, name: `View ${count}` })).toMatchObject({
      status: 200,
    });
  expect(await put(viewer, randomUUID(), late)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("delete one first") },
  });
});

describe("a name that differs from another one only by case or spaces", () => {
  const taken = {
    status: 409,
    body: { code: "conflict", detail: 'Another view of yours is called "Gas"' },
  };

  it("is refused for a view of the same owner, and not for one of somebody else", async () => {
    const owner = await server.office(["planner"]);
    const viewId = randomUUID();
    const otherId = randomUUID();
    expect(await put(owner, viewId, { ...late, name: "Gas" })).toMatchObject({ status: 200 });
    expect(await put(owner, otherId, { ...late, name: " gas " })).toMatchObject(taken);
    expect(await put(owner, otherId, { ...late, name: "Damp" })).toMatchObject({ status: 200 });
    const renamed = await put(owner, otherId, { ...late, name: "GAS", version: 1 });
    expect(renamed).toMatchObject(taken);
    expect(await put(planner, randomUUID(), { ...late, name: "gas" })).toMatchObject({
      status: 200,
    });
    // The name of the view itself.
    expect(await put(owner, viewId, { ...late, name: "GAS", version: 1 })).toMatchObject({
      status: 200,
    });
  });

  it("is refused for a shared view among those of its owner, also if a colleague changes it", async () => {
    const owner = await server.office(["planner"]);
    const viewId = randomUUID();
    await put(owner, randomUUID(), { ...late, name: "Gas" });
    await put(supervisor, randomUUID(), { ...late, name: "Roof" });
    await put(owner, viewId, { ...late, name: "Damp", isShared: true });
    const change = { ...late, isShared: true, version: 1 };
    expect(await put(supervisor, viewId, { ...change, name: "gas" })).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^Another view of .+ is called "Gas"$/) },
    });
    expect(await put(supervisor, viewId, { ...change, name: "roof" })).toMatchObject({
      status: 200,
    });
  });

  it("keeps nobody from changing one of two views that have had it all along", async () => {
    const owner = await server.office(["planner"]);
    const [viewId, otherId] = [randomUUID(), randomUUID()];
    await put(owner, viewId, { ...late, name: "Gas" });
    await put(owner, otherId, { ...late, name: "Damp" });
    await server.rows("update job_view set name = 'gas' where view_id = $1", [otherId]);
    const changed = await put(owner, otherId, {
      ...late,
      name: "gas",
      search: "status=Closed",
      version: 1,
    });
    expect(changed).toMatchObject({ status: 200, body: { version: 2 } });
  });

  it("is refused to one of two who choose it at once", async () => {
    const owner = await server.office(["planner"]);
    const answers = await Promise.all(
      ["Gas", "gas"].map((name) => put(owner, randomUUID(), { ...late, name })),
    );
    const added = answers.find(({ status }) => status === 200);
    expect(added).toBeDefined();
    expect(answers.find((answer) => answer !== added)).toMatchObject({ status: 409 });
  });
});
