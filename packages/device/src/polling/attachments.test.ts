import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { JobAttachment } from "@fieldfare/contract";
import { readAttachments } from "../reading/attachments.ts";
import {
  aFakeServer,
  aSignedInPhone,
  refusal,
  type FakeServer,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { anEntry } from "../testing/form-builders.ts";
import { entityId } from "../testing/engineer.ts";
import { aJobId } from "../testing/queueing.ts";
import { aServerJob } from "../testing/server-job.ts";
import { fetchAttachments, openAttachment } from "./attachments.ts";
import { pollCommands } from "./commands.ts";
import { refreshJobs } from "./jobs.ts";

const jobId = aJobId(1);
/** More than one piece. */
const bytes = new Uint8Array(600_000).map((_zero, index) => index % 251);

const anAttachment = (number: number, of = bytes): JobAttachment => ({
  attachmentId: entityId(70 + number),
  name: `File ${number}`,
  contentType: "application/pdf",
  bytes: of.length,
  sha256: createHash("sha256").update(of).digest("hex"),
});

let server: FakeServer;
let phone: SignedInPhone;
let sent: Uint8Array<ArrayBuffer>;
beforeEach(async () => {
  server = aFakeServer();
  sent = bytes;
  server.answer = (path) =>
    path.startsWith(`/api/job/${jobId}/attachments/`)
      ? new Response(sent, { headers: { "Content-Type": "application/pdf" } })
      : undefined;
  phone = await aSignedInPhone(server);
});
afterEach(() => phone.kill());

async function receive(attachments: JobAttachment[]) {
  server.jobs = [aServerJob({ jobId, attachments })];
  await refreshJobs(phone.device);
}

const stored = async (attachments: JobAttachment[]) =>
  (await readAttachments(phone.device, { attachments })).map(({ isStored }) => isStored);
const requests = () =>
  server.requestedPaths.filter((path) => path.startsWith(`/api/job/${jobId}/attachments/`)).length;

describe("What is to be read before a visit", () => {
  it("is fetched once, and opens without a network", async () => {
    const file = anAttachment(1);
    await receive([file]);
    expect(await stored([file])).toEqual([false]);
    await fetchAttachments(phone.device);
    await fetchAttachments(phone.device);
    expect(await stored([file])).toEqual([true]);
    server.isOnline = false;
    const answer = await openAttachment(phone.device, jobId, file);
    if (!answer.ok) throw new Error("It does not open");
    expect(new Uint8Array(await answer.value.arrayBuffer())).toEqual(bytes);
    expect(requests()).toBe(1);
  });

  it("is not readable in the phone's storage", async () => {
    await receive([anAttachment(1)]);
    await fetchAttachments(phone.device);
    const { database } = phone.device;
    const plain = [...bytes.subarray(0, 64)].join();
    const held: string[] = [];
    await database.transaction("r", database.attachment, async (transaction) => {
      const request = transaction.idbtrans.objectStore("attachment").getAll();
      await new Promise((resolve) => (request.onsuccess = resolve));
      for (const { sealed } of request.result as { sealed: ArrayBuffer }[])
        held.push([...new Uint8Array(sealed)].join());
    });
    expect(held).toHaveLength(3);
    expect(held.some((text) => text.includes(plain))).toBe(false);
  });

  it("that cannot be fetched holds nothing up: the job is there, and a later poll brings it", async () => {
    const files = [anAttachment(1), anAttachment(2)];
    const { answer } = server;
    server.answer = (path, init) =>
      path.endsWith(files[0]?.attachmentId ?? "")
        ? refusal(503, "unavailable")
        : answer(path, init);
    await receive(files);
    await fetchAttachments(phone.device);
    expect(await phone.device.database.job.get(jobId)).toBeDefined();
    expect(await stored(files)).toEqual([false, true]);
    server.isOnline = false;
    await fetchAttachments(phone.device);
    server.isOnline = true;
    server.answer = answer;
    await fetchAttachments(phone.device);
    expect(await stored(files)).toEqual([true, true]);
  });

  it("that was damaged on the way is not stored, and not fetched again with every poll", async () => {
    const file = anAttachment(3);
    sent = bytes.slice(1);
    await receive([file]);
    await fetchAttachments(phone.device);
    await fetchAttachments(phone.device);
    expect(await stored([file])).toEqual([false]);
    expect(requests()).toBe(1);
  });

  it("that the office has deleted is requested once, and not with every poll", async () => {
    const files = [anAttachment(1), anAttachment(2)];
    const { answer } = server;
    server.answer = (path, init) =>
      path.endsWith(files[0]?.attachmentId ?? "") ? refusal(404, "not-found") : answer(path, init);
    await receive(files);
    await fetchAttachments(phone.device);
    await fetchAttachments(phone.device);
    expect(await stored(files)).toEqual([false, true]);
    expect(requests()).toBe(2);
  });

  it("is looked for again only when jobs have come, changed or closed", async () => {
    const file = anAttachment(1);
    await receive([file]);
    const { job } = phone.device.database;
    const opened = vi.spyOn(job, "toArray");
    await fetchAttachments(phone.device);
    const first = opened.mock.calls.length;
    expect(first).toBeGreaterThan(0);
    await fetchAttachments(phone.device);
    expect(opened.mock.calls.length).toBe(first);
    await job.update(jobId, { status: "Closed" });
    await fetchAttachments(phone.device);
    expect(opened.mock.calls.length).toBe(first + 1);
    expect(await phone.device.database.attachment.count()).toBe(0);
  });

  it("goes with its job, or when the office no longer names it", async () => {
    const [first, second] = [anAttachment(1), anAttachment(2)];
    await receive([first, second]);
    await fetchAttachments(phone.device);
    server.jobs = [aServerJob({ jobId, attachments: [second] })];
    server.commands = [
      {
        messageId: entityId(90),
        type: "JobUpdate",
        jobId,
        fieldOperativeAppointmentId: server.jobs[0]?.fieldOperativeAppointmentId ?? "",
        details: "The office has changed what to read before the visit.",
      },
    ];
    await pollCommands(phone.device);
    await fetchAttachments(phone.device);
    expect(await stored([first, second])).toEqual([false, true]);
    const job = await phone.device.database.job.get(jobId);
    expect(job?.officeUpdates[0]?.changes).toEqual([{ fact: "documents", now: "File 2" }]);
    await phone.device.database.job.delete(jobId);
    await fetchAttachments(phone.device);
    expect(await phone.device.database.attachment.count()).toBe(0);
  });
});

it("An update brings the key safe, the contacts and the forms of the visit; begun forms stay", async () => {
  const form = (number: number, usageRequirement: 1 | 3) => ({
    ...anEntry(),
    jobId,
    customFormId: entityId(60 + number),
    usageRequirement,
    addedByUser: false,
  });
  server.jobs = [aServerJob({ jobId, customForms: [form(1, 3), form(2, 3), form(3, 3)] })];
  await refreshJobs(phone.device);
  const { job } = phone.device.database;
  const row = await job.get(jobId);
  if (!row) throw new Error("There is no job");
  const customForms = row.customForms.map((one, index) =>
    index === 0 ? { ...one, completionStatus: "InProgress" as const } : one,
  );
  await job.put({ ...row, customForms });
  const keySafe = { location: "Porch", code: "4071" };
  const visitContacts = [{ fullName: "Jo", role: null, telephone: null, emailAddress: null }];
  server.jobs = [
    aServerJob({ jobId, keySafe, visitContacts, customForms: [form(3, 1), form(4, 3)] }),
  ];
  const { fieldOperativeAppointmentId } = row;
  const head = { messageId: entityId(91), type: "JobUpdate" as const, jobId };
  server.commands = [{ ...head, fieldOperativeAppointmentId, details: "Changed." }];
  await pollCommands(phone.device);
  const after = await job.get(jobId);
  expect(after).toMatchObject({ keySafe, visitContacts });
  expect(after?.customForms.map((one) => [one.customFormId, one.usageRequirement])).toEqual([
    [entityId(61), 3],
    [entityId(63), 1],
    [entityId(64), 3],
  ]);
  expect(after?.officeUpdates[0]?.changes).toEqual([
    { fact: "keySafe", now: "Porch, 4071" },
    { fact: "visitContacts", now: "Jo" },
  ]);
});
