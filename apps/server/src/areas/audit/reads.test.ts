import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createReadLog } from "../../database/read-log.ts";
import type { Caller } from "../../testing/caller.ts";
import { aContact } from "../../testing/closings.ts";
import { readDocumentedCalls } from "../../testing/documented-calls.ts";
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
  server = await startInProcessServer({ documentation: true });
  office = await server.office();
  sam = await server.installed();
});
afterAll(() => server.close());

async function readsOf(subject: string) {
  const { body } = await office.get(`/api/office/audit?subject=${subject}`);
  return (body as { events: Record<string, unknown>[] }).events;
}

/**
 * For each call of the office that answers a file or all that is stored about somebody: what is read, and how the entry
 * says it. A new call that answers a file fails the test below until it is here, or in `filesWithoutPersons`.
 */
const recordedReads: Readonly<Record<string, () => Promise<{ path: string; entry: object }>>> = {
  async readImage() {
    const { jobId } = await server.job(sam);
    const imageId = randomUUID();
    await server.rows(
      `insert into job_image (image_id, job_id, entity_id, message_id, field_operative_appointment_id,
         associate_to_job, sha256, bytes, content_type, width, height, taken_on)
       values ($1, $2, $2, $1, $2, true, $3, 70, 'image/png', 1, 1, now())`,
      [imageId, jobId, await storeBytes()],
    );
    const object = { type: "image", id: imageId };
    return {
      path: `/api/office/images/${imageId}`,
      entry: { type: "image-read", object, after: { jobId } },
    };
  },
  async readDocument() {
    const { jobId, fieldOperativeAppointmentId } = await server.job(sam);
    const documentId = randomUUID();
    await server.rows(
      `with sent as (
         insert into message (message_id, type, content_hash, payload, job_id, field_operative_id, device_id,
           message_created_on, mobile_version, message_version)
         values ($1, 'JobClose', '', '{}', $1, $2, $3, now(), '1', 1)),
       closed as (
         insert into job_closing (message_id, job_id, field_operative_appointment_id, kind, number_of_messages,
           manifest, outcome, closed_on)
         values ($1, $1, $4, 'JobClose', 1, '[]', '{}', now()))
       insert into document (document_id, message_id, job_id, kind, name, sha256, bytes)
       values ($5, $1, $1, 'job-sheet', 'Job sheet', $6, 70)`,
      [
        jobId,
        sam.fieldOperativeId,
        sam.deviceId,
        fieldOperativeAppointmentId,
        documentId,
        await storeBytes(),
      ],
    );
    const object = { type: "document", id: documentId };
    return {
      path: `/api/office/documents/${documentId}`,
      entry: { type: "document-read", object, after: { jobId } },
    };
  },
  async readAttachment() {
    const answer = await office.post("/api/office/attachments", {
      name: "Data plate",
      content: testImage.toString("base64"),
    });
    const { attachmentId } = answer.body as { attachmentId: string };
    return {
      path: `/api/office/attachments/${attachmentId}`,
      entry: { type: "attachment-read", object: { type: "attachment", id: attachmentId } },
    };
  },
  async downloadExport() {
    const batchId = randomUUID();
    await server.rows(
      `with opened as (
         insert into device_export (batch_id, field_operative_id, device_id, completed_on) values ($1, $2, $3, now())
         returning batch_id)
       insert into device_export_piece (batch_id, index, sha256, size, content)
       select batch_id, 0, '', 1, 'x' from opened`,
      [batchId, sam.fieldOperativeId, sam.deviceId],
    );
    const object = { type: "export", id: batchId };
    return { path: `/api/office/exports/${batchId}`, entry: { type: "export-read", object } };
  },
  async downloadReportingFile() {
    const exportId = randomUUID();
    const sha256 = await storeBytes();
    const file = { view: "engineers", file: "engineers.ndjson.gz", rows: 1, bytes: 70, sha256 };
    const manifest = {
      exportId,
      day: "2026-11-24",
      takenOn: "2026-11-24T02:30:00.000Z",
      schemaVersion: "",
      position: 0,
      files: [{ ...file, objects: [sha256], columns: [] }],
    };
    await server.rows(
      `insert into reporting_export (export_id, day, is_scheduled, state, manifest)
       values ($1, '2026-11-24', false, 'done', $2)`,
      [exportId, manifest],
    );
    const object = { type: "reporting-export", id: exportId };
    return {
      path: `/api/office/reporting-exports/${exportId}/files/engineers.ndjson.gz`,
      entry: { type: "reporting-file-read", object, after: { view: "engineers" } },
    };
  },
  async readDeviceReport() {
    const [row] = (await server.rows(
      `insert into device_report (field_operative_id, device_id, kind, body)
       values ($1, $2, 'tables', '{"job": []}') returning report_id as id`,
      [sam.fieldOperativeId, sam.deviceId],
    )) as { id: string }[];
    const object = { type: "device-report", id: String(row?.id) };
    return {
      path: `/api/office/device-reports/${row?.id}`,
      entry: { type: "device-report-read", object },
    };
  },
  async readHome() {
    const { propertyId } = await addTenant();
    const object = { type: "property", id: propertyId };
    return {
      path: `/api/office/properties/${propertyId}`,
      entry: { type: "property-read", object },
    };
  },
  async exportTenant() {
    const { propertyTenantId } = await addTenant();
    return {
      path: `/api/office/tenants/${propertyTenantId}/export`,
      entry: { type: "tenant-exported", object: { id: propertyTenantId } },
    };
  },
  exportAudit: () =>
    Promise.resolve({
      path: "/api/office/audit/export?action=nothing",
      entry: { type: "audit-exported", after: { action: "nothing" } },
    }),
};

