import { exportChunk, exportCode, exportComplete } from "@fieldfare/contract";
import { json, type Peer, refusal } from "./peer.ts";

/** The part of a server that takes exports: pieces by batch and index. */
export interface Shelf {
  readonly batches: Map<string, Map<number, Uint8Array<ArrayBuffer>>>;
  readonly complete: Set<string>;
  /** How many pieces arrived, repeats included. */
  arrived: number;
  /** Called before a piece is taken; false: the line breaks and the answer is lost. */
  line: () => boolean;
}

export function giveShelf(peer: Peer): Shelf {
  const shelf: Shelf = { batches: new Map(), complete: new Set(), arrived: 0, line: () => true };
  peer.answer = (path, init) => {
    if (!path.startsWith("/api/device/export")) return undefined;
    return answer(shelf, path, init);
  };
  return shelf;
}

async function answer(shelf: Shelf, path: string, init: RequestInit): Promise<Response> {
  if (path === exportChunk.path) {
    const form = init.body as FormData;
    if (!shelf.line()) throw new TypeError("fetch failed");
    shelf.arrived += 1;
    const batchId = form.get("batchId") as string;
    const pieces = shelf.batches.get(batchId) ?? new Map<number, Uint8Array<ArrayBuffer>>();
    const chunk = form.get("chunk") as Blob;
    pieces.set(Number(form.get("index")), new Uint8Array(await chunk.arrayBuffer()));
    shelf.batches.set(batchId, pieces);
    return json({ status: "ok" });
  }
  if (path === exportComplete.path) {
    const { batchId, pieces } = JSON.parse(init.body as string) as {
      batchId: string;
      pieces: number;
    };
    if (shelf.batches.get(batchId)?.size !== pieces) return refusal(409, "conflict");
    shelf.complete.add(batchId);
    const completedOn = "2026-03-02T12:00:00.000Z";
    return json({ status: "ok", code: exportCode(batchId), completedOn });
  }
  const batchId = path.split("/").at(-1) ?? "";
  const pieces = shelf.batches.get(batchId);
  if (!pieces) return refusal(404, "not-found");
  return json({ received: [...pieces.keys()], isComplete: shelf.complete.has(batchId) });
}

/** The file as the office downloads it. */
export function fileOf(shelf: Shelf): Blob {
  const [batchId] = [...shelf.complete].slice(-1);
  const pieces = shelf.batches.get(batchId ?? "");
  if (!pieces) throw new Error("No export is complete");
  return new Blob([...pieces].sort(([a], [b]) => a - b).map(([, bytes]) => bytes));
}
