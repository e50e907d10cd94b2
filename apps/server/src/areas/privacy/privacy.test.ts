import { createHash, randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getCommands, getJobs } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { formIds } from "@fieldfare/domain";
import { buildApp } from "../../app.ts";
import { applyRetention } from "../../database/retention.ts";
import { newKeySet, parseDocumentKeys } from "../../documents/document-keys.ts";
import { findDocument } from "../../documents/documents.ts";
import { createFiling } from "../../documents/filing.ts";
import { deleteUnusedObjects } from "../../objects/unused-objects.ts";
import { aClose, aContact, aForm, aNote, aPart, sendImage } from "../../testing/closings.ts";
import { aGasSafetyRecord, aWarningNotice } from "../../testing/form-answers.ts";
import { testImage } from "../../testing/in-process.ts";
import { aDraft } from "../../testing/jobs.ts";
import { testTokenKeys } from "../../testing/keys.ts";
import { startTestServer, type TestEngineer, type TestServer } from "../../testing/server.ts";
import { addScheduledTask, listOpenTasks } from "../../testing/tasks.ts";
import { eraseLateArrivals } from "./late-arrivals.ts";
import { searchForPerson } from "./naming-records.ts";

let server: TestServer;
let sam: TestEngineer;

beforeAll(async () => {
  server = await startTestServer({ withForms: true });
  sam = await server.addEngineer("Sam");
});
afterAll(() => server.stop());

const rows = async (text: string, values: readonly unknown[] = []) =>
  (await server.database.pool.query(text, [...values])).rows as Record<string, unknown>[];

const phones = [{ phoneType: "Mobile" as const, number: "07700 900123" }];
const robin = { fullName: "Robin Quill", emailAddress: "robin@example.org", phones };

/** A home with a contact, and a job there that an engineer has. */
async function aHome() {
  const [propertyId, propertyTenantId] = [randomUUID(), randomUUID()];
  const raise = (more: Parameters<typeof aDraft>[0] = {}) =>
    server.call(office.createJob, {
      body: aDraft({
        fieldOperativeId: sam.fieldOperativeId,
        property: { propertyId, addressLine1: "1 Example Street", postcode: "LS6 1AA" },
        ...more,
      }),
    });
  const raised = await raise({
    taskDetails: "Mrs Quill has no heating; ring (07700) 900 123 first",
    property: {
      propertyId,
      addressLine1: "1 Example Street",
      postcode: "LS6 1AA",
      tenants: [
        { propertyTenantId, ...robin },
        { propertyTenantId: randomUUID(), fullName: "Kim Leaver" },
      ],
      notifications: [
        { code: "DOG", description: "Robin Quill has a dog", severity: 1, alertEngineer: true },
      ],
    },
  });
  const job = {
    jobId: raised.jobId,
    fieldOperativeAppointmentId: raised.fieldOperativeAppointmentId ?? "",
    propertyId,
  };
  return { propertyId, propertyTenantId, job, raise };
}

/** Moves a job from Sam to another engineer, and returns it with the other appointment. */
async function moveToAlex(job: Home["job"]) {
  const alex = await server.addEngineer("Alex");
  const { fieldOperativeAppointmentId } = await server.call(office.assignJob, {
    params: { jobId: job.jobId },
    body: { fieldOperativeId: alex.fieldOperativeId },
  });
  return { alex, current: { ...job, fieldOperativeAppointmentId } };
}

/** A picture with other bytes each time: what follows its end is ignored. */
const aPhoto = () => Buffer.concat([testImage, Buffer.from(randomUUID())]);

const sumOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

type Home = Awaited<ReturnType<typeof aHome>>;

const aRecord = (job: Home["job"]) =>
  aForm(job, formIds.gasSafetyRecord, { completedForm: aGasSafetyRecord() });