/** Calls of the office that answer a file which says nothing of a person, each with what it says. */
const filesWithoutPersons: Readonly<Record<string, string>> = {
  exportReferenceRows: "tables of parts, SORs, lists, clients and types of jobs",
  exportBadLines: "lines of an import of such a table",
  exportRefusedLines: "the numbers of lines and what is wrong with them, without what they say",
};

async function storeBytes(): Promise<string> {
  const sha256 = createHash("sha256").update(testImage).digest("hex");
  await server.objects.put(sha256, testImage);
  return sha256;
}

async function addTenant() {
  const [propertyId, propertyTenantId] = [randomUUID(), randomUUID()];
  await server.rows(
    "insert into property (property_id, address_line_1, postcode) values ($1, '1 Example Street', 'LS6 1AA')",
    [propertyId],
  );
  await server.rows(
    "insert into property_tenant (property_tenant_id, property_id, row) values ($1, $2, $3)",
    [propertyTenantId, propertyId, aContact(propertyId, { propertyTenantId })],
  );
  return { propertyId, propertyTenantId };
}

const lastSequence = async () => {
  const [row] = await server.rows("select coalesce(max(sequence), 0) as last from audit_entry");
  return Number(row?.["last"]);
};

it("every call of the office that answers a file is recorded, or says nothing of a person", async () => {
  const files = (await readDocumentedCalls(server.app))
    .filter(({ audience, method }) => audience === "office" && method === "GET")
    .filter(({ operation, path }) => {
      const types = Object.keys(operation.responses["200"]?.content ?? {});
      return path.endsWith("/export") || types.some((type) => !isDataOrEvents(type));
    })
    .map(({ name }) => name);
  expect(files.length).toBeGreaterThan(3);
  const known = { ...recordedReads, ...filesWithoutPersons };
  expect(files.filter((name) => !Object.hasOwn(known, name))).toEqual([]);
});

const isDataOrEvents = (type: string) =>
  type === "application/json" || type === "text/event-stream";

describe("who read it is recorded", () => {
  it.each(Object.keys(recordedReads))("by %s", async (name) => {
    const read = await recordedReads[name]?.();
    const before = await lastSequence();
    expect((await office.get(read?.path ?? "")).status).toBe(200);
    const { body } = await office.get(`/api/office/audit?after=${before}`);
    expect((body as { events: unknown[] }).events).toMatchObject([
      { ...read?.entry, actor: { name: "Office" }, address: "127.0.0.1" },
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
