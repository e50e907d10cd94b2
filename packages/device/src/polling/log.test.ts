import { logDump, logErrors, requestLimits } from "@fieldfare/contract";
import { signInOther } from "../testing/node-device.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aJobRow } from "../testing/builders.ts";
import {
  aFakeServer,
  aSignedInPhone,
  json,
  owner,
  type FakeServer,
  refusal,
  type SignedInPhone,
  readBodyText,
} from "../testing/fake-server.ts";
import { aJobId } from "../testing/queueing.ts";
import { aTenant } from "../testing/work-builders.ts";
import { pollCommands } from "./commands.ts";
import { logError } from "./log.ts";
import { sendLog } from "./send-log.ts";

const commandId = "0190a000-0000-7000-8000-0000000000c1";

let fakeServer: FakeServer;
let phone: SignedInPhone;
let sent: { path: string; body: Record<string, unknown> }[];
beforeEach(async () => {
  fakeServer = aFakeServer();
  phone = await aSignedInPhone(fakeServer);
  sent = [];
  fakeServer.answer = (path, init) => {
    if (!path.startsWith("/api/log/")) return undefined;
    sent.push({ path, body: JSON.parse(readBodyText(init)) as Record<string, unknown> });
    return json({ status: "ok" });
  };
  const { database } = phone.device;
  await database.job.put(aJobRow({ jobId: aJobId(1) }));
  await database.propertyTenant.put(aTenant());
});
afterEach(() => phone.kill());

const aPersonalError = () =>
  new Error("Priya Shah of 1 Example Street, LS1 1AA, 07700 900123, priya@example.org: PIN 482913");

describe("an error", () => {
  it("waits for the network, is sent once, and without personal data", async () => {
    fakeServer.isOnline = false;
    await logError(phone.device, aPersonalError(), "page");
    await sendLog(phone.device);
    fakeServer.isOnline = true;
    await sendLog(phone.device);
    await sendLog(phone.device);
    expect(sent.map(({ path }) => path)).toEqual([logErrors.path]);
    const sentText = JSON.stringify(sent);
    expect(sentText).toContain("page: Error: [personal] of [personal], [postcode]");
    for (const word of ["Priya", "Example Street", "LS1", "07700", "@", "482913"])
      expect(sentText).not.toContain(word);
  });

  it("is stored on the phone without data that redaction recognises by its form", async () => {
    await logError(phone.device, aPersonalError(), "page");
    const [row] = await phone.device.database.log.toArray();
    expect(row?.message).not.toMatch(/@|07700|482913|LS1/);
  });

  it("of a colleague is sent by the colleague", async () => {
    await signInOther(phone.device, aJobId(9));
    await logError(phone.device, new Error("mine"), "page");
    await signInOther(phone.device, owner);
    await logError(phone.device, new Error("Sam's"), "page");
    await sendLog(phone.device);
    const entries = sent.flatMap(({ body }) => body["entries"] as { message: string }[]);
    expect(entries.map(({ message }) => message)).toEqual(["page: Error: Sam's"]);
  });
});

describe("a log that is longer than one request", () => {
  beforeEach(async () => {
    for (let number = 0; number < 40; number += 1) {
      const error = new Error(`Fault ${number}`);
      error.stack = "at a very deep place\n".repeat(1_000);
      await logError(phone.device, error, "page");
    }
  });
  const numbersIn = (path: string) =>
    sent
      .filter((each) => each.path === path)
      .flatMap(({ body }) => body["entries"] as { message: string }[])
      .map(({ message }) => Number(/\d+$/.exec(message)?.[0]));
  const sizes = () => sent.map(({ body }) => JSON.stringify(body).length);

  it("is sent in several, each within the limit and in order", async () => {
    for (let poll = 0; poll < 5; poll += 1) await sendLog(phone.device);
    expect(numbersIn(logErrors.path)).toEqual(Array.from({ length: 40 }, (_, number) => number));
    expect(sizes().every((size) => size < requestLimits.jsonBytes)).toBe(true);
  });

  it("goes into a dump as far as one request carries", async () => {
    fakeServer.commands = [{ messageId: commandId, type: "DataDump" }];
    await pollCommands(phone.device);
    expect(numbersIn(logDump.path)[0]).toBe(39);
    expect(sizes().every((size) => size < requestLimits.jsonBytes)).toBe(true);
  });

  it("is not held up by entries that the server will never take", async () => {
    const { answer } = fakeServer;
    let isFirst = true;
    fakeServer.answer = (path, init) => {
      if (path !== logErrors.path || !isFirst) return answer(path, init);
      isFirst = false;
      return refusal(400, "invalid");
    };
    for (let poll = 0; poll < 5; poll += 1) await sendLog(phone.device);
    expect(numbersIn(logErrors.path).at(-1)).toBe(39);
    expect(await phone.device.database.log.count()).toBe(40);
  });
});

describe("a dump that the office asks for", () => {
  beforeEach(() => {
    fakeServer.commands = [{ messageId: commandId, type: "DataDump" }];
  });

  it("is sent with the memory, without personal data, and then acknowledged", async () => {
    await logError(phone.device, aPersonalError(), "page");
    await pollCommands(phone.device);
    expect(sent.map(({ path }) => path)).toEqual([logDump.path, `${logDump.path}/data`]);
    expect(JSON.stringify(sent)).not.toMatch(/Priya|Example Street|@/);
    const queued = await phone.device.database.messageQueue.orderBy("id").toArray();
    expect(queued.map((row) => row.type)).toEqual(["MemoryProfile", "CommandAcknowledgement"]);
    expect(queued[1]?.payload).toMatchObject({ commandId, outcome: "done" });
  });

  it("that does not get through is not acknowledged, and tried at the next poll", async () => {
    const { answer } = fakeServer;
    fakeServer.answer = (path, init) => {
      if (path.startsWith("/api/log/")) throw new TypeError("fetch failed");
      return answer(path, init);
    };
    await pollCommands(phone.device);
    expect(await phone.device.database.messageQueue.count()).toBe(0);
    fakeServer.answer = answer;
    await pollCommands(phone.device);
    expect(await phone.device.database.messageQueue.count()).toBe(2);
  });
});
