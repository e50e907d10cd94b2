import { Worker } from "node:worker_threads";
import type { Paper } from "@fieldfare/papers";

export interface Drawing {
  draw(paper: Paper): Promise<Buffer>;
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (bytes: Buffer) => void;
  readonly reject: (error: unknown) => void;
}

type Answer = { readonly id: number; readonly bytes?: Uint8Array; readonly error?: unknown };

const idleMs = 10_000;

/** Draws in a thread of its own, so that no message waits for a paper. The thread ends when it idles. */
export function createDrawing(): Drawing {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last = 0;

  function start(): Worker {
    const started = new Worker(new URL("drawing-worker.ts", import.meta.url), { execArgv: [] });
    started.on("message", ({ id, bytes, error }: Answer) => {
      const asked = waiting.get(id);
      waiting.delete(id);
      if (bytes) asked?.resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      else asked?.reject(error);
      if (waiting.size > 0) return;
      started.unref();
      idle = setTimeout(() => void end(), idleMs).unref();
    });
    const fail = (error: unknown) => {
      if (worker !== started) return;
      worker = null;
      for (const asked of waiting.values()) asked.reject(error);
      waiting.clear();
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
    draw(paper) {
      clearTimeout(idle);
      worker ??= start();
      worker.ref();
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
      last += 1;
      waiting.set(last, { resolve, reject });
      worker.postMessage({ id: last, paper });
      return promise;
    },
    async close() {
      clearTimeout(idle);
      await end();
      for (const asked of waiting.values()) asked.reject(new Error("The server is closing"));
      waiting.clear();
    },
  };
}
