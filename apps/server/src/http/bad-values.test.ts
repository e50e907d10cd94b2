import { randomUUID } from "node:crypto";
import * as office from "@fieldfare/contract/office";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loggedError } from "../database/errors.ts";
import { startTestServer, type TestServer } from "../testing/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const operative = { name: "Robin", email: "robin@fieldfare.example", password: "Fieldfare-1" };

describe("A value that no column takes is refused by the contract, with its path", () => {
  it.each([
    ["NUL", "Rob\u0000in"],
    ["another control character", "Rob\u001bin"],
    ["half of a surrogate pair", "Rob\ud83din"],
  ])("%s in a text", async (_, name) => {
    const id = randomUUID();
    const answer = await server.request(office.putOperative, {
      params: { fieldOperativeId: id },
      body: { ...operative, name },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid" } });
    expect((answer.body as { issues: unknown[] }).issues).toEqual([
      { path: "name", message: "A control character or half of a character: remove it" },
    ]);
  });

  it("NUL in the URL is refused", async () => {
    expect(
      await server.request(office.listMileage, { query: { registration: "\u0000" } }),
    ).toMatchObject({ status: 400, body: { issues: [{ path: "registration" }] } });
  });

  it("a number beyond four bytes is refused", async () => {
    const answer = await server.request(office.createJob, {
      body: { jobCategoryId: 3_000_000_000 },
    });
    expect(answer.status).toBe(400);
    const { issues } = answer.body as { issues: { path: string; message: string }[] };
    const issue = issues.find(({ path }) => path.endsWith("jobCategoryId"));
    expect(issue?.message).toMatch(/2147483647|Too big/);
  });
});

describe("A filter", () => {
  it("with an unknown name is refused, and the answer lists the known names", async () => {
    expect(await server.request(office.listJobs, { query: { stauts: "New" } })).toMatchObject({
      status: 400,
      body: {
        issues: [
          {
            path: "stauts",
            message:
              "Unknown. Known: search, externalReference, externalSource, fieldOperativeId, propertyId, open, assigned, status, cancelled, outcome, followOn, jobCategoryId, from, to, order, after, changedSince, limit",
          },
        ],
      },
    });
  });

  it("with a value that no job has is refused", async () => {
    expect(await server.request(office.listJobs, { query: { status: "Nonsense" } })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "status" }] },
    });
  });
});

describe("An id", () => {
  it.each([
    "6f9619ff-8b86-d011-b42d-00cf4fc964ff",
    "00000000-0000-0000-0000-000000000001",
    "ffffffff-ffff-ffff-ffff-fffffffffffe",
  ])("%s is accepted: other systems make their own ids", async (fieldOperativeId) => {
    const email = `${fieldOperativeId}@fieldfare.example`;
    const answer = await server.request(office.putOperative, {
      params: { fieldOperativeId },
      body: { ...operative, email },
    });
    expect(answer.status).toBe(200);
  });
});

describe("The log", () => {
  it("shows code, names and statement of a database error, and never a value", async () => {
    const secret = "argon2id$19456$2$c2VjcmV0";
    const error = await server.database.pool
      .query("select $1::int", [secret])
      .catch((thrown: unknown) => thrown);
    const wrapped = Object.assign(
      new Error(`Failed query: select $1::int\nparams: ${secret}`, { cause: error }),
      { query: "select $1::int", params: [secret] },
    );
    const logged = loggedError(wrapped);
    expect(JSON.stringify(logged)).not.toContain("argon2id");
    expect(logged).toMatchObject({
      message: "PostgreSQL 22P02",
      database: { code: "22P02", statement: "select $1::int" },
    });
    expect(logged.stack).toMatch(/^\s+at /);
  });

  it("shows the message of any other error", () => {
    expect(loggedError(new TypeError("Not a function"))).toMatchObject({
      type: "TypeError",
      message: "Not a function",
    });
  });
});

describe("An address longer than Node's own limit of 16 KB reaches the contract", () => {
  it("the longest one that it allows", async () => {
    const answer = await server.request(office.listReferenceRows, {
      params: { table: "trades" },
      query: { after: "語".repeat(2_000) },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid" } });
  });

  it("one with more ids than it allows", async () => {
    const jobIds = Array.from({ length: 500 }, () => randomUUID()).join(",");
    expect(
      await server.request(office.readBoardJobs, { query: { day: "2026-11-29", jobIds } }),
    ).toMatchObject({ status: 400, body: { code: "invalid", issues: [{ path: "jobIds" }] } });
  });
});
