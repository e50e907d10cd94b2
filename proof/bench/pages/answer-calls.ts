/** The worker's side of the device package's `workerCalls`. */
export function answerCalls<Request, Value>(answer: (request: Request) => Promise<Value>): void {
  const scope = globalThis as unknown as { postMessage(message: unknown): void };
  addEventListener("message", (event: MessageEvent<Request & { id: number }>) => {
    const { id } = event.data;
    void answer(event.data).then(
      (value) => scope.postMessage({ id, ok: true, value }),
      (error: unknown) => scope.postMessage({ id, ok: false, error: String(error) }),
    );
  });
}
