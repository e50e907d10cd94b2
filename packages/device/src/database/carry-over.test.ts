import { Dexie } from "dexie";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { drain } from "../outbox/sender.ts";
import { aJobRow } from "../testing/builders.ts";
import { dexieOptions } from "../testing/earlier-phones.ts";
import { aFakeServer, aToken, type FakeServer, ownerEmail } from "../testing/fake-server.ts";
import {
  createDisk,
  createDiskJournal,
  type Disk,
  type NodeDevice,
  openNodeDevice,
  wipeDatabase,
} from "../testing/node-device.ts";
import { tablesOf10 } from "../testing/version-10.ts";
import { tablesOf8 } from "../testing/version-8.ts";
import type { EngineerDatabase } from "./database.ts";
import { hashBytes } from "./hash-bytes.ts";
import type { JournalPut } from "./journal.ts";
import { readDatabaseStatus } from "./opening.ts";
import type { Ports } from "../ports.ts";
import { readStorage } from "../reading/storage.ts";

const names = ["Sam", "Alex", "Jo"] as const;
type Name = (typeof names)[number];
const id = (number: number) => `0190a000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const ownerOf = (name: Name) => id(1 + names.indexOf(name));
/** The job has the same id for all three: it was reassigned twice. */
const jobId = id(11);
const storedOn = "2026-03-02T08:00:00.000Z";

const opened: NodeDevice[] = [];
let fakeServer: FakeServer;
beforeEach(() => {
  fakeServer = aFakeServer();
});
afterEach(() => {
  for (const node of opened.splice(0)) node.kill();
});

function aJob(name: Name) {
  const job = aJobRow({ jobId, status: "AccessGained", formattedJobId: `Job of ${name}` });
  return { ...job, ownerId: ownerOf(name), isSelected: true };
}

function aNote(name: Name) {
  const engineeringNoteId = id(20 + names.indexOf(name));
  return { engineeringNoteId, jobId, description: `Note of ${name}` };
}

async function anImage(name: Name) {
  const bytes = new TextEncoder().encode(`Photo of ${name}`).buffer;
  return {
    imageId: id(30 + names.indexOf(name)),
    jobId,
    fieldOperativeAppointmentId: id(12),
    entityId: jobId,
    ownerId: ownerOf(name),
    purpose: "job",
    state: "queued",
    bytes,
    sha256: await hashBytes(bytes),
    takenOn: storedOn,
  };
}

function someMessages(name: Name) {
  return [1, 2].map((laneNumber) => ({
    id: 2 * names.indexOf(name) + laneNumber,
    messageId: id(40 + 10 * names.indexOf(name) + laneNumber),
    correlationId: null,
    ownerId: ownerOf(name),
    type: "JobStatusChange",
    payload: {
      jobId,
      fieldOperativeAppointmentId: id(12),
      currentStatus: "Travelling",
      changeTimestamp: storedOn,
    },
    status: "queued",
    sendAttempts: 0,
    lastError: null,
    messageCreatedOn: storedOn,
    mobileVersion: "1.0.0",
    messageVersion: 1,
    fieldOperativeAppointmentId: id(12),
    incarnation: id(90 + names.indexOf(name)),
    lane: jobId,
    laneNumber,
    deviceSequence: laneNumber,
    payloadHash: "0".repeat(64),
    jobId,
    isTaken: false,
  }));
}

function anInstallation(name: Name) {
  return {
    installationDate: storedOn,
    deviceId: id(80 + names.indexOf(name)),
    enabled: true,
    incarnation: id(90 + names.indexOf(name)),
    serverEpoch: null,
    recoveryPending: false,
  };
}

function someCounters(name: Name) {
  return [
    { name: `lane:${jobId}`, value: 2 },
    { name: "message", value: 2 + names.indexOf(name) },
  ];
}

/** Sam is signed in; Alex and Jo have stored profiles. All three have unsent work. */
async function aSharedPhone(version: 9 | 10): Promise<Disk> {
  const disk = createDisk();
  const database = new Dexie("fieldfare", dexieOptions(disk));
  database.version(version).stores({
    ...(version === 9 ? tablesOf8 : tablesOf10),
    drawer: "ownerId",
    formMemory: "ownerId",
    lastSeen: "[ownerId+name], ownerId",
  });
  await database.open();
  const put = (table: string, row: object) => database.table(table).put(row);
  await put("setting", {
    id: 1,
    holderId: ownerOf("Sam"),
    ...anInstallation("Sam"),
    sync: { config: {}, status: { dateLastSync: storedOn, size: 1 } },
    export: { lastExportDate: null, code: "abc" },
  });
  await put("token", {
    id: 1,
    tokenModel: { token: aToken(1), refreshToken: "refresh-1", expiresOn: storedOn },
    claims: { id: ownerOf("Sam"), email: ownerEmail },
    ownerId: ownerOf("Sam"),
    signedInOn: storedOn,
  });
  await put("counter", { name: "journal", value: 12 });
  await put("counter", { name: `taken-back:${ownerOf("Alex")}`, value: 3 });
  await put("counter", { name: "clock-correction", value: 60_000 });
  await put("synchronisedData", { type: "Part", date: "d1", rows: 1 });
  await put("log", { logId: id(60), loggedOn: storedOn, message: "nobody's", ownerId: null });
  for (const name of names) {
    const ownerId = ownerOf(name);
    await put("login", { email: `${name}@fieldfare.example`, ownerId, offlineLogin: null });
    for (const message of someMessages(name)) await put("messageQueue", message);
    await put("image", await anImage(name));
    await put("log", { logId: id(61), loggedOn: storedOn, message: `Log of ${name}`, ownerId });
    await put("formMemory", { ownerId, values: { name } });
    await put("lastSeen", { ownerId, name: "jobs-fetched", value: true, seenOn: storedOn });
    const draft = {
      jobId,
      kind: "close",
      ownerId,
      values: `Draft of ${name}`,
      modifiedOn: storedOn,
    };
    if (name === "Sam") {
      await put("job", aJob(name));
      await put("engineeringNote", aNote(name));
      await put("draft", draft);
      for (const counter of someCounters(name)) await put("counter", counter);
    } else
      await put("drawer", {
        ownerId,
        installed: anInstallation(name),
        rows: {
          job: [aJob(name)],
          engineeringNote: [aNote(name)],
          draft: [draft],
          counter: someCounters(name),
        },
      });
  }
  const puts: JournalPut[] = [];
  for (const table of ["setting", "counter", "login", "messageQueue", "image", "job"] as const)
    for (const row of await database.table(table).toArray()) puts.push({ table, row });
  for (const table of ["engineeringNote", "drawer"] as const)
    for (const row of await database.table(table).toArray()) puts.push({ table, row });
  await createDiskJournal(disk, null).compact({ order: 12, isSnapshot: true, puts, deletes: [] });
  database.close();
  return disk;
}

async function openPhone(disk: Disk): Promise<NodeDevice> {
  const node = await openNodeDevice({ disk, fetch: fakeServer.fetch });
  opened.push(node);
  return node;
}

async function openEngineer({ device }: NodeDevice, name: Name): Promise<EngineerDatabase> {
  const database = await device.engineers.open(ownerOf(name));
  if (!database) throw new Error("The database could not be opened");
  return database;
}

/** The journals of these engineers cannot be written. */
function withFailing(
  openJournal: Ports["openJournal"],
  ownerIds: ReadonlySet<string>,
): Ports["openJournal"] {
  const fail = () => Promise.reject(new Error("The disk is read-only"));
  return (ownerId) => {
    const journal = openJournal?.(ownerId);
    if (!journal) throw new Error("The phone has no journals");
    return ownerId !== null && ownerIds.has(ownerId)
      ? { ...journal, append: fail, compact: fail, storeImage: fail }
      : journal;
  };
}

/** What an engineer must still have, and nothing else. */
async function readWork(database: EngineerDatabase) {
  const counters = await database.counter.toArray();
  const pickCounter = (name: string) => counters.find((row) => row.name === name)?.value;
  const setting = await database.setting.get(1);
  const images = await database.imageBytes.toArray();
  return {
    jobs: (await database.job.toArray()).map((job) => job.formattedJobId),
    notes: (await database.engineeringNote.toArray()).map((note) => note.description),
    messages: (await database.messageQueue.orderBy("id").toArray()).map((row) => row.messageId),
    images: (await database.image.toArray()).map(({ imageId, state }) => [imageId, state]),
    photos: images.map(({ bytes }) => new TextDecoder().decode(bytes)),
    sequence: pickCounter("message"),
    takenBack: pickCounter("taken-back"),
    deviceId: setting?.deviceId,
  };
}

function expectedWork(name: Name) {
  return {
    jobs: [`Job of ${name}`],
    notes: [`Note of ${name}`],
    messages: someMessages(name).map(({ messageId }) => messageId),
    images: [[id(30 + names.indexOf(name)), "queued"]],
    photos: [`Photo of ${name}`],
    sequence: 2 + names.indexOf(name),
    takenBack: name === "Alex" ? 3 : undefined,
    deviceId: anInstallation(name).deviceId,
  };
}

async function expectEverything(node: NodeDevice): Promise<void> {
  for (const name of names)
    expect(await readWork(await openEngineer(node, name))).toEqual(expectedWork(name));
}

describe.each([9, 10] as const)(
  "A phone of version %i with unsent work of three engineers",
  (version) => {
    it("has a database for each of them, and one for what they share", async () => {
      const disk = await aSharedPhone(version);
      const node = await openPhone(disk);
      await expectEverything(node);
      const { shared, database } = node.device;
      expect(database.ownerId).toBe(ownerOf("Sam"));
      expect(await shared.setting.toArray()).toEqual([
        {
          id: 1,
          currentUserId: ownerOf("Sam"),
          sync: { config: {}, status: { dateLastSync: storedOn, size: 1 } },
        },
      ]);
      expect((await shared.log.toArray()).map(({ message }) => message)).toEqual(["nobody's"]);
      expect(await shared.synchronisedData.count()).toBe(1);
      expect((await shared.counter.get("clock-correction"))?.value).toBe(60_000);
      for (const name of names) {
        const login = await shared.login.get(`${name}@fieldfare.example`);
        const { deviceId, installationDate } = anInstallation(name);
        expect(login?.installation).toEqual({ deviceId, installationDate });
        const own = await openEngineer(node, name);
        expect((await own.draft.toArray()).map(({ values }) => values)).toEqual([
          `Draft of ${name}`,
        ]);
        expect(await own.formMemory.toArray()).toEqual([{ id: 1, values: { name } }]);
        expect(await own.lastSeen.count()).toBe(1);
        expect((await own.log.toArray()).map(({ message }) => message)).toEqual([`Log of ${name}`]);
        expect(await own.token.count()).toBe(name === "Sam" ? 1 : 0);
        expect((await own.counter.get(`lane:${jobId}`))?.value).toBe(2);
        const rows = await Promise.all(own.tables.map((table) => table.toArray()));
        expect(rows.flat().filter((row: object) => "ownerId" in row)).toEqual([]);
      }
    });

    it("loses nothing when all databases are wiped right after it was opened", async () => {
      const disk = await aSharedPhone(version);
      (await openPhone(disk)).kill();
      wipeDatabase(disk);
      const node = await openPhone(disk);
      expect(node.start).toBe("restored");
      await expectEverything(node);
    });

    it("writes an engineer's journal at the next start if it failed, and says so if it goes on", async () => {
      const disk = await aSharedPhone(version);
      const openFailing = async () => {
        const failing = new Set([ownerOf("Alex")]);
        const node = await openNodeDevice({
          disk,
          fetch: fakeServer.fetch,
          ports: (ports) => ({ ...ports, openJournal: withFailing(ports.openJournal, failing) }),
        });
        opened.push(node);
        return node;
      };
      const entriesOfAlex = () => createDiskJournal(disk, ownerOf("Alex")).readAll();
      (await openFailing()).kill();
      expect(await entriesOfAlex()).toEqual([]);
      const next = await openFailing();
      expect(next.device.database.ownerId).toBe(ownerOf("Sam"));
      expect(await readStorage(next.device)).toMatchObject({
        hasSecondCopy: true,
        haveOthersSecondCopy: false,
      });
      next.kill();
      const third = await openPhone(disk);
      expect(await readStorage(third.device)).toMatchObject({ haveOthersSecondCopy: true });
      third.kill();
      wipeDatabase(disk);
      await expectEverything(await openPhone(disk));
    });

    it("counts on from the messages and log entries that the phone has ever had", async () => {
      const disk = await aSharedPhone(version);
      const earlier = new Dexie("fieldfare", dexieOptions(disk));
      await earlier.open();
      const [sent] = someMessages("Sam");
      await earlier.table("messageQueue").clear();
      await earlier.table("sentMessage").put({ ...sent, id: 70, receivedOn: storedOn });
      await earlier.table("log").put({ id: 90, ownerId: ownerOf("Alex"), message: "Log of Alex" });
      earlier.close();
      const node = await openPhone(disk);
      const { database } = node.device;
      const put = (table: string, row: object) => database.table<object, number>(table).put(row);
      expect(await put("messageQueue", { messageId: id(1) })).toBe(71);
      expect(await put("log", { message: "A new entry" })).toBe(91);
    });

    it("sends the messages of the engineer who is signed in, and nobody else's", async () => {
      const { device } = await openPhone(await aSharedPhone(version));
      fakeServer.token = aToken(1);
      expect(await drain(device)).toMatchObject({ kind: "empty", sent: 2 });
      expect(fakeServer.received.map(({ messageId }) => messageId)).toEqual(
        someMessages("Sam").map(({ messageId }) => messageId),
      );
    });

    it.each(["is not wiped", "is then wiped"])(
      "is carried over completely, at whatever step it was killed before, and %s",
      async (end) => {
        let isOpened = false;
        let step = 0;
        while (!isOpened) {
          step += version === 9 ? 1 : 5;
          const disk = await aSharedPhone(version);
          let steps = 0;
          const died = Promise.withResolvers<"died">();
          const opening = openNodeDevice({
            disk,
            fetch: fakeServer.fetch,
            at(_point, _needsSpace, kill) {
              steps += 1;
              if (steps !== step) return;
              kill();
              died.resolve("died");
            },
          });
          opening.catch(() => undefined);
          const outcome = await Promise.race([opening, died.promise]);
          isOpened = outcome !== "died";
          if (outcome !== "died") outcome.kill();
          if (end === "is then wiped") wipeDatabase(disk);
          const node = await openPhone(disk);
          await expectEverything(node);
          expect(await readDatabaseStatus(disk.indexedDB, "fieldfare")).toBe("current");
          node.kill();
        }
        expect(step).toBeGreaterThan(10);
      },
      300_000,
    );
  },
);
