import { createHash } from "node:crypto";
import type { CallAnswer, CallBody, CallParams, CallQuery, Call } from "@fieldfare/contract";
import {
  createJob,
  listDevices,
  listJobs,
  listOperatives,
  lockDevice,
  officeSignIn,
  readImage,
  readJob,
  requestRemoval,
  requestSignature,
  unlockDevice,
} from "@fieldfare/contract/office";

/** Someone in the office with a terminal. */
export async function openOffice(url: string) {
  const { tokenModel } = await ask(url, undefined, officeSignIn, {
    body: { email: "office@fieldfare.example", password: "Fieldfare-1" },
  });
  const call = <C extends Call>(of: C, input: Input<C>) => ask(url, tokenModel.token, of, input);
  const operatives = await call(listOperatives, {});
  const sam = operatives.find((operative) => operative.name.startsWith("Sam"));
  if (!sam) throw new Error("The demo has no Sam");
  return {
    sam,
    jobs: () => call(listJobs, { query: { fieldOperativeId: sam.fieldOperativeId } }),
    job: (jobId: string) => call(readJob, { params: { jobId } }),
    /** A gas repair for Sam, long due and so the first of the scheduled jobs. */
    raise: (addressLine1: string, draft: Partial<CallBody<typeof createJob>> = {}) =>
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
    /** The hash of a picture's bytes as the server keeps them. */
    async imageHash(imageId: string) {
      const path = readImage.path.replace(":imageId", imageId);
      const headers = { Authorization: `Bearer ${tokenModel.token}` };
      const response = await fetch(url + path, { headers });
      if (!response.ok) throw new Error(`The picture was answered with ${response.status}`);
      return createHash("sha256")
        .update(Buffer.from(await response.arrayBuffer()))
        .digest("hex");
    },
    requestRemoval: (jobId: string, force: boolean) =>
      call(requestRemoval, { params: { jobId }, body: { force } }),
    requestSignature: () =>
      call(requestSignature, { params: { fieldOperativeId: sam.fieldOperativeId } }),
    devices: () => call(listDevices, {}),
    lock: (deviceId: string) => call(lockDevice, { params: { deviceId } }),
    unlock: (deviceId: string) => call(unlockDevice, { params: { deviceId } }),
  };
}

export type Office = Awaited<ReturnType<typeof openOffice>>;

interface Input<C extends Call> {
  readonly params?: CallParams<C>;
  readonly query?: CallQuery<C>;
  readonly body?: CallBody<C>;
}

async function ask<C extends Call>(
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
