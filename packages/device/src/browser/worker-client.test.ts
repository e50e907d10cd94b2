import { afterEach, expect, it, vi } from "vitest";
import { answerCalls } from "./answer-calls.ts";
import { createWorkerClient } from "./worker-client.ts";

interface Request {
  readonly kind: "double" | "report" | "refuse" | "wait";
  readonly value?: number;
}

const bytes = new ArrayBuffer(8);

/** Starts workers in this process; like real ones they copy every message. */
function startWorkers() {
  const workers: { readonly page: EventTarget; isTerminated: boolean }[] = [];
  const transfers: unknown[] = [];
  const call = createWorkerClient(() => {
    const [page, scope] = [new EventTarget(), new EventTarget()];
    const worker = { page, isTerminated: false };
    const send = (to: EventTarget, message: unknown) =>
      to.dispatchEvent(new MessageEvent("message", { data: structuredClone(message) }));
    vi.stubGlobal("self", {
      addEventListener: scope.addEventListener.bind(scope),
      postMessage: (message: unknown, transfer: Transferable[] = []) => {
        transfers.push(...transfer);
        send(page, message);
      },
    });
    const answer = async ({ kind, value = 0 }: Request, report: (progress: unknown) => void) => {
      if (kind === "wait") return new Promise<number>(() => undefined);
      if (kind === "refuse") throw new RangeError("Not this one");
      if (kind === "report") report({ done: value });
      return value * 2;
    };
    answerCalls(answer, (value) => (value > 100 ? [bytes] : []));
    workers.push(worker);
    return Object.assign(page, {
      postMessage: (message: unknown) => send(scope, message),
      terminate: () => (worker.isTerminated = true),
    }) as unknown as Worker;
  });
  return { call, workers, transfers };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it("A worker starts with the first call, and answers each call with its own value", async () => {
  const { call, workers } = startWorkers();
  expect(workers).toHaveLength(0);
  const calls = [1, 2, 3].map((value) => call<number>({ kind: "double", value }));
  expect(await Promise.all(calls)).toEqual([2, 4, 6]);
  expect(workers).toHaveLength(1);
});

it("A worker reports progress before it answers", async () => {
  const { call } = startWorkers();
  const reported: unknown[] = [];
  const report = (progress: never) => reported.push(progress);
  expect(await call<number>({ kind: "report", value: 4 }, { report })).toBe(8);
  expect(reported).toEqual([{ done: 4 }]);
});

it("An error of the worker's code rejects its call, and no other one", async () => {
  const { call } = startWorkers();
  const refused = call({ kind: "refuse" });
  const answered = call<number>({ kind: "double", value: 1 });
  await expect(refused).rejects.toThrow("RangeError: Not this one");
  expect(await answered).toBe(2);
});

it("A worker that fails rejects every call that waits, and the next call starts a new one", async () => {
  const { call, workers } = startWorkers();
  const waiting = [call({ kind: "wait" }), call({ kind: "wait" })];
  workers[0]?.page.dispatchEvent(Object.assign(new Event("error"), { message: "No memory" }));
  for (const one of waiting) await expect(one).rejects.toThrow("No memory");
  expect(workers[0]?.isTerminated).toBe(true);
  expect(await call<number>({ kind: "double", value: 5 })).toBe(10);
  expect(workers).toHaveLength(2);
});

it("An answer hands over the parts that the worker names", async () => {
  const { call, transfers } = startWorkers();
  await call({ kind: "double", value: 50 });
  expect(transfers).toEqual([]);
  await call({ kind: "double", value: 51 });
  expect(transfers).toEqual([bytes]);
});

it("A worker ends after a call that needs it last, unless others wait, and the next call starts a new one", async () => {
  const { call, workers } = startWorkers();
  await call({ kind: "double", value: 1 });
  expect(workers[0]?.isTerminated).toBe(false);
  void call({ kind: "wait" }).catch(() => undefined);
  await call({ kind: "double", value: 2 }, { isLast: true });
  expect(workers[0]?.isTerminated).toBe(false);
  workers[0]?.page.dispatchEvent(Object.assign(new Event("error"), { message: "No memory" }));
  await call({ kind: "double", value: 3 }, { isLast: true });
  expect(workers[1]?.isTerminated).toBe(true);
  expect(await call<number>({ kind: "double", value: 4 })).toBe(8);
  expect(workers).toHaveLength(3);
});
