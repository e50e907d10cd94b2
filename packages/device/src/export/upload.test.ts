import { exportCode, exportLimits } from "@fieldfare/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ImageRow } from "../database/rows.ts";
import { poll } from "../polling/poll.ts";
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
import { firstAppointment } from "../testing/server-job.ts";
import {
  readExportedFile,
  addFakeEndpoint,
  type FakeExportEndpoint,
} from "../testing/fake-export-endpoint.ts";
import { exportDatabase, recordExportCommand, resumeExports } from "./upload.ts";

const colleagueId = aJobId(9);
const commandId = "0190a000-0000-7000-8000-0000000000c1";

let fakeServer: FakeServer;
let phone: SignedInPhone;
let fakeEndpoint: FakeExportEndpoint;
beforeEach(async () => {
  fakeServer = aFakeServer();
  phone = await aSignedInPhone(fakeServer);
  fakeEndpoint = addFakeEndpoint(fakeServer);
  const { database } = phone.device;
  await database.job.bulkPut([aJobRow({ jobId: aJobId(1) })]);
  const colleague = await phone.device.engineers.open(colleagueId);
  await colleague?.job.put(aJobRow({ jobId: aJobId(2), formattedJobId: "NOT YOURS" }));
  await queueStatuses(phone.device, [1]);
});
afterEach(() => phone.kill());

async function putImages(images: readonly ImageRow[]): Promise<void> {
  const { image, imageBytes } = phone.device.database;
  await image.bulkPut([...images]);
  // Random bytes, which compression does not shrink.
  await imageBytes.bulkPut(images.map(({ imageId }) => ({ imageId, bytes: noise(400_000) })));
}

function anImageRow(number: number): ImageRow {
  return {
    imageId: `0190a000-0000-7000-8000-0000000002${String(number).padStart(2, "0")}`,
    jobId: aJobId(1),
    fieldOperativeAppointmentId: firstAppointment,
    entityId: aJobId(1),
    purpose: "job",
    state: "queued",
    sha256: "0".repeat(64),
    width: 600,
    height: 450,
    takenOn: "2026-03-02T11:00:00.000Z",
    latitude: null,
    longitude: null,
  };
}

function noise(size: number): ArrayBuffer {
  const bytes = new Uint8Array(size);
  for (let start = 0; start < size; start += 65_536)
    crypto.getRandomValues(bytes.subarray(start, start + 65_536));
  return bytes.buffer;
}

