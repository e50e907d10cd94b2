import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  install,
  type InstalledEngineer,
  startInProcessServer,
  type InProcessServer,
} from "../../testing/in-process.ts";
import { aStatusChange, post } from "../../testing/messages.ts";

let server: InProcessServer;
let sam: InstalledEngineer;

beforeAll(async () => {
  server = await startInProcessServer();
});
beforeEach(async () => {
  sam = await server.installed();
});
afterAll(() => server.close());

async function jobIds(engineer: InstalledEngineer, query = "") {
  const answer = await engineer.caller.get(`/api/job${query}`);
  expect(answer.status).toBe(200);
  return (answer.body as { jobs: { jobId: string }[] }).jobs.map(({ jobId }) => jobId);
}

describe("new jobs", () => {
  it("are those that this device has not acknowledged with its New status message", async () => {
    const [first, second] = [await server.job(sam), await server.job(sam)];
    expect((await jobIds(sam)).sort()).toEqual([first.jobId, second.jobId].sort());
    await post(sam, aStatusChange(first, "Reset"));
    expect(await jobIds(sam)).toEqual([second.jobId]);
  });

  it("another device of the same engineer acknowledges for itself", async () => {
    const job = await server.job(sam);
    await post(sam, aStatusChange(job, "Reset"));
    const second = await install(server.app, sam);
    expect(await jobIds(second)).toEqual([job.jobId]);
    expect(await jobIds(sam)).toEqual([]);
  });

  it("of another engineer are not among them", async () => {
    await server.job(await server.installed());
    expect(await jobIds(sam)).toEqual([]);
  });

  it("after recovery are all open ones, in the state last recorded", async () => {
    const [open, closed] = [await server.job(sam), await server.job(sam)];
    await post(sam, aStatusChange(open, "Reset"));
    await post(sam, aStatusChange(open, "Travelling"));
    await post(sam, aStatusChange(closed, "Closed"));
    const answer = await sam.caller.get("/api/job?recovery=true");
    expect(answer.body).toMatchObject({ jobs: [{ jobId: open.jobId, status: "Travelling" }] });
  });

  it("can be asked for one by one", async () => {
    const [first, closed] = [await server.job(sam), await server.job(sam)];
    await server.job(sam);
    await post(sam, aStatusChange(closed, "Closed"));
    const foreign = await server.job(await server.installed());
    const find = async ({ jobId }: { readonly jobId: string }) =>
      (await sam.caller.get(`/api/job?recovery=true&jobId=${jobId.toUpperCase()}`)).body;
    expect(await find(first)).toMatchObject({ jobs: [{ jobId: first.jobId }] });
    expect(await find(closed)).toEqual({ jobs: [] });
    expect(await find(foreign)).toEqual({ jobs: [] });
  });
});
