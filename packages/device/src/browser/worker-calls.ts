interface WorkerAnswer {
  readonly id: number;
  readonly ok?: boolean;
  readonly value?: unknown;
  readonly error?: string;
  readonly progress?: unknown;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly report: ((progress: unknown) => void) | undefined;
}

/** Asks a worker and waits for its answer; the worker is started when it is first needed. */
export function workerCalls(start: () => Worker) {
  let worker: Worker | null = null;
  let lastId = 0;
  const waiting = new Map<number, Waiting>();

  const failAll = (reason: string) => {
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
    worker?.terminate();
    worker = null;
  };

  const open = () => {
    const opened = start();
    opened.addEventListener("message", (event: MessageEvent<WorkerAnswer>) => {
      const { id, ok, value, error, progress } = event.data;
      const call = waiting.get(id);
      if (!call) return;
      if (ok === undefined) return call.report?.(progress);
      waiting.delete(id);
      if (ok) call.resolve(value);
      else call.reject(new Error(error));
    });
    opened.addEventListener("error", (event) => failAll(event.message || "A worker failed"));
    return opened;
  };

  return <T>(
    message: object,
    options: { report?: (progress: never) => void; transfer?: Transferable[] } = {},
  ): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      worker ??= open();
      const id = ++lastId;
      waiting.set(id, {
        resolve: resolve as (value: unknown) => void,
        reject,
        report: options.report as ((progress: unknown) => void) | undefined,
      });
      worker.postMessage({ ...message, id }, options.transfer ?? []);
    });
}
