import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createJob,
  type ExternalReference,
  listJobs,
  putExternalReferences,
  readJob,
} from "@fieldfare/contract/office";
import { aDraft } from "../../testing/jobs.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const raise = (externalReferences: ExternalReference[], more: object = {}) =>
  server.request(createJob, { body: aDraft({ externalReferences, ...more }) });
const find = async (query: Record<string, string>) =>
  (await server.call(listJobs, { query })).map(({ jobId }) => jobId);
const ref = (reference: string, source = "housing"): ExternalReference => ({ source, reference });

describe("An external reference", () => {
  it("finds its job, with and without its source, and is read with the job", async () => {
    const references = [ref("R-1"), ref("R-1", "crm"), ref("77", "crm")];
    const { jobId } = await server.call(createJob, {
      body: aDraft({ externalReferences: references }),
    });
    const other = await server.call(createJob, {
      body: aDraft({ externalReferences: [ref("R-1", "third")] }),
    });
    expect((await find({ externalReference: "R-1" })).toSorted()).toEqual(
      [jobId, other.jobId].toSorted(),
    );
    expect(await find({ externalReference: "R-1", externalSource: "crm" })).toEqual([jobId]);
    expect(await find({ externalReference: "R-" })).toEqual([]);
    const { externalReferences } = await server.call(readJob, { params: { jobId } });
    expect(externalReferences).toEqual([ref("77", "crm"), ref("R-1", "crm"), ref("R-1")]);
  });

  it("is the same job again if the content is the same, and 409 if it is not", async () => {
    const first = await raise([ref("R-2")]);
    expect(await raise([ref("R-2")])).toEqual(first);
    for (const refused of [
      raise([ref("R-2")], { taskDetails: "Another task" }),
      raise([ref("R-2")], { jobId: randomUUID() }),
      raise([ref("R-2"), ref("R-3")]),
    ])
      expect(await refused).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(await find({ externalReference: "R-3" })).toEqual([]);
  });

  it("raises one job when two requests come at the same time", async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => raise([ref("R-4"), ref("R-5")])),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await find({ externalReference: "R-4" })).toHaveLength(1);
  });

  it("can be replaced, but never be taken from another job", async () => {
    const { jobId } = await server.call(createJob, {
      body: aDraft({ externalReferences: [ref("R-6")] }),
    });
    await raise([ref("R-7")]);
    const put = (externalReferences: ExternalReference[]) =>
      server.request(putExternalReferences, { params: { jobId }, body: { externalReferences } });
    expect(await put([ref("R-6"), ref("R-7")])).toMatchObject({ status: 409 });
    expect(await put([ref("R-8"), ref("R-8")])).toMatchObject({
      status: 200,
      body: { externalReferences: [ref("R-8")] },
    });
    expect(await find({ externalReference: "R-6" })).toEqual([]);
    expect(await find({ externalReference: "R-8" })).toEqual([jobId]);
  });

  it("needs its own filter for the filter by source", async () => {
    expect(await server.request(listJobs, { query: { externalSource: "crm" } })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "externalReference" }] },
    });
  });
});
