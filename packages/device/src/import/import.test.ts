import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { exportDatabase } from "../export/upload.ts";
import { writeRescueFile } from "../rescue/write.ts";
import { readReference } from "../reference-data/reference.ts";
import { storeSet } from "../reference-data/store.ts";
import { fullContent } from "../reference-data/answer.ts";
import { openSearch } from "../reference-data/search.ts";
import { aJobRow } from "../testing/builders.ts";
import {
  aFakeServer,
  aSignedInPhone,
  owner,
  type FakeServer,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { signInOther } from "../testing/node-device.ts";
import { aJobId, queueStatuses } from "../testing/queueing.ts";
import { readExportedFile, addFakeEndpoint } from "../testing/fake-export-endpoint.ts";
import { importDatabase, type ProvidedRescueFile } from "./database-file.ts";
import { importTableDump } from "./table-dump.ts";

const colleagueId = aJobId(9);

let fakeServer: FakeServer;
let phone: SignedInPhone;
beforeEach(async () => {
  fakeServer = aFakeServer();
  phone = await aSignedInPhone(fakeServer);
  await phone.device.database.job.put(aJobRow({ jobId: aJobId(1), formattedJobId: "HERE BEFORE" }));
});
afterEach(() => phone.kill());

const sor = (sorCodeId: number) => ({
  sorCodeId,
  code: `GA${sorCodeId}`,
  description: `Test and report ${sorCodeId}`,
  unit: "Each",
});

/** The export of a phone with one job, two queued messages and a thousand SORs. */
async function anExport(ownerId = owner): Promise<Blob> {
  const other = await aSignedInPhone(fakeServer);
  const fakeEndpoint = addFakeEndpoint(fakeServer);
  if (ownerId !== owner) await signInOther(other.device, ownerId);
  const { database } = other.device;
  await database.job.put(aJobRow({ jobId: aJobId(2), formattedJobId: "IMPORTED" }));
  await queueStatuses(other.device, [2, 2]);
  const rows = Array.from({ length: 1_000 }, (_, index) => sor(index + 1));
  await storeSet(other.device.shared, {
    type: "Sor",
    date: "d1",
    isFull: true,
    deletedIds: [],
    count: rows.length,
    content: fullContent("Sor", rows),
  });
  const exported = await exportDatabase(other.device);
  if (!exported.ok) throw new Error(exported.refusal);
  other.kill();
  return readExportedFile(fakeEndpoint);
}

async function read(file: Blob, rescue: ProvidedRescueFile | null = null) {
  const result = await importDatabase(phone.device, file, () => undefined, rescue);
  return result.ok ? "ok" : result.refusal;
}

/** A rescue file of what is unsent on the phone now. */
async function aRescueFile(): Promise<ProvidedRescueFile> {
  const passphrase = "a wet day in Leeds";
  const written = await writeRescueFile(phone.device, passphrase, { memory: 8, passes: 1 });
  if (!written.ok) throw new Error(written.refusal);
  return { file: written.value.file, passphrase };
}

async function readJobNames() {
  return (await phone.device.database.job.toArray()).map((job) => job.formattedJobId);
}

function anExportFile(lines: readonly unknown[]): Blob {
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  return new Blob([gzipSync(`${text.join("\n")}\n`)]);
}

function anImage() {
  return {
    imageId: aJobId(3),
    jobId: aJobId(2),
    fieldOperativeAppointmentId: aJobId(4),
    entityId: aJobId(2),
    purpose: "job",
    state: "queued",
    sha256: "0".repeat(64),
    takenOn: "2026-03-02T11:00:00.000Z",
  };
}

const head = { format: "fieldfare-database", version: 1, databaseVersion: 8, ownerId: owner };

describe("a database import", () => {
  it("completely replaces the database, and reports its progress", async () => {
    const reportedSteps: string[] = [];
    const result = await importDatabase(phone.device, await anExport(), ({ step, done, total }) => {
      expect(done).toBeLessThanOrEqual(total);
      reportedSteps.push(step);
    });
    expect(result).toMatchObject({ ok: true });
    expect(new Set(reportedSteps)).toEqual(new Set(["check", "replace"]));
    expect(await readJobNames()).toEqual(["IMPORTED"]);
    expect(await readReference(phone.device, "Sor")).toHaveLength(1_000);
    const search = await openSearch(phone.device.shared, "Sor");
    expect(search.find("report 77", 10)).not.toHaveLength(0);
    expect(await phone.device.database.messageQueue.count()).toBe(2);
    expect(await phone.device.database.importRow.count()).toBe(0);
  });

  it("leaves the sign-in, the installation and the PIN of this device", async () => {
    const { database } = phone.device;
    const [token, setting] = [await database.token.get(1), await database.setting.get(1)];
    await read(await anExport(colleagueId));
    expect(await database.token.toArray()).toEqual([token]);
    const after = await database.setting.get(1);
    expect(after).toMatchObject({ deviceId: setting?.deviceId });
    expect(after?.incarnation).not.toBe(setting?.incarnation);
  });

  it("of a colleague's database shows their jobs and brings none of their messages", async () => {
    expect(await read(await anExport(colleagueId))).toBe("ok");
    const [job] = await phone.device.database.job.toArray();
    expect(job).toMatchObject({ formattedJobId: "IMPORTED" });
    expect(await phone.device.database.messageQueue.count()).toBe(0);
  });

  it("is refused while unsent work of this engineer waits, until that is in a rescue file", async () => {
    const file = await anExport();
    await queueStatuses(phone.device, [1]);
    expect(await read(file)).toBe("unsent-work");
    expect(await readJobNames()).toEqual(["HERE BEFORE"]);
    expect(await read(file, await aRescueFile())).toBe("ok");
    // An imported row is in a file already.
    expect(await read(file)).toBe("ok");
    expect(await phone.device.database.messageQueue.count()).toBe(2);
  });

  it("accepts a rescue file only when it opens and holds all that is unsent", async () => {
    const file = await anExport();
    await queueStatuses(phone.device, [1]);
    const { file: rescue, passphrase } = await aRescueFile();
    const bytes = new Uint8Array(await rescue.arrayBuffer());
    const tornFile = new Blob([bytes.subarray(0, bytes.length - 1)]);
    expect(await read(file, { file: tornFile, passphrase })).toBe("truncated");
    expect(await read(file, { file: rescue, passphrase: "another one" })).toBe("wrong-passphrase");
    expect(await read(file, { file, passphrase })).toBe("not-a-rescue-file");
    await queueStatuses(phone.device, [1]);
    expect(await read(file, { file: rescue, passphrase })).toBe("rescue-file-other");
    expect(await readJobNames()).toEqual(["HERE BEFORE"]);
    expect(await phone.device.database.messageQueue.count()).toBe(2);
    expect(await read(file, await aRescueFile())).toBe("ok");
  });

  it("requires one for an image or a draft as well, and not for those of an earlier import", async () => {
    const { database } = phone.device;
    const draft = { jobId: aJobId(1), kind: "hold", values: {} };
    const storedDraft = { ...draft, modifiedOn: "2026-03-02T11:00:00.000Z" };
    await database.draft.put(storedDraft);
    const lines = [
      head,
      { table: "image", rows: [{ ...anImage(), bytes: { $bytes: "AAAA" } }] },
      { table: "draft", rows: [{ ...storedDraft, kind: "close" }] },
      { end: true, rows: 2 },
    ];
    const file = anExportFile(lines);
    expect(await read(file)).toBe("unsent-work");
    const rescue = await aRescueFile();
    await database.draft.put({ ...draft, modifiedOn: "2026-03-02T11:00:01.000Z" });
    expect(await read(file, rescue)).toBe("rescue-file-other");
    expect(await read(file, await aRescueFile())).toBe("ok");
    expect([await database.image.count(), await database.draft.count()]).toEqual([1, 1]);
    const storedBytes = await database.imageBytes.get(aJobId(3));
    expect(storedBytes?.bytes).toEqual(new ArrayBuffer(3));
    expect(await read(file)).toBe("ok");
  });

  it("requires one for a job that is begun, with all that was recorded in it since", async () => {
    const file = await anExport();
    const { database } = phone.device;
    await database.job.update(aJobId(1), { status: "AccessGained" });
    expect(await read(file)).toBe("unsent-work");
    const rescue = await aRescueFile();
    const note = {
      engineeringNoteId: aJobId(5),
      jobId: aJobId(1),
      fieldOperativeAppointmentId: aJobId(4),
      description: "Flue cleared",
      isPublic: true,
      imageIds: [],
      createdOn: "2026-03-02T11:00:00.000Z",
      modifiedOn: "2026-03-02T11:00:00.000Z",
    };
    await database.table("engineeringNote").put(note);
    expect(await read(file, rescue)).toBe("rescue-file-other");
    expect(await read(file, await aRescueFile())).toBe("ok");
    expect(await read(file)).toBe("ok");
  });

  it("never touches the work of a colleague, though the file has rows with the same keys", async () => {
    const log = {
      id: 1,
      logId: aJobId(7),
      loggedOn: "2026-03-02T11:00:00.000Z",
      level: "error",
      message: "his",
      details: null,
    };
    const colleague = await signInOther(phone.device, colleagueId);
    await queueStatuses(phone.device, [1]);
    const rows = {
      image: anImage(),
      parkedLane: { lane: aJobId(2), code: "his" },
      log,
    };
    for (const [table, row] of Object.entries(rows)) await colleague.table(table).put(row);
    await colleague.imageBytes.put({ imageId: aJobId(3), bytes: new ArrayBuffer(9) });
    const database = await signInOther(phone.device, owner);
    const file = anExportFile([
      head,
      { table: "image", rows: [{ ...anImage(), bytes: { $bytes: "AAAA" } }] },
      { table: "parkedLane", rows: [{ ...rows.parkedLane, code: "mine" }] },
      { table: "log", rows: [{ ...log, message: "mine" }] },
      { end: true, rows: 3 },
    ]);
    expect(await read(file)).toBe("ok");
    expect((await database.imageBytes.get(aJobId(3)))?.bytes.byteLength).toBe(3);
    expect(await database.parkedLane.get(aJobId(2))).toMatchObject({ code: "mine" });
    expect((await database.log.toArray()).map(({ message }) => message)).toEqual(["mine"]);
    expect(await colleague.messageQueue.count()).toBe(1);
    expect((await colleague.imageBytes.get(aJobId(3)))?.bytes.byteLength).toBe(9);
    expect(await colleague.parkedLane.get(aJobId(2))).toMatchObject({ code: "his" });
    expect((await colleague.log.toArray()).map(({ message }) => message)).toEqual(["his"]);
  });

  it("of an earlier build, whose rows name their owner, is taken over without the owner and without a colleague's rows", async () => {
    const { database } = phone.device;
    const job = aJobRow({ jobId: aJobId(2), formattedJobId: "IMPORTED" });
    const file = anExportFile([
      head,
      { table: "job", rows: [{ ...job, ownerId: owner }] },
      { table: "image", rows: [{ ...anImage(), ownerId: owner, bytes: { $bytes: "AAAA" } }] },
      { table: "formMemory", rows: [{ ownerId: owner, values: { gasSafeNumber: "1234567" } }] },
      { table: "parkedLane", rows: [{ lane: aJobId(2), ownerId: colleagueId, code: "his" }] },
      { end: true, rows: 4 },
    ]);
    expect(await read(file)).toBe("ok");
    expect(await readJobNames()).toEqual(["IMPORTED"]);
    expect(await database.job.get(aJobId(2))).not.toHaveProperty("ownerId");
    expect(await database.image.get(aJobId(3))).not.toHaveProperty("ownerId");
    expect(await database.formMemory.get(1)).toEqual({
      id: 1,
      values: { gasSafeNumber: "1234567" },
    });
    expect(await database.parkedLane.count()).toBe(0);
  });

  it("leaves out the date of a data set that it cannot read, so that the set is fetched again", async () => {
    const rows = [
      { type: "Sor", date: "d1", rows: 1, ownerId: colleagueId },
      { type: "Part", date: 1, rows: 1 },
      { type: "Unknown", date: "d1", rows: 1 },
    ];
    const file = anExportFile([head, { table: "synchronisedData", rows }, { end: true, rows: 3 }]);
    expect(await read(file)).toBe("ok");
    expect(await phone.device.shared.synchronisedData.toArray()).toEqual([
      { type: "Sor", date: "d1", rows: 1, ownerId: owner },
    ]);
  });

  it("is what a wiped database is restored to", async () => {
    await read(await anExport());
    phone.kill();
    const { wipeDatabase } = await import("../testing/node-device.ts");
    wipeDatabase(phone.disk);
    phone = await aSignedInPhone(fakeServer, { disk: phone.disk });
    expect(await readJobNames()).toEqual(["IMPORTED"]);
  });

  it("that is killed at any moment leaves the old database or the new one, and no mixture", async () => {
    const file = await anExport();
    for (let step = 1; step < 40; step += 3) {
      phone.kill();
      const disk = phone.disk;
      let writes = 0;
      let isImporting = false;
      phone = await aSignedInPhone(fakeServer, { disk });
      await phone.device.database.job.clear();
      await phone.device.database.messageQueue.clear();
      await phone.device.database.job.put(
        aJobRow({ jobId: aJobId(1), formattedJobId: "HERE BEFORE" }),
      );
      phone.kill();
      const dyingPhone = await aSignedInPhone(fakeServer, {
        disk,
        at(point) {
          if (point === "write" && isImporting && ++writes === step) dyingPhone.kill();
        },
      });
      const died = dyingPhone.died.then(() => "died");
      isImporting = true;
      const ended = importDatabase(dyingPhone.device, file, () => undefined).then(
        () => "ended",
        () => "died",
      );
      await Promise.race([ended, died]);
      dyingPhone.kill();
      phone = await aSignedInPhone(fakeServer, { disk });
      const jobs = await readJobNames();
      expect([["HERE BEFORE"], ["IMPORTED"]]).toContainEqual(jobs);
      const messages = await phone.device.database.messageQueue.count();
      expect(messages).toBe(jobs[0] === "IMPORTED" ? 2 : 0);
    }
  });
});

describe("a file that is no valid database changes nothing:", () => {
  const end = (rows: number) => ({ end: true, rows });
  /** Returns the refusal of the file and checks that nothing changed. */
  async function refused(file: Blob) {
    const result = await read(file);
    expect(await readJobNames()).toEqual(["HERE BEFORE"]);
    expect(await phone.device.database.importRow.count()).toBe(0);
    return result;
  }

  it.each([
    ["a text", new Blob(["hello"]), "not-an-export"],
    ["nothing", new Blob([]), "not-an-export"],
    ["another gzip", anExportFile(["hello", "you"]), "damaged"],
    ["JSON of something else", anExportFile([{ hello: 1 }]), "not-an-export"],
    ["a later format", anExportFile([{ ...head, version: 2 }, end(0)]), "wrong-version"],
    ["a later database", anExportFile([{ ...head, databaseVersion: 99 }, end(0)]), "wrong-version"],
    ["no end", anExportFile([head]), "damaged"],
    ["an end that counts otherwise", anExportFile([head, end(3)]), "damaged"],
    ["rows behind the end", anExportFile([head, end(0), { table: "job", rows: [] }]), "damaged"],
    ["an unknown table", anExportFile([head, { table: "hobby", rows: [{}] }, end(1)]), "damaged"],
    [
      "a log line that is no text",
      anExportFile([head, { table: "log", rows: [{ logId: aJobId(7), message: 7 }] }, end(1)]),
      "damaged",
    ],
    [
      "an absence without days",
      anExportFile([head, { table: "absence", rows: [{ id: aJobId(7), ownerId: owner }] }, end(1)]),
      "damaged",
    ],
    [
      "a mileage without a number",
      anExportFile([
        head,
        { table: "mileage", rows: [{ clientFieldOperativeMileageId: aJobId(7) }] },
        end(1),
      ]),
      "damaged",
    ],
    ["a sign-in", anExportFile([head, { table: "token", rows: [{ id: 1 }] }, end(1)]), "damaged"],
    [
      "a login",
      anExportFile([head, { table: "login", rows: [{ email: "x" }] }, end(1)]),
      "damaged",
    ],
    [
      "a job without fields",
      anExportFile([head, { table: "job", rows: [{ jobId: "1" }] }, end(1)]),
      "damaged",
    ],
    [
      "a key into prototypes",
      anExportFile([
        head,
        '{"table":"formMemory","rows":[{"ownerId":"a","__proto__":{"x":1}}]}',
        end(1),
      ]),
      "damaged",
    ],
    [
      "a row nested deep",
      anExportFile([
        head,
        `{"table":"formMemory","rows":[{"ownerId":"a","b":${"[".repeat(60)}${"]".repeat(60)}}]}`,
        end(1),
      ]),
      "damaged",
    ],
    [
      "a line nested beyond all measure",
      anExportFile([head, `{"table":"job","rows":${"[".repeat(200_000)}${"]".repeat(200_000)}}`]),
      "damaged",
    ],
    ["a line without end", anExportFile([head, "x".repeat(20_000_000)]), "too-large"],
  ])("%s", async (_what, file, refusal) => {
    expect(await refused(file)).toBe(refusal);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it("a valid one that breaks off, at any length", async () => {
    const file = await anExport();
    for (const share of [0.2, 0.5, 0.8, 0.999])
      expect(await refused(file.slice(0, Math.floor(file.size * share)))).toBe("damaged");
  });

  it("200 MB, which are not even read", async () => {
    const part = new Uint8Array(1_000_000);
    expect(await refused(new Blob(Array.from({ length: 200 }, () => part)))).toBe("too-large");
  });
});

describe("a table dump", () => {
  const dump = (value: unknown) =>
    new Blob([typeof value === "string" ? value : JSON.stringify(value)]);
  const job = aJobRow({ jobId: aJobId(3), formattedJobId: "DUMPED" });

  async function importDump(value: unknown) {
    const result = await importTableDump(phone.device, dump(value), () => undefined);
    return result.ok ? result.value.rows : result.refusal;
  }

  it.each([
    ["one table", { table: "job", rows: [job] }],
    ["a list of tables", [{ table: "job", rows: [job] }]],
    ["rows by table", { job: [job] }],
  ])("in the shape of %s adds its rows and leaves the others", async (_what, value) => {
    expect(await importDump(value)).toBe(1);
    expect((await readJobNames()).sort()).toEqual(["DUMPED", "HERE BEFORE"]);
    expect(await phone.device.database.job.get(aJobId(3))).not.toHaveProperty("ownerId");
  });

  it.each([
    ["no JSON", "{", "not-json"],
    ["nothing", "", "not-json"],
    ["a number", 7, "not-a-dump"],
    ["an empty object", {}, "not-a-dump"],
    ["nested beyond all measure", "[".repeat(200_000), "not-json"],
    ["of a table that is not known", { hobby: [{ id: 1 }] }, "unknown-table"],
    ["of sign-ins", { token: [{ id: 1 }] }, "unknown-table"],
    ["of messages", { messageQueue: [{ id: 1 }] }, "unknown-table"],
    ["of the object's own names", { __proto__x: [], constructor: [] }, "unknown-table"],
    ["with a bad row after a good one", { job: [job, { jobId: 1 }] }, "row-invalid"],
    ["with a key into prototypes", `{"job":[{"jobId":"a","__proto__":{}}]}`, "row-invalid"],
    ["with rows that are none", { table: "job", rows: "all" }, "row-invalid"],
  ])("%s is refused and changes nothing", async (_what, value, refusal) => {
    expect(await importDump(value)).toBe(refusal);
    expect(await readJobNames()).toEqual(["HERE BEFORE"]);
  });

  it("that was changed on its card since it was chosen must be chosen again", async () => {
    const gone = new Blob(["{}"]);
    gone.arrayBuffer = () => Promise.reject(new DOMException("changed", "NotReadableError"));
    gone.slice = () => gone;
    const result = await importTableDump(phone.device, gone, () => undefined);
    expect(result).toEqual({ ok: false, refusal: "unreadable" });
    expect(await read(gone)).toBe("unreadable");
  });
});
