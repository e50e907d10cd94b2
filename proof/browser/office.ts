import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import type { CallAnswer, CallBody, CallParams, CallQuery, Call } from "@fieldfare/contract";
import {
  assignJob,
  commentJob,
  cancelJob,
  changeJob,
  createJob,
  downloadExport,
  type JobDetails,
  listCommands,
  listExports,
  queueCommand,
  decideAbsence,
  listAbsences,
  listAlarms,
  listDevices,
  listFavourites,
  listJobs,
  listMileage,
  listOperatives,
  listPartOrders,
  listQuickJobs,
  lockDevice,
  officeSignIn,
  putOperative,
  readDocument,
  readImage,
  readJob,
  requestRemoval,
  requestSignature,
  makeResetCode,
  unlockDevice,
  uploadAttachment,
  wipeDevice,
  withdrawWipe,
} from "@fieldfare/contract/office";

/** A place where ordered parts wait. */
export const locker = {
  locationId: 41,
  siteName: "Leeds Depot",
  locationName: "Locker 12",
  deliveryType: "Locker",
  addressLine1: "Unit 7, Example Park",
  store: null,
};

/** A client of the office API. */
export async function openOffice(url: string) {
  const { tokenModel } = await sendRequest(url, undefined, officeSignIn, {
    body: { email: "office@fieldfare.example", password: "Fieldfare-1" },
  });
  const call = <C extends Call>(target: C, input: Input<C>) =>
    sendRequest(url, tokenModel.token, target, input);
  const file = async (path: string) => {
    const headers = { Authorization: `Bearer ${tokenModel.token}` };
    const response = await fetch(url + path, { headers });
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  };
  const operatives = await call(listOperatives, {});
  const sam = operatives.find((operative) => operative.name.startsWith("Sam"));
  if (!sam) throw new Error("The demo has no Sam");
  /** Downloads an exported database. */
  const exportFile = async (batchId: string): Promise<Buffer> => {
    const path = downloadExport.path.replace(":batchId", batchId);
    const headers = { Authorization: `Bearer ${tokenModel.token}` };
    return Buffer.from(await (await fetch(url + path, { headers })).arrayBuffer());
  };
  return {
    sam,
    operatives,
    jobs: () => call(listJobs, { query: { fieldOperativeId: sam.fieldOperativeId } }),
    /** The closed jobs whose appointment was on this day or before. */
    closedUntil: (day: string) => call(listJobs, { query: { status: "Closed", to: day } }),
    /** The closed jobs from this day on that need a follow-on job. */
    missingFollowOns: (from: string) => call(listJobs, { query: { followOn: "missing", from } }),
    job: (jobId: string) => call(readJob, { params: { jobId } }),
    /** Sets another appointment time for a job of Sam's. */
    move: (jobId: string, appointmentDateTime: string) =>
      call(assignJob, {
        params: { jobId },
        body: { fieldOperativeId: sam.fieldOperativeId, appointmentDateTime },
      }),
    comment: (jobId: string, comment: string) =>
      call(commentJob, { params: { jobId }, body: { comment } }),
    /** Raises a gas repair for Sam with an old date, so that it is the first of the scheduled jobs. */
    raise: (addressLine1: string, draft: Partial<Omit<Draft, "property">> & PropertyDraft = {}) =>
      call(createJob, {
        body: {
          fieldOperativeId: sam.fieldOperativeId,
          appointmentDateTime: "2026-01-05T08:00:00.000Z",
          jobCategoryId: 2,
          jobDetailTypeId: 21,
          categoryName: "Gas repair",
          detailTypeName: "No heating",
          ...draft,
          property: { postcode: "LS1 1AA", ...draft.property, addressLine1 },
        },
      }),
    /** Uploads a document or photo that a job may name as one to read before the visit. */
    upload: (name: string, file: Buffer) =>
      call(uploadAttachment, { body: { name, content: file.toString("base64") } }),
    /** The hash of an image's bytes as the server stores them. */
    imageHash: async (imageId: string) =>
      createHash("sha256")
        .update(await file(readImage.path.replace(":imageId", imageId)))
        .digest("hex"),
    /** A document as PDF. */
    document: (documentId: string) => file(readDocument.path.replace(":documentId", documentId)),
    assign: (jobId: string, fieldOperativeId: string) =>
      call(assignJob, { params: { jobId }, body: { fieldOperativeId } }),
    cancel: (jobId: string, reason: string) =>
      call(cancelJob, { params: { jobId }, body: { outcomeId: 6, reason, force: false } }),
    requestRemoval: (jobId: string, force: boolean) =>
      call(requestRemoval, { params: { jobId }, body: { force } }),
    /** Changes what a job says, as somebody who has just read it. */
    change: async (jobId: string, changes: Partial<JobDetails>) => {
      const { job } = await call(readJob, { params: { jobId } });
      const { appointmentDateTime, clientPreferredTimeName, taskDetails, description } = job;
      const { accessNotes, jobPriority } = description;
      const texts = { clientPreferredTimeName, taskDetails, accessNotes, jobPriority };
      const expected = { appointmentDateTime, ...texts };
      const details = { ...expected, ...changes };
      return call(changeJob, { params: { jobId }, body: { expected, details } });
    },
    partsToOrder: () => call(listPartOrders, { query: { state: "to-order" } }),
    mileage: () => call(listMileage, { query: { fieldOperativeId: sam.fieldOperativeId } }),
    favourites: () => call(listFavourites, { params: { fieldOperativeId: sam.fieldOperativeId } }),
    changeSam: (changes: Partial<CallBody<typeof putOperative>>) =>
      call(putOperative, {
        params: { fieldOperativeId: sam.fieldOperativeId },
        body: { name: sam.name, email: sam.email, ...changes },
      }),
    requestSignature: () =>
      call(requestSignature, { params: { fieldOperativeId: sam.fieldOperativeId } }),
    quickJobs: () => call(listQuickJobs, { query: { fieldOperativeId: sam.fieldOperativeId } }),
    absences: () => call(listAbsences, { query: { fieldOperativeId: sam.fieldOperativeId } }),
    decideAbsence: (id: string, status: 2 | 3, rejectReason: string | null = null) =>
      call(decideAbsence, { params: { id }, body: { status, rejectReason } }),
    command: (type: string) =>
      call(queueCommand, { body: { fieldOperativeId: sam.fieldOperativeId, type } }),
    commands: () => call(listCommands, { query: { fieldOperativeId: sam.fieldOperativeId } }),
    exports: () => call(listExports, { query: { fieldOperativeId: sam.fieldOperativeId } }),
    /** The lines of an exported database. */
    exportedLines: async (batchId: string) => parseLines(await exportFile(batchId)),
    devices: () => call(listDevices, {}),
    alarms: () => call(listAlarms, {}),
    lock: (deviceId: string) => call(lockDevice, { params: { deviceId } }),
    makeResetCode: () =>
      call(makeResetCode, { params: { fieldOperativeId: sam.fieldOperativeId } }),
    wipe: (deviceId: string) => call(wipeDevice, { params: { deviceId }, body: {} }),
    withdrawWipe: (deviceId: string) => call(withdrawWipe, { params: { deviceId } }),
    unlock: (deviceId: string) => call(unlockDevice, { params: { deviceId } }),
  };
}

/** Parses the lines of an exported database. */
export function parseLines(file: Buffer): Record<string, unknown>[] {
  const lines = gunzipSync(file).toString().trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

type Draft = CallBody<typeof createJob>;

interface PropertyDraft {
  readonly property?: Partial<Draft["property"]>;
}

export type Office = Awaited<ReturnType<typeof openOffice>>;

interface Input<C extends Call> {
  readonly params?: CallParams<C>;
  readonly query?: CallQuery<C>;
  readonly body?: CallBody<C>;
}

async function sendRequest<C extends Call>(
  url: string,
  token: string | undefined,
  call: C,
  { params = {} as CallParams<C>, query, body }: Input<C>,
): Promise<CallAnswer<C>> {
  const values = (params ?? {}) as Record<string, string>;
  const path = call.path.replace(/:(\w+)/g, (_whole, name: string) => values[name] ?? "");
  const search = query ? `?${new URLSearchParams(query)}` : "";
  const response = await fetch(url + path + search, {
    method: call.method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${call.name} answered ${response.status}: ${text}`);
  return call.response.parse(JSON.parse(text)) as CallAnswer<C>;
}
