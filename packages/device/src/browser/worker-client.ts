import { endWhenLeft } from "./page-cache.ts";

interface WorkerReply {
  readonly id: number;
  readonly ok?: boolean;
  readonly value?: unknown;
  readonly error?: string;
  readonly progress?: unknown;
}

interface PendingCall {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
  readonly report: ((progress: never) => void) | undefined;
}

interface CallOptions {
  readonly report?: (progress: never) => void;
  /** Ends the worker after the answer, unless it has other calls to answer. */
  readonly isLast?: boolean;
}

/**
 * Sends requests to a worker and waits for the answers. The worker is started with the first
 * request.
 */
export function createWorkerClient(start: () => Worker) {
  let worker: Worker | null = null;
  let lastId = 0;
  const pendingCalls = new Map<number, PendingCall>();

  /** Calls that wait are rejected with the reason. */
  const end = (reason?: string) => {
    for (const { reject } of pendingCalls.values()) reject(new Error(reason));
    pendingCalls.clear();
    worker?.terminate();
    worker = null;
  };

  const open = () => {
    const opened = start();
    opened.addEventListener("message", (event: MessageEvent<WorkerReply>) => {
      const { id, ok, value, error, progress } = event.data;
      const call = pendingCalls.get(id);
      if (!call) return;
      // The worker is of the same build, and answers each request with what its caller expects.
      // oxlint-disable-next-line typescript/consistent-type-assertions
      if (ok === undefined) return call.report?.(progress as never);
      pendingCalls.delete(id);
      // oxlint-disable-next-line typescript/consistent-type-assertions
      if (ok) call.resolve(value as never);
      else call.reject(new Error(error));
    });
    opened.addEventListener("error", (event) => end(event.message || "A worker failed"));
    return opened;
  };

  return <T>(message: object, options: CallOptions = {}): Promise<T> => {
    const release = endWhenLeft(() => worker?.terminate());
    return new Promise<T>((resolve, reject) => {
      worker ??= open();
      const id = ++lastId;
      pendingCalls.set(id, { resolve, reject, report: options.report });
      worker.postMessage({ ...message, id });
    }).finally(() => {
      release();
      if (options.isLast && !pendingCalls.size) end();
    });
  };
}
