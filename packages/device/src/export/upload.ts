import {
  exportChunk,
  exportCode,
  exportComplete,
  exportProgress,
  type Payload,
  problemCode,
} from "@fieldfare/contract";
import { done, refused, type Result } from "@fieldfare/domain";
import { act } from "../actions/act.ts";
import { callServer, disableDevice, readCredentials, sendSigned } from "../api/call.ts";
import { type Answer, type CallFailure, describeFailure, isFinalRefusal } from "../api/failure.ts";
import type { ExportTaskRow } from "../database/tool-rows.ts";
import { type Device, forCurrentEngineer } from "../device.ts";
import { newId } from "../ids.ts";
import { acknowledge, commandTables } from "../polling/acknowledge.ts";
import { readOwner } from "../session/session.ts";
import { buildExport, type BuildRefusal } from "./build.ts";

export type ExportRefusal =
  | BuildRefusal
  | "signed-out"
  | "interrupted"
  | "refused"
  /** It was completed or given up meanwhile, and another one has ended since. */
  | "ended";

/** A piece on a slow line takes longer than a status. */
const pieceTimeoutMs = 120_000;
/** A server that was restored from a backup meanwhile asks for pieces again. */
const maxRounds = 3;

/**
 * Sends the signed-in engineer's database to the server, or the rest of an export that was
 * interrupted. `batchId` is the export that the engineer continues; a poll may have completed it meanwhile.
 */
export async function exportDatabase(
  unbound: Device,
  batchId?: string,
): Promise<Result<{ readonly code: string }, ExportRefusal>> {
  const device = forCurrentEngineer(unbound);
  if ((await readOwner(device)) === null) return refused("signed-out");
  if (batchId !== undefined) return runExport(device, batchId);
  const waiting = await device.database.exportTask.toArray();
  const task = waiting.find((each) => each.commandId === null) ?? newTask(device, null);
  await device.database.exportTask.put(task);
  return runExport(device, task.batchId);
}

/**
 * Records that the office has asked for an export; `resumeExports` does it. A second delivery does
 * nothing.
 */
export async function recordExportCommand(device: Device, commandId: string): Promise<void> {
  const { database } = device;
  const { exportTask } = database;
  // Two polls at once, here or in another tab, may bring the same command.
  await database.transaction("rw", exportTask, async () => {
    const waiting = await exportTask.toArray();
    if (waiting.some((task) => task.commandId === commandId)) return;
    await exportTask.put(newTask(device, commandId));
  });
}

/**
 * Continues every unfinished export of the signed-in engineer. A failure is not reported: the next
 * poll tries again.
 */
export async function resumeExports(unbound: Device): Promise<void> {
  const device = forCurrentEngineer(unbound);
  if ((await readOwner(device)) === null) return;
  const waiting = await device.database.exportTask.toArray();
  for (const { batchId } of waiting) await runExport(device, batchId);
}

function newTask(device: Device, commandId: string | null): ExportTaskRow {
  return {
    batchId: newId(device.ports),
    commandId,
    startedOn: device.ports.now().toISOString(),
    state: "building",
    pieces: 0,
    bytes: 0,
    sent: 0,
    sha256: null,
    lastError: null,
  };
}

/** Runs one export at a time on this device; a second caller finds nothing left to do. */
function runExport(
  device: Device,
  batchId: string,
): Promise<Result<{ readonly code: string }, ExportRefusal>> {
  return device.ports.locks.hold("fieldfare-export", async () => {
    const task = await device.database.exportTask.get(batchId);
    if (!task) return describeEnded(device, batchId);
    if ((await readOwner(device)) === null) return refused("signed-out");
    const buildResult = task.state === "ready" ? task : await buildExport(device, task);
    if (buildResult === "interrupted") return refused("signed-out");
    if (typeof buildResult === "string") return failExport(device, task, buildResult);
    const failure = await sendPieces(device, buildResult);
    if (failure === null) return finishExport(device, buildResult);
    // The engineer has signed out: the rest of the export waits for the next sign-in.
    if ((await readOwner(device)) === null) return refused("signed-out");
    const detail = describeFailure(failure);
    if (isFinalRefusal(failure)) return failExport(device, buildResult, "refused", detail);
    await device.database.exportTask.update(batchId, { lastError: detail });
    return refused("interrupted");
  });
}