async function readLines(file: Blob): Promise<Record<string, unknown>[]> {
  const stream = file.stream().pipeThrough(new DecompressionStream("gzip"));
  const text = await new Response(stream).text();
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("an export", () => {
  it("is the engineer's own database, without secrets and without colleagues", async () => {
    await putImages([anImageRow(1)]);
    await signInOther(phone.device, colleagueId);
    await putImages([anImageRow(2)]);
    await signInOther(phone.device, owner);
    const exported = await exportDatabase(phone.device);
    expect(exported).toMatchObject({ ok: true });
    const lines = await readLines(readExportedFile(fakeEndpoint));
    expect(lines[0]).toMatchObject({ format: "fieldfare-database", version: 1, ownerId: owner });
    const tables = lines.slice(1, -1).map((line) => line["table"]);
    expect(tables).toEqual(expect.arrayContaining(["job", "messageQueue", "setting"]));
    for (const secret of ["token", "login", "counter"]) expect(tables).not.toContain(secret);
    const images = lines.find((line) => line["table"] === "image");
    expect(images?.["rows"]).toEqual([
      { ...anImageRow(1), bytes: { $bytes: expect.any(String) as string } },
    ]);
    expect(tables).not.toContain("imageBytes");
    expect(JSON.stringify(lines)).not.toContain("NOT YOURS");
    expect(JSON.stringify(lines)).not.toContain("refresh-1");
    expect(lines.at(-1)).toMatchObject({ end: true });
  });

  it("stores its date and code, and leaves no pieces", async () => {
    const exported = await exportDatabase(phone.device);
    const [batchId] = [...fakeEndpoint.complete];
    const code = exportCode(batchId ?? "");
    expect(exported).toEqual({ ok: true, value: { code } });
    const { database } = phone.device;
    expect((await database.setting.get(1))?.export).toEqual({
      lastExportDate: expect.any(String),
      code,
    });
    expect(await database.exportPiece.count()).toBe(0);
    expect(await database.exportTask.count()).toBe(0);
  });

  it("that is interrupted nine times continues with the same bytes", async () => {
    const imageRows = Array.from({ length: 30 }, (_, index) => anImageRow(index));
    await putImages(imageRows);
    let piecesLeft = 0;
    fakeEndpoint.isLineUp = () => piecesLeft-- > 0;
    for (let interruptions = 0; interruptions < 9; interruptions += 1) {
      piecesLeft = 1;
      expect(await exportDatabase(phone.device)).toEqual({ ok: false, refusal: "interrupted" });
      const [task] = await phone.device.database.exportTask.toArray();
      expect(task).toMatchObject({ state: "ready", sent: interruptions + 1 });
      // What is recorded meanwhile does not change what is being sent.
      await queueStatuses(phone.device, [1]);
    }
    fakeEndpoint.isLineUp = () => true;
    expect(await exportDatabase(phone.device)).toMatchObject({ ok: true });
    expect(fakeEndpoint.batches.size).toBe(1);
    const pieces = [...fakeEndpoint.batches.values()][0];
    expect(pieces?.size).toBeGreaterThan(10);
    expect(fakeEndpoint.receivedCount).toBe(pieces?.size);
    const sizes = [...(pieces?.values() ?? [])].map((bytes) => bytes.length);
    expect(new Set(sizes.slice(0, -1))).toEqual(new Set([exportLimits.pieceBytes]));
    const lines = await readLines(readExportedFile(fakeEndpoint));
    expect(lines.at(-1)).toMatchObject({ end: true });
    const images = lines.filter((line) => line["table"] === "image");
    expect(images.flatMap((line) => line["rows"])).toHaveLength(30);
  }, 30_000);

  it("is not made a second time by who continues it when a poll has just completed it", async () => {
    fakeServer.isOnline = false;
    await exportDatabase(phone.device);
    const [waiting] = await phone.device.database.exportTask.toArray();
    fakeServer.isOnline = true;
    await resumeExports(phone.device);
    const continued = await exportDatabase(phone.device, waiting?.batchId);
    expect(continued).toEqual({ ok: true, value: { code: exportCode(waiting?.batchId ?? "") } });
    expect(fakeEndpoint.complete.size).toBe(1);
    expect(fakeEndpoint.receivedCount).toBe(1);
  });

  it("that a poll had refused meanwhile is not called completed", async () => {
    fakeServer.isOnline = false;
    await exportDatabase(phone.device);
    const [waiting] = await phone.device.database.exportTask.toArray();
    fakeServer.isOnline = true;
    fakeServer.answer = refuseExports;
    await resumeExports(phone.device);
    const continued = await exportDatabase(phone.device, waiting?.batchId);
    expect(continued).toEqual({ ok: false, refusal: "ended" });
  });

  it("survives a killed page: the next one sends the rest", async () => {
    await putImages([0, 1, 2, 3, 4, 5].map((n) => anImageRow(n)));
    let piecesLeft = 1;
    fakeEndpoint.isLineUp = () => piecesLeft-- > 0;
    await exportDatabase(phone.device);
    phone.kill();
    phone = await aSignedInPhone(fakeServer, { disk: phone.disk });
    fakeEndpoint.isLineUp = () => true;
    await resumeExports(phone.device);
    expect(fakeEndpoint.complete.size).toBe(1);
    expect(fakeEndpoint.receivedCount).toBe([...fakeEndpoint.batches.values()][0]?.size);
  });

  it("starts again when the page was killed while it was being written", async () => {
    const { database } = phone.device;
    await leaveHalfBuiltExport();
    await resumeExports(phone.device);
    expect(fakeEndpoint.complete).toEqual(new Set([commandId]));
    expect((await readLines(readExportedFile(fakeEndpoint))).at(-1)).toMatchObject({ end: true });
    expect(await database.exportPiece.count()).toBe(0);
  });

  it("does not end because the network is away, and keeps its pieces", async () => {
    fakeServer.isOnline = false;
    expect(await exportDatabase(phone.device)).toEqual({ ok: false, refusal: "interrupted" });
    expect(await phone.device.database.exportPiece.count()).toBe(1);
  });

  it("sends again what a server that was restored from a backup has lost", async () => {
    let isFirst = true;
    const { answer } = fakeServer;
    fakeServer.answer = (path, init) => {
      if (path.endsWith("/complete") && isFirst) {
        isFirst = false;
        fakeEndpoint.batches.clear();
      }
      return answer(path, init);
    };
    expect(await exportDatabase(phone.device)).toMatchObject({ ok: true });
    expect(fakeEndpoint.receivedCount).toBe(2);
  });

  it("is not sent by a colleague who signs in meanwhile", async () => {
    fakeServer.isOnline = false;
    await exportDatabase(phone.device);
    fakeServer.isOnline = true;
    const { database: own } = phone.device;
    await signInOther(phone.device, colleagueId);
    await resumeExports(phone.device);
    expect(fakeEndpoint.receivedCount).toBe(0);
    expect(await own.exportPiece.count()).toBe(1);
  });
});

describe("an export during which another engineer signs in", () => {
  async function changeOwner(to: string) {
    await signInOther(phone.device, to);
  }

  it("stops before the next piece, and goes on when its owner is back", async () => {
    await putImages([0, 1, 2, 3, 4, 5].map((n) => anImageRow(n)));
    const { answer } = fakeServer;
    const { database: own } = phone.device;
    fakeServer.answer = async (path, init) => {
      const answered = (await answer(path, init)) as Response;
      if (path.endsWith("/chunk")) await changeOwner(colleagueId);
      return answered;
    };
    expect(await exportDatabase(phone.device)).toEqual({ ok: false, refusal: "signed-out" });
    expect(fakeEndpoint.receivedCount).toBe(1);
    expect(await own.exportTask.count()).toBe(1);
    fakeServer.answer = answer;
    await changeOwner(owner);
    await resumeExports(phone.device);
    expect(fakeEndpoint.complete.size).toBe(1);
    expect(fakeEndpoint.receivedCount).toBe([...fakeEndpoint.batches.values()][0]?.size);
  });

  it("is not finished in the colleague's name", async () => {
    const { answer } = fakeServer;
    fakeServer.answer = async (path, init) => {
      const answered = (await answer(path, init)) as Response;
      if (path.endsWith("/complete")) await changeOwner(colleagueId);
      return answered;
    };
    const { database } = phone.device;
    expect(await exportDatabase(phone.device)).toEqual({ ok: false, refusal: "signed-out" });
    expect((await database.setting.get(1))?.export.code).toBeNull();
    expect(await database.exportTask.count()).toBe(1);
  });

  it("contains nothing of the colleague", async () => {
    const { now } = phone.device.ports;
    const { database: own } = phone.device;
    await leaveHalfBuiltExport();
    const device = {
      ...phone.device,
      ports: {
        ...phone.device.ports,
        now() {
          void changeOwner(colleagueId);
          return now();
        },
      },
    };
    await resumeExports(device);
    expect(fakeEndpoint.receivedCount).toBe(0);
    expect(await own.exportPiece.count()).toBe(0);
    expect(await own.exportTask.get(commandId)).toMatchObject({ state: "building" });
  });
});

describe("an export that the office asks for", () => {
  const command = { messageId: commandId, type: "ExportDatabase" } as const;

  async function readAcknowledgements() {
    const rows = await phone.device.database.messageQueue.toArray();
    return rows
      .filter((row) => row.type === "CommandAcknowledgement")
      .map((row) => row.payload as Record<string, unknown>);
  }

  it("is acknowledged when the server has it, and once however often it is requested", async () => {
    fakeServer.commands = [command, command];
    await poll(phone.device);
    await resumeExports(phone.device);
    await poll(phone.device);
    await resumeExports(phone.device);
    expect(fakeEndpoint.complete.size).toBe(1);
    const [batchId] = [...fakeEndpoint.complete];
    expect(await readAcknowledgements()).toEqual([
      expect.objectContaining({ commandId, outcome: "done", details: exportCode(batchId ?? "") }),
    ]);
  });

  it("is recorded once when two polls bring it at the same time", async () => {
    const record = () => recordExportCommand(phone.device, commandId);
    await Promise.all([record(), record()]);
    expect(await phone.device.database.exportTask.count()).toBe(1);
  });

  it("waits for the network without an answer, and is answered with its failure when it is refused", async () => {
    fakeServer.commands = [command];
    fakeEndpoint.isLineUp = () => false;
    await poll(phone.device);
    await resumeExports(phone.device);
    expect(await readAcknowledgements()).toEqual([]);
    fakeServer.answer = refuseExports;
    await resumeExports(phone.device);
    expect(await readAcknowledgements()).toEqual([
      expect.objectContaining({ commandId, outcome: "failed", details: "Too much" }),
    ]);
    expect(await phone.device.database.exportTask.count()).toBe(0);
  });
});

/** Answers as a server for which the export is too large. */
function refuseExports(path: string): Response | undefined {
  if (!path.startsWith("/api/device/export/c")) return undefined;
  return new Response(JSON.stringify({ title: "Too much", status: 413, code: "too-large" }), {
    status: 413,
    headers: { "Content-Type": "application/problem+json" },
  });
}

/** Leaves what a page leaves that is killed while it writes an export. */
async function leaveHalfBuiltExport() {
  await phone.device.database.exportTask.put({
    batchId: commandId,
    commandId: null,
    startedOn: "2026-03-02T11:00:00.000Z",
    state: "building",
    pieces: 3,
    bytes: 3_000_000,
    sent: 0,
    sha256: null,
    lastError: null,
  });
  const bytes = new ArrayBuffer(1_000_000);
  for (const index of [0, 1, 2])
    await phone.device.database.exportPiece.put({ batchId: commandId, index, bytes });
}
