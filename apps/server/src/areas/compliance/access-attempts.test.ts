import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createJob,
  eraseTenant,
  listAccessAttempts,
  listGasSafetyHomes,
  makeAccessEvidence,
  readJob,
} from "@fieldfare/contract/office";
import { downloadDocumentAsPdf, getJobHistory, verifyDocument } from "@fieldfare/contract";
import { readPdfText } from "@fieldfare/documents/testing";
import { aClose, aNoAccess, sendImage } from "../../testing/closings.ts";
import { testImage } from "../../testing/in-process.ts";
import { aDraft } from "../../testing/jobs.ts";
import { startTestServer, type TestEngineer, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let engineer: TestEngineer;

beforeAll(async () => {
  server = await startTestServer();
  engineer = await server.addEngineer("Nora");
});
afterAll(() => server.stop());

async function raise(propertyId: string) {
  const { fieldOperativeId } = engineer;
  const { property } = aDraft();
  const { jobId, fieldOperativeAppointmentId } = await server.call(createJob, {
    body: aDraft({ fieldOperativeId, property: { ...property, propertyId, uprn: "100000000001" } }),
  });
  return { propertyId, jobId, fieldOperativeAppointmentId: fieldOperativeAppointmentId ?? "" };
}

/** Days before now, so that the attempts are of the last year. */
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

async function attempt(propertyId: string, days: number, notes = "Nobody answered. Card left.") {
  const job = await raise(propertyId);
  const changeTimestamp = daysAgo(days);
  const photo = await sendImage(server, engineer, job, testImage);
  const payload = aNoAccess(job, {
    changeTimestamp,
    notes,
    imageIds: [photo.imageId],
    manifest: [photo],
  });
  const { status } = await server.send(engineer, "JobNoAccess", payload);
  expect(status).toBe(200);
  return { ...job, photo, changeTimestamp };
}

async function gainAccess(propertyId: string, days: number) {
  const job = await raise(propertyId);
  await server.send(engineer, "JobClose", { ...aClose(job), changeTimestamp: daysAgo(days) });
  return job;
}

const list = (query: Record<string, string> = {}) =>
  server.call(listAccessAttempts, { query: { limit: "99", ...query } });
const find = async (propertyId: string, atLeast = "1") =>
  (await list({ atLeast })).find((home) => home.propertyId === propertyId);

/** Returns the document as the office downloads it. */
async function download(documentId: string): Promise<Buffer> {
  const response = await fetch(`${server.origin}/api/office/documents/${documentId}`, {
    headers: { authorization: `Bearer ${server.officeToken}` },
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

describe("Homes that nobody could get into", () => {
  it("are listed with the attempts since access was last gained, oldest first", async () => {
    const propertyId = randomUUID();
    await attempt(propertyId, 40);
    const access = await gainAccess(propertyId, 30);
    const later = await attempt(propertyId, 3);
    const earlier = await attempt(propertyId, 9);
    const home = await find(propertyId);
    expect(home).toMatchObject({
      address: "1 Example Street, LS1 1AA",
      uprn: "100000000001",
      attempts: [
        { jobId: earlier.jobId, endedOn: earlier.changeTimestamp, photos: 1 },
        { jobId: later.jobId, notes: "Nobody answered. Card left.", engineerName: "Nora" },
      ],
      document: null,
    });
    expect(home?.lastAccessOn).not.toBeNull();
    expect(home?.attempts.map(({ jobId }) => jobId)).not.toContain(access.jobId);
    expect(await find(propertyId, "2")).toBeDefined();
    expect(await find(propertyId, "3")).toBeUndefined();
  });

  it("are no longer listed when somebody got in", async () => {
    const propertyId = randomUUID();
    await attempt(propertyId, 5);
    expect(await find(propertyId)).toBeDefined();
    await gainAccess(propertyId, 1);
    expect(await find(propertyId)).toBeUndefined();
  });

  it("begin with the last attempt, and are read page by page without a gap", async () => {
    for (const days of [20, 21, 22]) await attempt(randomUUID(), days);
    const all = (await list({ atLeast: "1" })).map(({ propertyId }) => propertyId);
    const pages: string[] = [];
    for (let after: string | undefined; ;) {
      const page = await list({ atLeast: "1", limit: "1", ...(after !== undefined && { after }) });
      pages.push(...page.map(({ propertyId }) => propertyId));
      if (page.length === 0) break;
      after = page[0]?.attempts.at(-1)?.jobId;
    }
    expect(all.length).toBeGreaterThan(3);
    expect(pages).toEqual(all);
  });

  it("are counted in the list of gas safety records in the same way", async () => {
    const propertyId = randomUUID();
    await attempt(propertyId, 8);
    await attempt(propertyId, 2);
    await server.database.pool.query(
      `insert into home_gas (property_id, has_gas_appliance) values ($1, true)
       on conflict (property_id) do update set has_gas_appliance = true`,
      [propertyId],
    );
    const homes = await server.call(listGasSafetyHomes, {
      query: { group: "missing", limit: "999" },
    });
    expect(homes.find((home) => home.propertyId === propertyId)?.attempts).toBe(2);
  });
});

describe("The evidence of access attempts", () => {
  it("is one document with every attempt, its times, its place or that none was recorded, and the hash of each photo", async () => {
    const propertyId = randomUUID();
    await attempt(propertyId, 50, "This one was before somebody got in.");
    await gainAccess(propertyId, 45);
    const first = await attempt(propertyId, 30, "Rang and knocked. First card left.");
    const second = await attempt(propertyId, 10, "Neighbour says they are away.");
    await server.database.pool.query(
      "update job_image set latitude = 53.80075, longitude = -1.54912 where image_id = $1",
      [second.photo.imageId],
    );
    const { documentId, name } = await server.call(makeAccessEvidence, { params: { propertyId } });
    const bytes = await download(documentId);
    const text = (await readPdfText(bytes)).join(" ").replaceAll(/\s+/g, " ");
    for (const words of [
      "Evidence of access attempts",
      "Attempts without access since then 2",
      "Attempt 1:",
      "Attempt 2:",
      "Rang and knocked. First card left.",
      "Neighbour says they are away.",
      "53.80075° N 1.54912° W",
      "Not recorded",
      first.jobId.slice(-8).toUpperCase(),
      second.jobId.slice(-8).toUpperCase(),
    ])
      expect(text).toContain(words);
    expect(text).not.toContain("This one was before");
    const grouped = first.photo.sha256.match(/.{8}/g) ?? [];
    for (const group of grouped) expect(text).toContain(group);
    expect(name).toMatch(/^Access attempts /);

    // The document is signed: everybody who has the file can check it.
    const number = /Document number (A-[A-Z0-9-]+)/.exec(text)?.[1] ?? "";
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const verified = await server.call(verifyDocument, {
      params: { number },
      query: { sha256 },
      token: null,
    });
    expect(verified.status).toBe("unchanged");
  });

  it("is the same document until there is a further attempt", async () => {
    const propertyId = randomUUID();
    const first = await attempt(propertyId, 6);
    const made = await server.call(makeAccessEvidence, { params: { propertyId } });
    expect(await server.call(makeAccessEvidence, { params: { propertyId } })).toEqual(made);
    expect((await find(propertyId))?.document).toEqual(made);
    const read = await server.call(readJob, { params: { jobId: first.jobId } });
    expect(read.documents.map(({ kind }) => kind)).toContain("access-attempts");
    await attempt(propertyId, 1);
    expect((await find(propertyId))?.document).toBeNull();
    const next = await server.call(makeAccessEvidence, { params: { propertyId } });
    expect(next.documentId).not.toBe(made.documentId);
  });

  it("names a photo that has not arrived", async () => {
    const propertyId = randomUUID();
    const job = await raise(propertyId);
    const imageId = randomUUID();
    const manifest = [{ imageId, sha256: "0".repeat(64) }];
    await server.send(
      engineer,
      "JobNoAccess",
      aNoAccess(job, { changeTimestamp: daysAgo(2), imageIds: [imageId], manifest }),
    );
    const { documentId } = await server.call(makeAccessEvidence, { params: { propertyId } });
    const text = (await readPdfText(await download(documentId))).join(" ");
    expect(text).toContain("Has not arrived");
  });

  it("is not made of a home where the last visit had access", async () => {
    const propertyId = randomUUID();
    await attempt(propertyId, 6);
    await gainAccess(propertyId, 2);
    const refused = await server.request(makeAccessEvidence, { params: { propertyId } });
    expect(refused).toMatchObject({ status: 404 });
    const unknown = await server.request(makeAccessEvidence, {
      params: { propertyId: randomUUID() },
    });
    expect(unknown).toMatchObject({ status: 404 });
  });

  it("is for the office only: engineers with a job at the home do not get it", async () => {
    const propertyId = randomUUID();
    const { jobId } = await attempt(propertyId, 6);
    await raise(propertyId);
    const { documentId } = await server.call(makeAccessEvidence, { params: { propertyId } });
    const { token, deviceId } = engineer;
    const history = await server.call(getJobHistory, { params: { jobId }, token, deviceId });
    expect(history.documents.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^Job sheet/),
    ]);
    const answer = await fetch(
      `${server.origin}${downloadDocumentAsPdf.path.replace(":documentId", documentId)}`,
      { headers: { authorization: `Bearer ${token}`, "X-Device-Id": deviceId } },
    );
    expect(answer.status).toBe(404);
  });

  it("is drawn again without what an erasure took from one of its attempts", async () => {
    const propertyId = randomUUID();
    const { property } = aDraft();
    const tenant = { propertyTenantId: randomUUID(), fullName: "Quentin Quill" };
    await server.call(createJob, {
      body: aDraft({ property: { ...property, propertyId, tenants: [tenant] } }),
    });
    const first = await attempt(propertyId, 12, "Quentin Quill did not answer.");
    await attempt(propertyId, 4);
    const { documentId } = await server.call(makeAccessEvidence, { params: { propertyId } });
    const readText = async () => (await readPdfText(await download(documentId))).join(" ");
    expect(await readText()).toContain("Quentin Quill");
    await server.call(eraseTenant, {
      params: { propertyTenantId: tenant.propertyTenantId },
      body: { imageIds: [] },
    });
    const text = await readText();
    expect(text).not.toContain("Quentin Quill");
    expect(text).toContain(first.jobId.slice(-8).toUpperCase());
  });
});