/** What became of an export that is no longer waiting: completed if its code is the last one that was stored. */
async function describeEnded(
  { database }: Device,
  batchId: string,
): Promise<Result<{ readonly code: string }, ExportRefusal>> {
  const code = exportCode(batchId);
  const isCompleted = (await database.setting.get(1))?.export?.code === code;
  return isCompleted ? done({ code }) : refused("ended");
}

/** Returns null when the server has all pieces. */
async function sendPieces(device: Device, task: ExportTaskRow): Promise<CallFailure | null> {
  const { batchId, pieces, sha256 } = task;
  const { exportTask } = device.database;
  for (let round = 1; ; round += 1) {
    const progress = await readProgress(device, batchId);
    if (!progress.ok) return progress.failure;
    const received = new Set(progress.value);
    await exportTask.update(batchId, { sent: received.size });
    for (let index = 0; index < pieces; index += 1) {
      if (received.has(index)) continue;
      const failure = await sendPiece(device, batchId, index);
      if (failure) return failure;
      received.add(index);
      await exportTask.update(batchId, { sent: received.size, lastError: null });
    }
    const answer = await callServer(device, exportComplete, {
      body: { batchId, pieces, ...(sha256 !== null && { sha256 }) },
    });
    if (answer.ok) return null;
    const isIncomplete =
      answer.failure.kind === "problem" && answer.failure.problem.code === problemCode.conflict;
    if (!isIncomplete || round === maxRounds) return answer.failure;
  }
}

async function readProgress(device: Device, batchId: string): Promise<Answer<readonly number[]>> {
  const answer = await callServer(device, exportProgress, { params: { batchId } });
  if (answer.ok) return { ok: true, value: answer.value.received };
  const { failure } = answer;
  const isNew = failure.kind === "problem" && failure.problem.code === problemCode.notFound;
  return isNew ? { ok: true, value: [] } : answer;
}

/** Sends a piece only while the engineer is signed in: the upload takes minutes. */
async function sendPiece(
  device: Device,
  batchId: string,
  index: number,
): Promise<CallFailure | null> {
  const credentials = await readCredentials(device);
  if (!credentials) return { kind: "token-not-found" };
  const piece = await device.database.exportPiece.get([batchId, index]);
  if (!piece) throw new Error(`Piece ${index} of the export ${batchId} is gone`);
  const form = new FormData();
  form.set("batchId", batchId);
  form.set("index", String(index));
  form.set("chunk", new Blob([piece.bytes]), `${index}.part`);
  const request = {
    method: exportChunk.method,
    path: exportChunk.path,
    body: form,
    timeoutMs: pieceTimeoutMs,
  };
  const answer = await sendSigned(device, request, credentials);
  if (answer.ok) return null;
  if (answer.failure.kind === "device") await disableDevice(device, answer.failure);
  return answer.failure;
}

async function finishExport(
  device: Device,
  task: ExportTaskRow,
): Promise<Result<{ readonly code: string }, ExportRefusal>> {
  const code = exportCode(task.batchId);
  const saved = await act(device, [...exportTables, ...commandTables], async (actor) => {
    const setting = await actor.unit.database.setting.get(1);
    const lastExportDate = actor.at.toISOString();
    if (setting) await actor.unit.put("setting", { ...setting, export: { lastExportDate, code } });
    await finishTask(device, task, actor, "done", code);
    return done({ code });
  });
  return saved.ok ? saved : refused(saved.refusal === "signed-out" ? "signed-out" : "storage-full");
}

async function failExport(
  device: Device,
  task: ExportTaskRow,
  refusal: BuildRefusal | "refused",
  detail: string = refusal,
): Promise<Result<never, ExportRefusal>> {
  await act(device, [...exportTables, ...commandTables], async (actor) => {
    await finishTask(device, task, actor, "failed", detail);
    return done(true);
  });
  return refused(refusal);
}

const exportTables = ["exportTask", "exportPiece", "setting"] as const;

type Actor = Parameters<Parameters<typeof act>[2]>[0];

/**
 * Deletes the task with its pieces. For a command, its answer is queued in the same transaction.
 */
async function finishTask(
  device: Device,
  task: ExportTaskRow,
  actor: Actor,
  outcome: Payload<"CommandAcknowledgement">["outcome"],
  details: string,
): Promise<void> {
  const { batchId, commandId } = task;
  await actor.unit.database.exportPiece.where("batchId").equals(batchId).delete();
  await actor.unit.remove("exportTask", batchId);
  if (commandId !== null)
    await acknowledge(
      device,
      actor,
      { messageId: commandId, type: "ExportDatabase" },
      outcome,
      details,
    );
}
