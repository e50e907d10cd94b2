import { createHash, createPublicKey, verify } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deviceKey, header, signedText } from "@fieldfare/contract";
import { addNote } from "../actions/notes.ts";
import { advanceJob } from "../actions/job-life.ts";
import { signInToDevice, signOut } from "../session/sign-in.ts";
import { aJobRow } from "../testing/builders.ts";
import {
  aFakeServer,
  aSignedInPhone,
  type FakeServer,
  json,
  owner,
  ownerEmail,
  readBodyText,
  refusal,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { type KillPoint, openNodeDevice } from "../testing/node-device.ts";
import { aJobId, queueStatuses } from "../testing/queueing.ts";
import { checkLock, poll } from "./poll.ts";

const wipeId = "0190a000-0000-7000-8000-0000000000f1";
const colleague = "0190a000-0000-7000-8000-000000000009";

interface Report {
  readonly unsent: {
    messages: number;
    images: number;
    drafts: number;
    problems: { code: string }[];
  };
  readonly confirmationSecret?: string;
}

let fakeServer: FakeServer;
let phone: SignedInPhone;
let office: {
  isRequested: boolean;
  withoutSending: boolean;
  isLocked: boolean;
  readonly reports: Report[];
  secret: string | null;
  /** The key with which the phone signed first. */
  key: string | null;
  confirmations: number;
  /** Answers to these paths are lost. */
  readonly lostAnswers: Set<string>;
};

beforeEach(async () => {
  fakeServer = aFakeServer();
  office = {
    isRequested: false,
    withoutSending: false,
    isLocked: false,
    reports: [],
    secret: null,
    key: null,
    confirmations: 0,
    lostAnswers: new Set(),
  };
  fakeServer.answer = (path, init) => {
    const answer = answerAsServer(path, init);
    if (!office.lostAnswers.has(path)) return answer;
    throw new TypeError("fetch failed");
  };
  phone = await aSignedInPhone(fakeServer);
});
afterEach(() => phone.kill());

function answerAsServer(path: string, init: RequestInit): Response | undefined {
  if (path === "/api/auth/ping" && (office.isRequested || office.isLocked)) {
    const body = { status: "ok", buildNumber: 1, serverTime: "2026-03-02T12:00:00.000Z" };
    const answer = json({ ...body, epoch: owner });
    if (office.isRequested) answer.headers.set("X-Device-Wipe", "requested");
    if (office.isLocked) answer.headers.set("X-Device-Error", "locked");
    return answer;
  }
  if (path === "/api/auth/sending-token")
    return json({ token: fakeServer.token, expiresOn: "2026-03-02T12:15:00.000Z" });
  if (path === "/api/installation/wipe") {
    const report = JSON.parse(readBodyText(init)) as Report;
    const keyOfReport = readKey(path, init);
    const isOwn = keyOfReport !== null && keyOfReport === (office.key ?? keyOfReport);
    if (!isOwn) return refusal(403, "signature-mismatch");
    office.key = keyOfReport;
    office.reports.push(report);
    if (!office.isRequested) return json({ wipe: null });
    if (report.confirmationSecret !== undefined) {
      if (report.unsent.messages > 0 && !office.withoutSending) return refusal(409, "conflict");
      office.secret = report.confirmationSecret;
    }
    return json({ wipe: { wipeId, withoutSending: office.withoutSending } });
  }
  if (path === "/api/installation/wipe/confirm") {
    const given = JSON.parse(readBodyText(init)) as { confirmationSecret: string };
    if (given.confirmationSecret !== office.secret) return refusal(403, "forbidden");
    office.isRequested = false;
    office.confirmations += 1;
    return json({ status: "ok" });
  }
  return undefined;
}

/** Returns the key with which a report is signed; null when the signature is missing or wrong. */
function readKey(path: string, init: RequestInit): string | null {
  const headers = new Headers(init.headers);
  const named = headers.get(header.deviceKey);
  if (named === null) return null;
  const text = Buffer.from(named, "base64url").toString();
  const key = deviceKey.parse(JSON.parse(text));
  const bodyHash = createHash("sha256").update(readBodyText(init)).digest("hex");
  const isRight = verify(
    "sha256",
    Buffer.from(signedText({ method: "POST", path, bodyHash, token: null })),
    { key: createPublicKey({ key, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(headers.get(header.deviceSignature) ?? "", "base64url"),
  );
  return isRight ? text : null;
}

/** What is left of the engineer on the phone. */
async function readRest({ disk } = phone) {
  const names = (await disk.indexedDB.databases()).map(({ name }) => name ?? "");
  return {
    databases: names.filter((name) => name.includes(owner)),
    journals: [...disk.journals.keys()].filter((id) => id === owner),
    record: (disk.recoveryRecords ?? "").includes(owner),
    sharedJournal: new TextDecoder().decode(disk.journals.get("")?.entries).includes("sam.taylor"),
  };
}
const nothing = { databases: [], journals: [], record: false, sharedJournal: false };
const readWipes = async () => (await phone.device.shared.setting.get(1))?.wipes;

async function enterHome() {
  await phone.device.database.job.put(
    aJobRow({ jobId: aJobId(5), status: "AccessGained", isSelected: true }),
  );
  const note = { isPublic: true, description: "Flue joints checked" };
  return addNote(phone.device, aJobId(5), note);
}

describe("A phone that the office wipes", () => {
  it("sends what waits, deletes everything of the engineer, and says so", async () => {
    await queueStatuses(phone.device, [1, 2]);
    office.isRequested = true;
    await poll(phone.device);
    expect(fakeServer.received).toHaveLength(2);
    expect(await readRest()).toEqual(nothing);
    expect(office.confirmations).toBe(1);
    await poll(phone.device);
    expect(await readWipes()).toBeUndefined();
    expect(phone.events).toContainEqual({ kind: "wiped", ownerId: owner });
  });

  it("says how many drafts it deletes", async () => {
    for (const kind of ["note", "form:1"])
      await phone.device.database.draft.put({
        jobId: aJobId(5),
        kind,
        values: {},
        modifiedOn: "2026-03-02T12:00:00.000Z",
      });
    office.isRequested = true;
    await poll(phone.device);
    expect(office.reports.at(-1)).toMatchObject({
      unsent: { messages: 0, drafts: 2 },
      confirmationSecret: expect.any(String),
    });
    expect(await readRest()).toEqual(nothing);
  });

  it("sends what waits also while it is locked", async () => {
    await queueStatuses(phone.device, [1]);
    office.isRequested = true;
    office.isLocked = true;
    await poll(phone.device);
    expect(fakeServer.received).toHaveLength(1);
    expect(await readRest()).toEqual(nothing);
  });

  it("hands over what was recorded in a visit that has not ended, which goes on", async () => {
    await enterHome();
    office.isRequested = true;
    await poll(phone.device);
    expect(fakeServer.received).toMatchObject([
      {
        type: "JobStatusChange",
        payload: {
          currentStatus: "AccessGained",
          job: { notes: [{ description: "Flue joints checked" }] },
        },
      },
    ]);
    expect(await readRest()).toEqual(nothing);
  });

  it("deletes what all engineers share if no other engineer is left", async () => {
    const { shared } = phone.device;
    await shared.table("contact").put({ firstId: 1, rows: [] });
    office.isRequested = true;
    await poll(phone.device);
    expect(await shared.table("contact").count()).toBe(0);
    expect(await shared.login.count()).toBe(0);
    expect(await shared.setting.get(1)).toMatchObject({ currentUserId: null });
  });

  it("leaves a colleague's work and the shared data alone", async () => {
    const { shared, engineers } = phone.device;
    await shared.login.put({
      email: "alex@fieldfare.example",
      ownerId: colleague,
      installation: null,
      offlineLogin: null,
      failedLoginCount: 0,
      lastLoginDate: null,
      lastFailedLoginDate: null,
    });
    const theirs = await engineers.open(colleague);
    await theirs?.job.put(aJobRow({ jobId: aJobId(7) }));
    await shared.table("contact").put({ firstId: 1, rows: [] });
    const sync = { type: "Contacts", date: "1", rows: 0 } as const;
    const contacts = { sync, blocks: [], overlay: null, column: [] };
    await shared.contactsOfOthers.bulkPut(
      [owner, colleague].map((ownerId) => ({ ownerId, ...contacts })),
    );
    office.isRequested = true;
    await poll(phone.device);
    expect(await readRest()).toEqual(nothing);
    expect(await shared.contactsOfOthers.toCollection().primaryKeys()).toEqual([colleague]);
    expect(await theirs?.job.count()).toBe(1);
    expect(await shared.login.count()).toBe(1);
    expect(await shared.table("contact").count()).toBe(1);
  });
});

describe("A message that cannot be sent", () => {
  beforeEach(async () => {
    await queueStatuses(phone.device, [1, 2]);
    const { answer } = fakeServer;
    fakeServer.answer = (path, init) =>
      path === "/api/job/status" && readBodyText(init).includes(aJobId(1))
        ? refusal(400, "invalid")
        : answer(path, init);
    office.isRequested = true;
  });

  it("waits with everything else on the phone, which is locked, and the office reads why", async () => {
    await poll(phone.device);
    expect(fakeServer.received).toHaveLength(1);
    expect(office.reports.at(-1)?.unsent).toMatchObject({
      messages: 1,
      problems: [{ code: "invalid", type: "JobStatusChange" }],
    });
    expect(await phone.device.database.messageQueue.count()).toBe(1);
    expect(await phone.device.database.setting.get(1)).toMatchObject({ enabled: false });
    expect(await advanceJob(phone.device, aJobId(5), "New")).toMatchObject({
      refusal: "signed-out",
    });
  });

  it("is lost once the office has confirmed that", async () => {
    await poll(phone.device);
    office.withoutSending = true;
    await poll(phone.device);
    expect(office.reports.at(-1)?.unsent.messages).toBe(1);
    expect(await readRest()).toEqual(nothing);
    expect(office.confirmations).toBe(1);
  });

  it("because nobody is signed in waits for a sign-in", async () => {
    await signOut(phone.device);
    const { wipeDevices } = await import("./wipe.ts");
    await wipeDevices(phone.device, [owner]);
    expect(office.reports.at(-1)?.unsent.problems).toContainEqual({ code: "sign-in-needed" });
    expect(await phone.device.database.messageQueue.count()).toBe(2);
  });
});

describe("A phone that has handed over and waits", () => {
  beforeEach(async () => {
    await queueStatuses(phone.device, [1]);
    await enterHome();
    const { answer } = fakeServer;
    fakeServer.answer = (path, init) =>
      path === "/api/job/status" && readBodyText(init).includes(aJobId(1))
        ? refusal(400, "invalid")
        : answer(path, init);
    office.isRequested = true;
    await poll(phone.device);
  });
  const work = async () => {
    const setting = await phone.device.database.setting.get(1);
    const note = { isPublic: true, description: "Seals of the case checked" };
    const { ok } = await addNote(phone.device, aJobId(5), note);
    return { isEnabled: setting?.enabled, isWiping: setting?.wipe !== undefined, ok };
  };
  const normal = { isEnabled: true, isWiping: false, ok: true };

  it("stays locked while the server asks for the wipe, and while it does not answer", async () => {
    expect(await work()).toEqual({ isEnabled: false, isWiping: true, ok: false });
    expect(await checkLock(phone.device)).toBe("locked");
    office.isRequested = false;
    office.lostAnswers.add("/api/installation/wipe");
    expect(await checkLock(phone.device)).toBe("locked");
    expect(await phone.device.database.setting.get(1)).toMatchObject({ enabled: false });
  });

  it("works again once the server no longer asks, as after a backup was restored", async () => {
    office.isRequested = false;
    expect(await checkLock(phone.device)).toBe("unlocked");
    expect(await work()).toEqual(normal);
  });

  it("learns that with its polls too", async () => {
    office.isRequested = false;
    for (let round = 0; round < 2; round++) await poll(phone.device);
    expect(await work()).toEqual(normal);
  });

  it("stays locked if the office has locked it", async () => {
    Object.assign(office, { isRequested: false, isLocked: true });
    for (let round = 0; round < 2; round++) await poll(phone.device);
    expect(await checkLock(phone.device)).toBe("locked");
    expect(await phone.device.database.setting.get(1)).toMatchObject({ enabled: false });
    office.isLocked = false;
    expect(await checkLock(phone.device)).toBe("unlocked");
    expect(await work()).toEqual(normal);
  });

  it("hands over again if the office asks again", async () => {
    office.isRequested = false;
    await checkLock(phone.device);
    expect(await work()).toEqual(normal);
    const { length } = fakeServer.received;
    office.isRequested = true;
    await poll(phone.device);
    expect(JSON.stringify(fakeServer.received.slice(length))).toContain("Seals of the case");
    expect(await phone.device.database.setting.get(1)).toMatchObject({ enabled: false });
  });
});

describe("A wipe that is interrupted", () => {
  const points: readonly KillPoint[] = [
    "write",
    "committed",
    "journaled",
    "delete",
    "request",
    "answer",
  ];

  it.each(points)("at any %s goes on, and every message is on the server first", async (point) => {
    for (let nth = 1; ; nth++) {
      phone.kill();
      fakeServer.received.length = 0;
      office.confirmations = 0;
      office.secret = null;
      office.key = null;
      office.isRequested = false;
      let remaining = Infinity;
      let hasDied = false;
      phone = await aSignedInPhone(fakeServer, {
        at(reached, _needsSpace, kill) {
          if (reached !== point || (remaining -= 1) > 0) return;
          hasDied = true;
          kill();
        },
      });
      const { disk } = phone;
      await queueStatuses(phone.device, [1, 2, 3]);
      await enterHome();
      office.isRequested = true;
      remaining = nth;
      await Promise.race([poll(phone.device).catch(() => undefined), phone.died]);
      const before = office.secret === null ? null : fakeServer.received.length;
      expect(before === null || before === 4, `${before} received when it began`).toBe(true);
      phone.kill();
      const next = await openNodeDevice({ disk, fetch: fakeServer.fetch });
      phone = { ...next, disk };
      for (let round = 0; round < 4; round++) await poll(next.device);
      expect(fakeServer.received, `killed at ${point} ${nth}`).toHaveLength(4);
      expect(await readRest(), `killed at ${point} ${nth}`).toEqual(nothing);
      expect(office.confirmations, `killed at ${point} ${nth}`).toBeGreaterThan(0);
      expect(await readWipes()).toBeUndefined();
      if (!hasDied) break;
    }
  });

  it("because another page holds a file lets the engineer record nothing that it would delete later", async () => {
    let isHeld = true;
    phone.kill();
    phone = await aSignedInPhone(fakeServer, {
      ports: (ports) => ({
        ...ports,
        openJournal: (ownerId) => {
          const journal = ports.openJournal?.(ownerId);
          if (!journal) throw new Error("no journal");
          const erase = () =>
            isHeld ? Promise.reject(new Error("another page holds a file")) : journal.erase();
          return { ...journal, erase };
        },
      }),
    });
    office.isRequested = true;
    await poll(phone.device).catch(() => undefined);
    expect(await readWipes()).toMatchObject([{ step: "deleting" }]);
    const credentials = { email: ownerEmail, password: fakeServer.password };
    expect(await signInToDevice(phone.device, credentials)).toMatchObject({
      refusal: "storage-failed",
    });
    isHeld = false;
    await poll(phone.device);
    expect(await readRest()).toEqual(nothing);
    expect(await signInToDevice(phone.device, credentials)).toMatchObject({ ok: true });
  });

  it("by a lost network at the confirmation confirms later, once the network is back", async () => {
    office.isRequested = true;
    office.lostAnswers.add("/api/installation/wipe/confirm");
    await poll(phone.device);
    expect(await readRest()).toEqual(nothing);
    expect(await readWipes()).toMatchObject([{ step: "deleted" }]);
    office.lostAnswers.clear();
    await poll(phone.device);
    expect(office.confirmations).toBe(2);
    expect(await readWipes()).toMatchObject([{ step: "confirmed" }]);
  });

  it("is announced with the deleted key's signature to a server that was restored from a backup", async () => {
    office.isRequested = true;
    office.lostAnswers.add("/api/installation/wipe/confirm");
    await poll(phone.device);
    expect(await readRest()).toEqual(nothing);
    const { length } = office.reports;
    // The backup has the key and the wipe, and no word of the phone about it.
    office.isRequested = true;
    office.secret = null;
    office.lostAnswers.clear();
    await poll(phone.device);
    expect(office.reports.slice(length)).toEqual([office.reports[length - 1]]);
    expect(office.confirmations).toBe(2);
    expect(await readWipes()).toMatchObject([{ step: "confirmed" }]);
  });

  it("by a browser that ends before its small stores are written deletes them again", async () => {
    const { disk } = phone;
    await queueStatuses(phone.device, [1]);
    const { recoveryRecords } = disk;
    office.isRequested = true;
    await poll(phone.device);
    phone.kill();
    disk.recoveryRecords = recoveryRecords;
    const next = await openNodeDevice({ disk, fetch: fakeServer.fetch });
    phone = { ...next, disk };
    expect(await readRest()).toEqual(nothing);
    await poll(phone.device);
    expect(await readWipes()).toBeUndefined();
  });

  it("by a lost answer before the deletion deletes nothing until the server has answered", async () => {
    office.isRequested = true;
    office.lostAnswers.add("/api/installation/wipe");
    await poll(phone.device);
    expect((await readRest()).databases).toHaveLength(1);
    office.lostAnswers.clear();
    await poll(phone.device);
    expect(await readRest()).toEqual(nothing);
  });
});
