import { getCommands, getJobs, header, refresh } from "@fieldfare/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { drain } from "../outbox/sender.ts";
import { aJobId, queueStatuses } from "../testing/queueing.ts";
import { isSignInNeeded } from "../session/token.ts";
import {
  aFakeServer,
  aSignedInPhone,
  type FakeServer,
  refusal,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { checkLock, poll } from "./poll.ts";

let fakeServer: FakeServer;
let phone: SignedInPhone;
let isLocked: boolean;
let hasEndedSignIns: boolean;

beforeEach(async () => {
  fakeServer = aFakeServer();
  phone = await aSignedInPhone(fakeServer);
  isLocked = true;
  hasEndedSignIns = true;
  fakeServer.answer = (path) => {
    if (isLocked) {
      const answer = refusal(403, "device-locked");
      answer.headers.set(header.deviceError, "locked");
      return answer;
    }
    // A server of an earlier version still answers the last token of an ended sign-in.
    return path === refresh.path && hasEndedSignIns ? refusal(401, "unauthorised") : undefined;
  };
  await checkLock(phone.device);
});
afterEach(() => phone.kill());

const events = () => phone.events.map(({ kind }) => kind);

describe("When the office has unlocked the phone", () => {
  const asks = {
    "the check of the lock screen": () => checkLock(phone.device),
    "a poll": () => poll(phone.device),
  };

  it.each(Object.entries(asks))(
    "%s says that another sign-in is needed, because the lock has ended this one, and what waits is still sent",
    async (_name, ask) => {
      expect(await phone.device.database.setting.get(1)).toMatchObject({ enabled: false });
      await queueStatuses(phone.device, [1]);
      isLocked = false;
      expect(events()).not.toContain("token-renewal-failure");
      await ask();
      expect(events()).toContain("token-renewal-failure");
      expect(await isSignInNeeded(phone.device)).toBe(true);
      expect(await phone.device.database.setting.get(1)).toMatchObject({ enabled: true });
      await drain(phone.device);
      expect(fakeServer.received).toHaveLength(1);
    },
  );

  it.each(Object.entries(asks))("%s says nothing of a sign-in that goes on", async (_name, ask) => {
    isLocked = false;
    hasEndedSignIns = false;
    await ask();
    expect(events()).not.toContain("token-renewal-failure");
    expect(await isSignInNeeded(phone.device)).toBe(false);
  });
});

it("News of the account, such as a changed password, says whether another sign-in is needed", async () => {
  isLocked = false;
  hasEndedSignIns = false;
  await checkLock(phone.device);
  hasEndedSignIns = true;
  fakeServer.commands = [
    {
      messageId: aJobId(3),
      type: "AccountNotice",
      notice: "password-changed",
      happenedOn: "2026-03-03T09:12:00.000Z",
    },
  ];
  await poll(phone.device);
  expect(events()).toContain("token-renewal-failure");
  expect(await isSignInNeeded(phone.device)).toBe(true);
});

it("A sign-in that has been ended reads nothing more: the phone says so at its next poll, and what waits is still sent", async () => {
  isLocked = false;
  hasEndedSignIns = false;
  await checkLock(phone.device);
  await queueStatuses(phone.device, [1]);
  const reads: ReadonlySet<string> = new Set([getJobs.path, getCommands.path, refresh.path]);
  fakeServer.answer = (path) => (reads.has(path) ? refusal(401, "unauthorised") : undefined);
  await poll(phone.device);
  expect(events()).toContain("token-renewal-failure");
  expect(await isSignInNeeded(phone.device)).toBe(true);
  await drain(phone.device);
  expect(fakeServer.received).toHaveLength(1);
});