/** Closes the home's job with a photo, a signature, a note and, if it is a check, a gas safety record. */
async function close(
  { job, propertyId, propertyTenantId }: Home,
  { customForms = [] as ReturnType<typeof aForm>[], text = "Robin quill let me in" } = {},
) {
  const [photo, signature] = [aPhoto(), aPhoto()];
  const manifest = [
    await sendImage(server, sam, job, photo),
    await sendImage(server, sam, job, signature),
  ];
  const messageId = randomUUID();
  const body = aClose(job, {
    job: {
      notes: [aNote(job, { description: text })],
      tenants: [aContact(propertyId, { propertyTenantId, ...robin })],
      customForms,
    },
    outcome: {
      customerSignature: {
        customerName: "ROBIN  QUILL",
        optOut: false,
        dataUrl: `data:image/png;base64,${signature.toString("base64")}`,
      },
    },
    manifest,
  });
  expect((await server.send(sam, "JobClose", body, messageId)).status).toBe(200);
  const { documents } = await server.call(office.readJob, { params: { jobId: job.jobId } });
  for (const { documentId } of documents) await readDocument(documentId);
  return { messageId, body, photo: manifest[0], signature: manifest[1], documents };
}

async function readDocument(documentId: string): Promise<Buffer> {
  const answer = await fetch(`${server.origin}/api/office/documents/${documentId}`, {
    headers: { authorization: `Bearer ${server.officeToken}` },
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

const readHome = ({ propertyId }: Pick<Home, "propertyId">) =>
  server.call(office.readHome, { params: { propertyId } });

async function readCommands() {
  const { token, deviceId } = sam;
  const { commands } = await server.call(getCommands, { token, deviceId });
  return commands as readonly Record<string, unknown>[];
}

describe("a home", () => {
  it("is in audit entries without the people in it", async () => {
    const home = await aHome();
    await home.raise({
      property: {
        propertyId: home.propertyId,
        addressLine1: "3 Example Street",
        postcode: "LS6 1AA",
      },
    });
    const { events } = await server.call(office.listAudit, {
      query: { subject: home.propertyId, action: "property-changed" },
    });
    expect(events).toHaveLength(1);
    expect(JSON.stringify(events)).not.toMatch(/quill|leaver/i);
  });

  it("is read and corrected, and phones with an open job there follow", async () => {
    const home = await aHome();
    const { propertyId, propertyTenantId } = home;
    const known = await readHome(home);
    expect(known).toMatchObject({ addressLine1: "1 Example Street", landlord: null });
    expect(known.tenants.map(({ fullName }) => fullName).toSorted()).toEqual([
      "Kim Leaver",
      "Robin Quill",
    ]);
    const params = { propertyId, propertyTenantId };
    await server.call(office.correctHome, {
      params: { propertyId },
      body: {
        addressLine1: "2 Example Street",
        addressLine2: null,
        addressLine3: null,
        addressLine4: null,
        postcode: "ls61ab",
      },
    });
    const body = { fullName: "Robin Quail", contactType: null, emailAddress: null, phones: [] };
    await server.call(office.correctTenant, { params, body });
    expect(await readHome(home)).toMatchObject({
      addressLine1: "2 Example Street",
      postcode: "LS6 1AB",
      tenants: expect.arrayContaining([
        expect.objectContaining({ fullName: "Robin Quail", phones: [] }),
      ]),
    });
    expect((await readCommands()).map(({ type, details }) => [type, details])).toEqual([
      ["JobUpdate", "The office has corrected the address of this home."],
      ["JobUpdate", "The office has corrected a contact of this home."],
    ]);
    const taken = await server.request(office.correctTenant, {
      params,
      body: { ...body, fullName: "kim leaver" },
    });
    expect(taken.status).toBe(409);
    const wrong = { ...known, postcode: "nowhere" };
    expect(
      (await server.request(office.correctHome, { params: { propertyId }, body: wrong })).status,
    ).toBe(400);
  });

  it("loses a warning and a contact; a phone that still has the contact does not bring it back", async () => {
    const home = await aHome();
    const { propertyId, propertyTenantId, job } = home;
    const [warning] = (await readHome(home)).notifications;
    const propertyNotificationId = warning?.propertyNotificationId ?? "";
    await server.call(office.removeHomeWarning, { params: { propertyId, propertyNotificationId } });
    await server.call(office.removeTenant, { params: { propertyId, propertyTenantId } });
    const again = await server.request(office.removeTenant, {
      params: { propertyId, propertyTenantId },
    });
    expect(again.status).toBe(404);
    const commands = (await readCommands()).filter(({ type }) => type === "ContactsRemoved");
    expect(commands).toMatchObject([{ propertyTenantIds: [propertyTenantId] }]);
    await close(home);
    const { tenants, notifications } = await readHome(home);
    expect(tenants.map(({ fullName }) => fullName)).toEqual(["Kim Leaver"]);
    expect(notifications).toEqual([]);
    const { token, deviceId } = sam;
    const { jobs } = await server.call(getJobs, { token, deviceId, query: { recovery: "true" } });
    expect(jobs.filter(({ jobId }) => jobId === job.jobId)).toEqual([]);
  });

  it("is removed only if there was never a job", async () => {
    const { propertyId } = await aHome();
    const used = await server.request(office.removeHome, { params: { propertyId } });
    expect(used.status).toBe(409);
    const empty = randomUUID();
    await rows(
      "insert into property (property_id, address_line_1, postcode) values ($1, '9 Example Street', 'LS1 1AA')",
      [empty],
    );
    await rows(
      "insert into property_tenant (property_tenant_id, property_id, row) values ($1, $2, $3)",
      [randomUUID(), empty, aContact(empty)],
    );
    await server.call(office.removeHome, { params: { propertyId: empty } });
    expect(await rows("select 1 from property_tenant where property_id = $1", [empty])).toEqual([]);
    const gone = await server.request(office.readHome, { params: { propertyId: empty } });
    expect(gone.status).toBe(404);
  });
});

describe("a tenant", () => {
  it("gets everything that names them", async () => {
    const home = await aHome();
    const { photo, documents } = await close(home);
    const params = { propertyTenantId: home.propertyTenantId };
    const answer = await server.call(office.exportTenant, { params });
    expect(answer).toMatchObject({
      tenant: robin,
      address: "1 Example Street, LS6 1AA",
      warnings: ["Robin Quill has a dog"],
      jobs: [{ jobId: home.job.jobId }],
    });
    const [job] = answer.jobs;
    expect(job?.records.map(({ kind }) => kind).toSorted()).toEqual([
      "message",
      "note",
      "outcome",
      "task",
    ]);
    expect(job?.images).toContainEqual({
      id: photo?.imageId,
      name: `${photo?.imageId}.png`,
    });
    expect(job?.documents.map(({ id }) => id)).toEqual(
      documents.map(({ documentId }) => documentId),
    );
    const { events } = await server.call(office.listAudit, {
      query: { action: "tenant-exported" },
    });
    expect(events.at(-1)?.object).toEqual({ type: "tenant", id: home.propertyTenantId });
  });

  it("gets what names them in a job that an engineer still has", async () => {
    const home = await aHome();
    await home.raise({ fieldOperativeId: null, taskDetails: "Robin Quill smells gas" });
    const params = { propertyTenantId: home.propertyTenantId };
    const { jobs } = await server.call(office.exportTenant, { params });
    expect(jobs.flatMap(({ records }) => records).map(({ record }) => record)).toEqual(
      expect.arrayContaining([
        "Mrs Quill has no heating; ring (07700) 900 123 first",
        "Robin Quill smells gas",
      ]),
    );
  });

  it("is erased from the wish for a time and from planned work", async () => {
    const home = await aHome();
    const raised = await home.raise({
      fieldOperativeId: null,
      clientPreferredTimeName: "After 3, Robin Quill",
    });
    await rows("insert into job_sor (job_id, sor_code_id, row) values ($1, 1, $2)", [
      raised.jobId,
      { sorCodeId: 1, comment: "Ask Robin Quill" },
    ]);
    await close(home);
    const params = { propertyTenantId: home.propertyTenantId };
    const { jobs } = await server.call(office.exportTenant, { params });
    const kinds = jobs.find(({ jobId }) => jobId === raised.jobId)?.records.map(({ kind }) => kind);
    expect(kinds?.toSorted()).toEqual(["planned-sor", "preferred-time"]);
    await server.call(office.eraseTenant, { params, body: {} });
    const text = `
      select j.client_preferred_time_name as wish, s.row ->> 'comment' as comment
        from job j join job_sor s using (job_id) where job_id = $1`;
    expect(await rows(text, [raised.jobId])).toEqual([
      { wish: "After 3, Removed", comment: "Ask Removed" },
    ]);
  });

  it("is erased everywhere, and what arrived still counts once", async () => {
    const home = await aHome();
    const { propertyTenantId, job } = home;
    const params = { propertyTenantId };
    const early = await server.request(office.eraseTenant, { params, body: {} });
    expect(early).toMatchObject({ status: 409, body: { code: "conflict" } });
    const { messageId, body, photo, signature, documents } = await close(home);
    const unassigned = await home.raise({
      fieldOperativeId: null,
      taskDetails: "Robin Quill smells gas",
      property: {
        propertyId: home.propertyId,
        addressLine1: "1 Example Street",
        postcode: "LS6 1AA",
      },
    });
    await readCommands();
    const answer = await server.call(office.eraseTenant, {
      params,
      body: { imageIds: [photo?.imageId] },
    });
    expect(answer).toEqual({ reduced: 6, images: 2, documents: 1, kept: [] });

    const others = await rows(
      "select 1 from property_tenant where row ->> 'fullName' = 'Robin Quill' and property_id = $1",
      [home.propertyId],
    );
    expect(others).toEqual([]);
    const stored = await rows(
      `select to_jsonb(m)::text || to_jsonb(j)::text as text from message m join job j on j.job_id = m.job_id
        where m.job_id = $1
       union all select row::text from engineering_note where job_id = $1
       union all select row::text from removed_record where record_id = $2
       union all select outcome::text from job_closing where job_id = $1
       union all select coalesce(before::text, '') || coalesce(after::text, '') from audit_entry
        where object_id = any($3) or object_id = $4
       union all select to_jsonb(p)::text from property p where property_id = $5
       union all select to_jsonb(j)::text from job j where job_id = $6`,
      [
        job.jobId,
        propertyTenantId,
        [job.jobId, propertyTenantId, home.propertyId],
        messageId,
        home.propertyId,
        unassigned.jobId,
      ],
    );
    expect(stored.length).toBeGreaterThan(5);
    for (const { text } of stored) expect(text).not.toMatch(/quill|900.?123|robin@|data:image/i);
    expect((await readHome(home)).notifications).toMatchObject([
      { description: "Removed has a dog" },
    ]);

    await rows("update unused_object set marked_on = marked_on - interval '2 days'");
    await deleteUnusedObjects(server.database, server.objects);
    for (const image of [photo, signature])
      expect(await server.objects.exists(image?.sha256 ?? "")).toBe(false);
    const [sheet] = documents;
    const redrawn = await readDocument(sheet?.documentId ?? "");
    expect(createHash("sha256").update(redrawn).digest("hex")).toMatch(/^[0-9a-f]{64}$/);

    const repeated = await server.send(sam, "JobClose", body, messageId);
    expect(repeated).toMatchObject({ status: 200, body: { outcome: "already-recorded" } });
    expect((await readCommands()).at(-1)).toMatchObject({
      type: "ContactsRemoved",
      propertyTenantIds: [propertyTenantId],
    });
    const { events } = await server.call(office.listAudit, { query: { action: "tenant-erased" } });
    expect(events.at(-1)).toMatchObject({ object: { id: propertyTenantId }, after: answer });
    const again = await server.call(office.eraseTenant, { params, body: {} });
    expect(again).toEqual({ reduced: 0, images: 0, documents: 0, kept: [] });
  });

  it("is erased from the reason why a part is not ordered, which the audit does not have", async () => {
    const home = await aHome();
    const { job, propertyTenantId } = home;
    const part = aPart(job, { usageType: 3, qtyUsed: 0, qtyRequired: 1, isPartRequired: true });
    await server.send(sam, "JobClose", aClose(job, { job: { parts: [part] } }));
    const find = async () => {
      const { parts } = await server.call(office.listPartOrders, { query: { jobId: job.jobId } });
      return parts[0];
    };
    const body = {
      state: "not-needed",
      reason: "Robin Quill has bought one",
      changedOn: (await find())?.changedOn,
    };
    const { jobPartId } = part;
    const answer = await server.request(office.setPartOrder, { params: { jobPartId }, body });
    expect(answer.status).toBe(200);
    const params = { propertyTenantId };
    const { jobs } = await server.call(office.exportTenant, { params });
    expect(jobs[0]?.records).toContainEqual({ kind: "part-order", record: body.reason });
    await server.call(office.eraseTenant, { params, body: {} });
    expect(await find()).toMatchObject({ reason: "Removed has bought one" });
    const { events } = await server.call(office.listAudit, { query: { subject: jobPartId } });
    expect(events).toMatchObject([
      { type: "part-ordered", after: { state: "not-needed", notRecorded: ["reason"] } },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/quill/i);
  });

  it("is erased without what others recorded, however often", async () => {
    const home = await aHome();
    const customForms = [
      aForm(home.job, formIds.warningNotice, {
        completedForm: aWarningNotice({ informedName: "Robin Quill" }),
      }),
    ];
    await close(home, { customForms, text: "I removed the cover, and Mr Leaver watched" });
    const other = await home.raise();
    const job = { ...home.job, jobId: other.jobId };
    job.fieldOperativeAppointmentId = other.fieldOperativeAppointmentId ?? "";
    const photo = aPhoto();
    const image = await sendImage(server, sam, job, photo);
    const body = aClose(job, { job: { notes: [aNote(job)] }, manifest: [image] });
    await server.send(sam, "JobClose", body, randomUUID());
    const { documents } = await server.call(office.readJob, { params: { jobId: job.jobId } });
    const before = await readDocument(documents[0]?.documentId ?? "");
    const params = { propertyTenantId: home.propertyTenantId };
    const erase = (imageIds: readonly string[]) =>
      server.request(office.eraseTenant, { params, body: { imageIds } });

    expect((await erase([image.imageId, randomUUID()])).status).toBe(400);
    expect((await readHome(home)).tenants).toHaveLength(2);
    // The document of the job with the photo is drawn again, although nothing there names the tenant.
    expect((await erase([image.imageId])).body).toMatchObject({ images: 2, documents: 3 });
    const after = await readDocument(documents[0]?.documentId ?? "");
    expect(after.equals(before)).toBe(false);
    const first = await server.call(office.readJob, { params: { jobId: home.job.jobId } });
    expect(first.documents.map(({ kind }) => kind)).toContain("warning-notice");
    for (const { documentId } of first.documents) await readDocument(documentId);
    const [note] = first.job.notes;
    expect(note?.description).toBe("I removed the cover, and Mr Leaver watched");
    const { events } = await server.call(office.listAudit, { query: { action: "tenant-erased" } });
    expect(events.at(-1)?.after).toMatchObject({
      imageIds: expect.arrayContaining([image.imageId]),
    });
    const again = await erase([image.imageId]);
    expect(again.body).toEqual({ reduced: 0, images: 0, documents: 0, kept: [] });

    // Neither the contact with the next job nor the same photo brings anything back.
    await home.raise({
      property: {
        propertyId: home.propertyId,
        addressLine1: "1 Example Street",
        postcode: "LS6 1AA",
        tenants: [{ propertyTenantId: home.propertyTenantId, ...robin }],
      },
    });
    expect((await readHome(home)).tenants.map(({ fullName }) => fullName)).toEqual(["Kim Leaver"]);
    await sendImage(server, sam, job, photo, job.jobId, image.imageId);
    const read = { params: { imageId: image.imageId } };
    expect((await server.request(office.readImage, read)).status).toBe(404);
  });

  it("is erased from a document that is being drawn meanwhile", async () => {
    const home = await aHome();
    const { documents } = await close(home);
    const [sheet] = documents;
    await rows("update document set sha256 = null, bytes = null where document_id = $1", [
      sheet?.documentId,
    ]);
    const document = await findDocument(server.database, sheet?.documentId ?? "");
    if (!document) throw new Error("There is no document");
    const files: string[] = [];
    const filing = createFiling({
      database: server.database,
      objects: {
        ...server.objects,
        async put(sha256, bytes) {
          files.push(sha256);
          const params = { propertyTenantId: home.propertyTenantId };
          if (files.length === 1) await server.call(office.eraseTenant, { params, body: {} });
          await server.objects.put(sha256, bytes);
        },
      },
      keys: await parseDocumentKeys(await newKeySet(), "A new key"),
      publicUrl: () => null,
      readAnswers: async () => [],
    });
    await filing.read(document);
    await filing.close();
    expect(files).toHaveLength(2);
    expect(new Set(files).size).toBe(2);
    expect((await findDocument(server.database, document.documentId))?.sha256).toBe(files[1]);
  });

  it("is erased in what phones send later about visits from before; new images raise an alarm", async () => {
    const home = await aHome();
    const { propertyTenantId, propertyId, job } = home;
    const { alex, current } = await moveToAlex(job);
    const face = aPhoto();
    const faceId = randomUUID();
    await server.send(
      alex,
      "JobClose",
      aClose(current, { manifest: [{ imageId: faceId, sha256: sumOf(face) }] }),
    );
    const params = { propertyTenantId };
    await server.call(office.eraseTenant, { params, body: { imageIds: [faceId] } });
    await eraseLateArrivals(server.database);

    // Alex's photo arrives, and all of Sam, from whom the job had been moved. A new visit names the tenant again.
    await sendImage(server, alex, current, face, job.jobId, faceId);
    const late = await close(home);
    const next = await home.raise({ taskDetails: "Robin Quill smells gas" });
    const visit = {
      ...job,
      ...next,
      fieldOperativeAppointmentId: String(next.fieldOperativeAppointmentId),
    };
    await server.send(
      sam,
      "JobClose",
      aClose(visit, { job: { notes: [aNote(visit, { description: "Robin Quill was in" })] } }),
    );
    await eraseLateArrivals(server.database);

    const stored = await rows(
      `select payload::text as text from message where job_id = $1
       union all select outcome::text from job_closing where job_id = $1
       union all select coalesce(after::text, '') from audit_entry where object_id = $2
       union all select details::text from alarm`,
      [job.jobId, propertyTenantId],
    );
    for (const { text } of stored) expect(text).not.toMatch(/quill|900.?123|robin@|data:image/i);
    const removed = await rows(
      "select image_id from job_image where job_id = $1 and removed_on is not null",
      [job.jobId],
    );
    expect(new Set(removed.map((row) => row["image_id"]))).toEqual(
      new Set([faceId, late.signature?.imageId]),
    );
    const { job: after } = await server.call(office.readJob, { params: { jobId: next.jobId } });
    expect(after).toMatchObject({
      taskDetails: "Robin Quill smells gas",
      notes: [{ description: "Robin Quill was in" }],
    });
    const { events } = await server.call(office.listAudit, {
      query: { action: "tenant-erased", subject: propertyTenantId },
    });
    expect(events.at(-1)).toMatchObject({ actor: null, after: { reduced: 2, images: 2 } });

    const listAlarms = async () =>
      (await server.call(office.listAlarms)).filter(({ kind }) => kind === "image-after-erasure");
    const details = { propertyTenantId, jobId: job.jobId, imageIds: [late.photo?.imageId] };
    expect(await listAlarms()).toMatchObject([{ details }]);
    await eraseLateArrivals(server.database);
    expect(await listAlarms()).toHaveLength(1);

    await rows("update erasure set erased_on = erased_on - interval '91 days'");
    expect(await applyRetention(server.database, {})).toMatchObject({
      "erased-names": expect.any(Number),
    });
    const [left] = await rows(
      "select person, image_ids, signatures from erasure where property_id = $1",
      [propertyId],
    );
    expect(left).toEqual({ person: null, image_ids: [], signatures: [] });
  });

  it("raises an alarm for a late photo also when the erasure was repeated before anybody looked", async () => {
    const home = await aHome();
    const { propertyTenantId, job } = home;
    const { alex, current } = await moveToAlex(job);
    await server.send(alex, "JobClose", aClose(current));
    const params = { propertyTenantId };
    await server.call(office.eraseTenant, { params, body: {} });
    const named = await sendImage(server, sam, job, aPhoto());
    const { photo } = await close(home);
    await server.call(office.eraseTenant, { params, body: { imageIds: [named.imageId] } });
    await eraseLateArrivals(server.database);
    const alarms = (await server.call(office.listAlarms)).filter(
      ({ kind, details }) =>
        kind === "image-after-erasure" && JSON.stringify(details).includes(propertyTenantId),
    );
    const details = { propertyTenantId, jobId: job.jobId, imageIds: [photo?.imageId] };
    expect(alarms.map((alarm) => alarm.details)).toEqual([details]);
  });

  it("raises an alarm when a later contact of the home has the name or a number; others do not", async () => {
    const home = await aHome();
    const { propertyId, propertyTenantId, job } = home;
    await close(home);
    await server.call(office.eraseTenant, { params: { propertyTenantId }, body: {} });
    const listAlarms = async () =>
      (await server.call(office.listAlarms)).filter(
        ({ kind, details }) =>
          kind === "contact-after-erasure" && JSON.stringify(details).includes(propertyTenantId),
      );
    await eraseLateArrivals(server.database);
    expect(await listAlarms()).toEqual([]);

    const [byName, byNumber, other] = [randomUUID(), randomUUID(), randomUUID()];
    const contactIds = [byName, byNumber];
    await home.raise({
      property: {
        propertyId,
        addressLine1: "1 Example Street",
        postcode: "LS1 1AA",
        tenants: [
          { propertyTenantId: byName, fullName: "Mx Robin Quill" },
          { propertyTenantId: byNumber, fullName: "R Q", phones: robin.phones },
          { propertyTenantId: other, fullName: "Kim Example" },
        ],
      },
    });
    await eraseLateArrivals(server.database);
    await eraseLateArrivals(server.database);
    const [alarm, ...more] = await listAlarms();
    expect(more).toEqual([]);
    expect(alarm?.details).toEqual({
      propertyTenantId,
      propertyId,
      jobId: expect.any(String),
      contactIds: expect.toSatisfy((ids) => contactIds.every((id) => ids.includes(id))),
    });
    expect(alarm?.details).not.toMatchObject({ contactIds: expect.arrayContaining([other]) });
    expect(job.propertyId).toBe(propertyId);
  });

  it("is erased in late work, documents and signatures by the scheduled task", async () => {
    const home = await aHome();
    const alex = await server.addEngineer("Alex");
    const { propertyTenantId, job } = home;
    const moved = await server.call(office.assignJob, {
      params: { jobId: job.jobId },
      body: { fieldOperativeId: alex.fieldOperativeId },
    });
    await server.send(
      alex,
      "JobClose",
      aClose({ ...job, fieldOperativeAppointmentId: moved.fieldOperativeAppointmentId }),
    );
    await server.call(office.eraseTenant, { params: { propertyTenantId }, body: {} });
    const late = await close(home);
    const readLate = () =>
      rows(
        `select string_agg(text, ' ') ~* 'quill|data:image' as "namesPerson",
           (select removed_on is not null from job_image where image_id = $2) as "signatureIsRemoved"
         from (select payload::text from message where job_id = $1
               union all select outcome::text from job_closing where job_id = $1) stored (text)`,
        [job.jobId, late.signature?.imageId],
      );
    expect(await readLate()).toEqual([{ namesPerson: true, signatureIsRemoved: false }]);

    const scheduled = await buildApp({
      database: server.database,
      objects: server.objects,
      tokenKeys: testTokenKeys,
      config: { documentation: false, runsScheduledTasks: true, taskIntervalSeconds: 1 },
    });
    try {
      await scheduled.ready();
      await addScheduledTask(server.database, "old-rows");
      await expect
        .poll(readLate, { timeout: 15_000 })
        .toEqual([{ namesPerson: false, signatureIsRemoved: true }]);
      await expect
        .poll(() => listOpenTasks(server.database, "old-rows"), { timeout: 15_000 })
        .toEqual([]);
    } finally {
      await scheduled.close();
    }
    const alarms = await server.call(office.listAlarms);
    expect(alarms).toContainEqual(
      expect.objectContaining({
        kind: "image-after-erasure",
        details: { propertyTenantId, jobId: job.jobId, imageIds: [late.photo?.imageId] },
      }),
    );
  });

  it("stays with the job while one of its documents is not made, however short the periods are", async () => {
    const home = await aHome();
    await close(home);
    const { jobId } = home.job;
    const mark = "update document set sha256 = $2, bytes = $3 where job_id = $1";
    const [made] = await rows("select sha256, bytes from document where job_id = $1", [jobId]);
    await rows(mark, [jobId, null, null]);
    await rows(
      "update job_closing set received_on = received_on - interval '30 days' where job_id = $1",
      [jobId],
    );
    const periods = { documents: 28, images: 28, jobs: 28 };
    expect(await applyRetention(server.database, periods)).toEqual({});
    await rows(mark, [jobId, made?.["sha256"], made?.["bytes"]]);
    expect(await applyRetention(server.database, periods)).toEqual({ documents: 1, jobs: 1 });
  });

  it("stays in a gas safety record as long as the law asks, and no longer", async () => {
    const home = await aHome();
    const { documents } = await close(home, { customForms: [aRecord(home.job)] });
    const record = documents.find(({ kind }) => kind === "gas-safety-record");
    const file = await readDocument(record?.documentId ?? "");
    const params = { propertyTenantId: home.propertyTenantId };
    const { kept } = await server.call(office.eraseTenant, { params, body: {} });
    expect(kept).toMatchObject([
      { documentId: record?.documentId, reason: expect.stringContaining("36(3)(c)") },
    ]);
    expect(await readDocument(record?.documentId ?? "")).toEqual(file);
    expect(await applyRetention(server.database, {})).toEqual({});
    for (const days of [900, 400]) {
      await rows(
        "update job_closing set received_on = received_on - $1 * interval '1 day' where job_id in (select job_id from job where property_id = $2)",
        [days, home.propertyId],
      );
      const raised = await home.raise();
      const job = {
        jobId: raised.jobId,
        fieldOperativeAppointmentId: raised.fieldOperativeAppointmentId ?? "",
        propertyId: home.propertyId,
      };
      await close({ ...home, job }, { customForms: [aRecord(job)] });
    }
    expect(await applyRetention(server.database, {})).toEqual({ "erased-tenants": 1 });
    const left = await server.call(office.readJob, { params: { jobId: home.job.jobId } });
    expect(left.documents.map(({ kind }) => kind)).toEqual(["job-sheet"]);
  });
});

describe("a record", () => {
  const contact = (more: object) => aContact(randomUUID(), { ...robin, ...more });
  const person = searchForPerson(contact({}));
  it.each([
    ["Robin Quill", "Removed"],
    ["Mrs Robin Quill", "Removed"],
    ["robin\nQUILL's boiler", "Removed's boiler"],
    ["Ring Ms. Quill on 07700900123", "Ring Removed on Removed"],
    ["Ring +44 7700 900123 or 0044 (0)7700 900 123", "Ring Removed or Removed"],
    ["mail robin@example.org", "mail Removed"],
  ])("names the tenant: %j", (text, reduced) =>
    expect(person.reduce(text)).toEqual({ value: reduced }),
  );
  it.each(["Robin Quillan", "The quill pen", "077009001234", "a robin"])(
    "does not name the tenant: %j",
    (text) => expect(person.reduce(text)).toBeNull(),
  );
  it("does not name the tenant by what another contact of the home has as well", () => {
    const other = contact({ fullName: "Alex Quill", emailAddress: "alex@example.org" });
    const shared = searchForPerson(contact({}), [other]);
    expect(shared.reduce("Ring Mr Quill on 07700 900123")).toBeNull();
    expect(shared.reduce("Robin Quill")).toEqual({ value: "Removed" });
  });
  it("names a tenant with a name of one word as a whole name or after a title only", () => {
    const tenant = searchForPerson(contact({ fullName: "Tenant" }));
    expect(tenant.reduce({ informedRole: "Tenant", notes: "The tenant was out" })).toBeNull();
    expect(tenant.reduce({ informedName: "tenant", notes: "Ask Mrs Tenant" })).toEqual({
      value: { informedName: "Removed", notes: "Ask Removed" },
    });
    expect(searchForPerson(contact({ fullName: "Mrs Quill" })).reduce("Ring Ms Quill")).toEqual({
      value: "Ring Removed",
    });
  });
  it("names a tenant by a name with hyphens and apostrophes, however they are written", () => {
    const tenant = searchForPerson(contact({ fullName: "Anne-Marie O\u2019Brien-Smith" }));
    for (const name of [
      "Anne-Marie O'Brien-Smith",
      "Anne Marie O\u2019Brien Smith",
      "anne\u2010marie OBrien\u2011Smith",
      "Ms O'Brien-Smith",
    ])
      expect(tenant.reduce(`Ring ${name}.`)).toEqual({ value: "Ring Removed." });
    expect(tenant.reduce("Anne-Marie Smith")).toBeNull();
  });
  it("names a tenant whatever characters the name has", () => {
    const word = fc
      .array(fc.constantFrom(...Array.from("aZéß\u00d8\u0141ñ'-.,()[]{}+*?^$|\\/&#@\u2019")), {
        minLength: 1,
        maxLength: 8,
      })
      .map((characters) => `X${characters.join("")}y`);
    fc.assert(
      fc.property(word, word, (first, last) => {
        const name = `${first} ${last}`;
        expect(searchForPerson(contact({ fullName: name })).reduce(`Ring ${name} today`)).toEqual({
          value: "Ring Removed today",
        });
      }),
    );
  });
  it("names nobody when the contact has been removed", () => {
    const removed = searchForPerson(
      contact({ fullName: "Removed", emailAddress: null, phones: [] }),
    );
    expect(removed.reduce({ customerName: "removed", text: "I removed the cover" })).toBeNull();
  });
});
