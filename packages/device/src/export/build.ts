import { exportLimits } from "@fieldfare/contract";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { isQuotaError } from "../database/unit.ts";
import type { ExportTaskRow } from "../database/tool-rows.ts";
import type { Device } from "../device.ts";
import { readOwner } from "../session/session.ts";
import { exportLines } from "./content.ts";

export type BuildRefusal = "storage-full" | "too-large";

/**
 * Writes the engineer's database into pieces, which stay on this device until the server has them,
 * so that an interrupted upload continues with the same bytes. Returns the ready task, or refuses
 * when there is no space. It begins again when the engineer signs out meanwhile.
 */
export async function buildExport(
  device: Device,
  task: ExportTaskRow,
): Promise<ExportTaskRow | BuildRefusal | "interrupted"> {
  const { database } = device;
  await database.exportPiece.where("batchId").equals(task.batchId).delete();
  const hash = sha256.create();
  let pieces = 0;
  let bytes = 0;
  try {
    const compressed = textStream(exportLines(device)).pipeThrough(new CompressionStream("gzip"));
    for await (const piece of splitIntoPieces(compressed, exportLimits.pieceBytes)) {
      if (pieces === exportLimits.pieces) {
        await deletePieces(device, task);
        return "too-large";
      }
      hash.update(piece);
      await database.exportPiece.put({
        batchId: task.batchId,
        index: pieces,
        bytes: piece.buffer,
      });
      pieces += 1;
      bytes += piece.length;
      await database.exportTask.update(task.batchId, { pieces, bytes });
    }
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    await deletePieces(device, task);
    return "storage-full";
  }
  if ((await readOwner(device)) === null) {
    await deletePieces(device, task);
    return "interrupted";
  }
  const ready: ExportTaskRow = {
    ...task,
    state: "ready",
    pieces,
    bytes,
    sha256: bytesToHex(hash.digest()),
  };
  await database.exportTask.put(ready);
  return ready;
}

async function deletePieces({ database }: Device, { batchId }: ExportTaskRow): Promise<void> {
  await database.exportPiece.where("batchId").equals(batchId).delete();
}

function textStream(lines: AsyncGenerator<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
}

/** Yields pieces of exactly `size` bytes; the last one has the remainder. */
async function* splitIntoPieces(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  size: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  let piece = new Uint8Array(size);
  let filled = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    for (let start = 0; start < value.length;) {
      const part = value.subarray(start, start + size - filled);
      piece.set(part, filled);
      filled += part.length;
      start += part.length;
      if (filled < size) continue;
      yield piece;
      piece = new Uint8Array(size);
      filled = 0;
    }
  }
  if (filled > 0) yield piece.slice(0, filled);
}
