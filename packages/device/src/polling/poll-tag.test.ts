import { createHash } from "node:crypto";
import { getCommands, getJobs, header, ping } from "@fieldfare/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { drain } from "../outbox/sender.ts";
import { exportDatabase } from "../export/upload.ts";
import { readAttachments } from "../reading/attachments.ts";
import { entityId } from "../testing/engineer.ts";
import { addFakeEndpoint } from "../testing/fake-export-endpoint.ts";
import {
  aFakeServer,
  aSignedInPhone,
  type FakeServer,
  refusal,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { aJobId, queueStatuses } from "../testing/queueing.ts";
import { aServerJob } from "../testing/server-job.ts";
import { refreshJobs } from "./jobs.ts";
import { poll } from "./poll.ts";
import { hasReportedUnsent, rememberPollTag } from "./poll-tag.ts";
import { pingOnce } from "./shared-ping.ts";

const tag = '"tag"';
const fullPoll = [ping.path, getCommands.path, getJobs.path];
const minuteMs = 60_000;

let fakeServer: FakeServer;
let phone: SignedInPhone;
let time: number;
/** The tags that pings have named. */
let named: (string | null)[];
let unchanged: () => Response | undefined;

beforeEach(async () => {
  time = Date.parse("2026-03-02T12:00:00.000Z");
  named = [];
  unchanged = () => answer304();
  fakeServer = aFakeServer();
  fakeServer.pollTag = tag;
  fakeServer.answer = (path, init) => {
    if (path !== ping.path) return undefined;
    const tagOfPing = new Headers(init.headers).get(header.ifNoneMatch);
    named.push(tagOfPing);
    return tagOfPing === null ? undefined : unchanged();
  };
  phone = await aSignedInPhone(fakeServer, { now: () => new Date(time) });
});
afterEach(() => phone.kill());

function answer304(headers: Readonly<Record<string, string>> = {}): Response {
  const own = { ETag: tag, Date: new Date(time).toUTCString() };
  return new Response(null, { status: 304, headers: { ...own, ...headers } });
}

/** Polls and returns the paths that were requested. */
async function requestsOfPoll(): Promise<readonly string[]> {
  fakeServer.requestedPaths.length = 0;
  await poll(phone.device);
  return [...fakeServer.requestedPaths];
}

it("After a full poll a poll that would bring nothing is one ping, for an hour", async () => {
  const contacts: boolean[] = [];
  phone.device.events.on((event) => {
    if (event.kind === "contact") contacts.push(event.isReached);
  });
  expect(await requestsOfPoll()).toEqual(fullPoll);
  expect(await requestsOfPoll()).toEqual([ping.path]);
  time += 61 * minuteMs;
  expect(await requestsOfPoll()).toEqual(fullPoll);
  expect(named).toEqual([null, tag, null]);
  expect(contacts).toEqual([true, true, true]);
});

it("The sync at start and the poll of the same moment share a ping, whichever is first", async () => {
  const [, reached] = await Promise.all([poll(phone.device), pingOnce(phone.device, "start")]);
  expect(reached.ok).toBe(true);
  const countPings = () => fakeServer.requestedPaths.filter((path) => path === ping.path).length;
  expect(countPings()).toBe(1);
  await phone.device.engineer?.messageQueue.clear();
  rememberPollTag(phone.device, undefined);
  await poll(phone.device);
  await pingOnce(phone.device, "start");
  expect(countPings()).toBe(2);
  // A ping of some time ago says nothing about now.
  rememberPollTag(phone.device, undefined);
  await poll(phone.device);
  time += 5_000;
  await pingOnce(phone.device, "start");
  expect(countPings()).toBe(4);
});

it("A poll is a full one when the server has something", async () => {
  await poll(phone.device);
  unchanged = () => undefined;
  expect(await requestsOfPoll()).toEqual(fullPoll);
});

it("A poll is a full one while a message waits, so that the office sees it", async () => {
  await poll(phone.device);
  await queueStatuses(phone.device, [1]);
  expect(await requestsOfPoll()).toEqual(fullPoll);
});

it("The phone knows that the office reads of waiting messages until a poll has told it otherwise", async () => {
  await queueStatuses(phone.device, [1]);
  await poll(phone.device);
  expect(hasReportedUnsent(phone.device)).toBe(true);
  await drain(phone.device);
  expect(hasReportedUnsent(phone.device)).toBe(true);
  // The server takes the quiet ping for the report that nothing waits.
  expect(await requestsOfPoll()).toEqual([ping.path]);
  expect(hasReportedUnsent(phone.device)).toBe(false);
});

it("A poll that brings nothing fetches what is to be read before the visits of jobs that came since", async () => {
  const bytes = new TextEncoder().encode("%PDF");
  const jobId = aJobId(1);
  const attachment = {
    attachmentId: entityId(70),
    name: "Asbestos register",
    contentType: "application/pdf" as const,
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
  const { answer } = fakeServer;
  let isLineUp = true;
  fakeServer.answer = (path, init) => {
    if (!path.startsWith(`/api/job/${jobId}/attachments/`)) return answer(path, init);
    if (!isLineUp) throw new TypeError("fetch failed");
    return new Response(bytes, { headers: { "Content-Type": "application/pdf" } });
  };
  await poll(phone.device);
  // The engineer looks for new jobs. The receipt of the acknowledgement comes before the next poll.
  fakeServer.jobs = [aServerJob({ jobId, attachments: [attachment] })];
  await refreshJobs(phone.device);
  await phone.device.database.messageQueue.clear();
  isLineUp = false;
  expect(await requestsOfPoll()).not.toContain(getCommands.path);
  isLineUp = true;
  expect(await requestsOfPoll()).not.toContain(getCommands.path);
  await vi.waitFor(async () => {
    const [file] = await readAttachments(phone.device, { attachments: [attachment] });
    expect(file?.isStored).toBe(true);
  });
});

it("A poll that brings nothing continues an export that the engineer began", async () => {
  await poll(phone.device);
  const { answer: answerPing } = fakeServer;
  const endpoint = addFakeEndpoint(fakeServer);
  const { answer: answerExport } = fakeServer;
  fakeServer.answer = (path, init) => answerPing(path, init) ?? answerExport(path, init);
  endpoint.isLineUp = () => false;
  await exportDatabase(phone.device);
  endpoint.isLineUp = () => true;
  expect(await requestsOfPoll()).not.toContain(getCommands.path);
  await vi.waitFor(() => expect(endpoint.complete.size).toBe(1));
});

it("A server that gives no tag gets full polls as before", async () => {
  fakeServer.pollTag = undefined;
  await poll(phone.device);
  expect(await requestsOfPoll()).toEqual(fullPoll);
  expect(named).toEqual([null, null]);
});

it.each([{ ETag: '"another"' }, { Date: "" }])(
  "A 304 with %j is not from our server",
  async (headers) => {
    await poll(phone.device);
    unchanged = () => answer304(headers);
    const reached: boolean[] = [];
    phone.device.events.on((event) => {
      if (event.kind === "contact") reached.push(event.isReached);
    });
    await poll(phone.device);
    expect(reached).toEqual([false]);
  },
);

it("A proxy may mark the tag as weak", async () => {
  await poll(phone.device);
  unchanged = () => answer304({ ETag: `W/${tag}` });
  expect(await requestsOfPoll()).toEqual([ping.path]);
  expect(named).toEqual([null, tag]);
});

it("A ping that is refused for the device locks it, with a tag as without one", async () => {
  await poll(phone.device);
  unchanged = () => {
    const answer = refusal(403, "device-locked");
    answer.headers.set(header.deviceError, "locked");
    return answer;
  };
  await poll(phone.device);
  expect((await phone.device.database.setting.get(1))?.enabled).toBe(false);
});

it("The clock is measured by the answer's date", async () => {
  await poll(phone.device);
  const hours: number[] = [];
  phone.device.events.on((event) => {
    if (event.kind === "clock-off") hours.push(event.hours);
  });
  unchanged = () => answer304({ Date: new Date(time + 180 * minuteMs).toUTCString() });
  await poll(phone.device);
  expect(hours).toEqual([3]);
});
