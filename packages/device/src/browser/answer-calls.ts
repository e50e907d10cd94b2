/// <reference lib="webworker" />

declare const self: DedicatedWorkerGlobalScope;

/**
 * Answers the requests of `createWorkerClient`, in a worker. `findTransferables` names the parts of
 * a value that are handed over and not copied.
 */
export function answerCalls<Request, Value>(
  answer: (request: Request, report: (progress: unknown) => void) => Promise<Value>,
  findTransferables: (value: Value) => Transferable[] = () => [],
): void {
  self.addEventListener("message", ({ data }: MessageEvent<Request & { readonly id: number }>) => {
    const { id } = data;
    void answer(data, (progress) => self.postMessage({ id, progress })).then(
      (value) => self.postMessage({ id, ok: true, value }, findTransferables(value)),
      (error: unknown) => self.postMessage({ id, ok: false, error: String(error) }),
    );
  });
}
