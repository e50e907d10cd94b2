import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createReadLog } from "../../database/read-log.ts";
import type { Caller } from "../../testing/caller.ts";
import {
  type InstalledEngineer,
  type InProcessServer,
  startInProcessServer,
  testImage,
} from "../../testing/in-process.ts";

let server: InProcessServer;
let office: Caller;
let sam: InstalledEngineer;

beforeAll(async () => {
  server = await startInProcessServer();
  office = await server.office();
  sam = await server.installed();
});
afterAll(() => server.close());

async function readsOf(subject: string) {
  const { body } = await office.get(`/api/office/audit?subject=${subject}`);
  return (body as { events: Record<string, unknown>[] }).events;
}

describe("who read it is recorded", () => {
  it("when the office opens an image", async () => {
    const { jobId } = await server.job(sam);
    const imageId = randomUUID();
    const sha256 = createHash("sha256").update(testImage).digest("hex");
    await server.objects.put(sha256, testImage);
    await server.rows(
      `insert into job_image (image_id, job_id, entity_id, message_id, field_operative_appointment_id,
         associate_to_job, sha256, bytes, content_type, width, height, taken_on)
       values ($1, $2, $2, $1, $2, true, $3, 70, 'image/png', 1, 1, now())`,
      [imageId, jobId, sha256],
    );
    expect((await office.get(`/api/office/images/${imageId}`)).status).toBe(200);
    expect(await readsOf(imageId)).toMatchObject([
      {
        type: "image-read",
        actor: { name: "Office" },
        object: { type: "image", id: imageId },
        address: "127.0.0.1",
        after: { jobId },
      },
    ]);
  });

  it("when the office exports the entries themselves", async () => {
    await office.get("/api/office/audit/export?action=nothing");
    expect(await readsOf("audit")).toMatchObject([
      { type: "audit-exported", after: { action: "nothing" } },
    ]);
  });

  it("and not when there is nothing to read", async () => {
    const nothing = randomUUID();
    expect((await office.get(`/api/office/images/${nothing}`)).status).toBe(404);
    expect(await readsOf(nothing)).toEqual([]);
  });
});

describe("reads that come together", () => {
  const entry = (objectId: string) =>
    ({ action: "image-read", source: null, objectType: "image", objectId }) as const;

  it("are all recorded, once each", async () => {
    const readLog = createReadLog(server.database);
    const ids = Array.from({ length: 40 }, () => randomUUID());
    await Promise.all(ids.map((id) => readLog.record(entry(id))));
    const rows = await server.rows(
      "select object_id from audit_entry where object_id = any($1::text[])",
      [ids],
    );
    expect(rows.map((row) => String(row["object_id"])).toSorted()).toEqual(ids.toSorted());
  });

  it("fail when they cannot be recorded, and later ones do not", async () => {
    const readLog = createReadLog(server.database);
    const bad = readLog.record({ ...entry("1"), fieldOperativeId: "not an id" });
    await expect(bad).rejects.toThrow("Failed query");
    const id = randomUUID();
    await readLog.record(entry(id));
    expect(await readsOf(id)).toHaveLength(1);
  });
});
