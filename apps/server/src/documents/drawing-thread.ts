import { Worker } from "node:worker_threads";
import type { DocumentContent } from "@fieldfare/documents";

export interface DrawingThread {
  draw(document: DocumentContent): Promise<Buffer>;
  close(): Promise<void>;
}

interface PendingDrawing {
  readonly resolve: (bytes: Buffer) => void;
  readonly reject: (error: unknown) => void;
}

type DrawingAnswer = { readonly id: number; readonly bytes?: Uint8Array; readonly error?: unknown };

const idleMs = 10_000;

/** Draws in a separate thread, so that no message waits for a document. The thread ends when it is idle. */
export function createDrawingThread(): DrawingThread {
  const pending = new Map<number, PendingDrawing>();
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(new URL("drawing-worker.ts", import.meta.url), { execArgv: [] });
    started.on("message", ({ id, bytes, error }: DrawingAnswer) => {
      const drawing = pending.get(id);
      pending.delete(id);
      if (bytes) drawing?.resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      else drawing?.reject(error);
      if (pending.size > 0) return;
      started.unref();
      idle = setTimeout(() => void end(), idleMs).unref();
    });
    const fail = (error: unknown) => {
      if (worker !== started) return;
      worker = null;
      for (const drawing of pending.values()) drawing.reject(error);
      pending.clear();
    };
    started.on("error", fail);
    started.on("exit", (code) => fail(new Error(`The drawing thread ended with ${code}`)));
    return started;
  }

  async function end() {
    const ending = worker;
    worker = null;
    await ending?.terminate();
  }

  return {
    draw(document) {
      clearTimeout(idle);
      worker ??= start();
      worker.ref();
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
      lastId += 1;
      pending.set(lastId, { resolve, reject });
      worker.postMessage({ id: lastId, document });
      return promise;
    },
    async close() {
      clearTimeout(idle);
      await end();
      for (const drawing of pending.values()) drawing.reject(new Error("The server is closing"));
      pending.clear();
    },
  };
}
