import { exportChunk, exportCode, exportComplete } from "@fieldfare/contract";
import { json, type FakeServer, refusal } from "./fake-server.ts";

/** The part of a server that takes exports: pieces by batch and index. */
export interface FakeExportEndpoint {
  readonly batches: Map<string, Map<number, Uint8Array<ArrayBuffer>>>;
  readonly complete: Set<string>;
  /** How many pieces arrived, repeats included. */
  receivedCount: number;
  /** Called before a piece is taken. False: the connection breaks and the answer is lost. */
  isLineUp: () => boolean;
}

/** Makes the fake server receive exports of the database. This replaces its `answer`. */
export function addFakeEndpoint(fakeServer: FakeServer): FakeExportEndpoint {
  const fakeEndpoint: FakeExportEndpoint = {
    batches: new Map(),
    complete: new Set(),
    receivedCount: 0,
    isLineUp: () => true,
  };
  fakeServer.answer = (path, init) => {
    if (!path.startsWith("/api/device/export")) return undefined;
    return answerRequest(fakeEndpoint, path, init);
  };
  return fakeEndpoint;
}

async function answerRequest(
  fakeEndpoint: FakeExportEndpoint,
  path: string,
  init: RequestInit,
): Promise<Response> {
  if (path === exportChunk.path) {
    const form = init.body as FormData;
    if (!fakeEndpoint.isLineUp()) throw new TypeError("fetch failed");
    fakeEndpoint.receivedCount += 1;
    const batchId = form.get("batchId") as string;
    const pieces = fakeEndpoint.batches.get(batchId) ?? new Map<number, Uint8Array<ArrayBuffer>>();
    const chunk = form.get("chunk") as Blob;
    pieces.set(Number(form.get("index")), new Uint8Array(await chunk.arrayBuffer()));
    fakeEndpoint.batches.set(batchId, pieces);
    return json({ status: "ok" });
  }
  if (path === exportComplete.path) {
    const { batchId, pieces } = JSON.parse(init.body as string) as {
      batchId: string;
      pieces: number;
    };
    if (fakeEndpoint.batches.get(batchId)?.size !== pieces) return refusal(409, "conflict");
    fakeEndpoint.complete.add(batchId);
    const completedOn = "2026-03-02T12:00:00.000Z";
    return json({ status: "ok", code: exportCode(batchId), completedOn });
  }
  const batchId = path.split("/").at(-1) ?? "";
  const pieces = fakeEndpoint.batches.get(batchId);
  if (!pieces) return refusal(404, "not-found");
  return json({ received: [...pieces.keys()], isComplete: fakeEndpoint.complete.has(batchId) });
}

/** The file as the office downloads it. */
export function readExportedFile(fakeEndpoint: FakeExportEndpoint): Blob {
  const [batchId] = [...fakeEndpoint.complete].slice(-1);
  const pieces = fakeEndpoint.batches.get(batchId ?? "");
  if (!pieces) throw new Error("No export is complete");
  return new Blob([...pieces].sort(([a], [b]) => a - b).map(([, bytes]) => bytes));
}
