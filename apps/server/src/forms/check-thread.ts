import { Worker } from "node:worker_threads";
import type { Answers, FormIssue, FormBundle } from "@fieldfare/forms";

export interface CheckThread {
  /** Checks one form at a time. Returns null when the check took too long or too much memory. */
  check(pending: {
    bundle: FormBundle;
    answers: Answers;
    today: string;
  }): Promise<readonly FormIssue[] | null>;
  close(): Promise<void>;
}

const idleMs = 10_000;
/** A form that a person filled in takes a fraction of a second. */
const maxMs = 20_000;
const maxMemoryMb = 256;

type CheckResult = readonly FormIssue[] | null;

/** Checks in a separate thread. The thread ends when it is idle, or when answers keep it busy for too long. */
export function createCheckThread(): CheckThread {
  let worker: Worker | null = null;
  let resolveCheck: ((issues: CheckResult) => void) | null = null;
  let timer: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = new Worker(new URL("checking-worker.ts", import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
      stderr: true,
      stdout: true,
    });
    // The library prints warnings about unusual answers with the answers in them. They must not reach the log.
    started.stdout.resume();
    started.stderr.resume();
    // A thread that was given up may still answer. That answer does not belong to the current check.
    started.on("message", (issues: CheckResult) => {
      if (worker === started) settle(issues);
    });
    const failCheck = () => {
      if (worker !== started) return;
      worker = null;
      settle(null);
    };
    started.on("error", failCheck);
    started.on("exit", failCheck);
    return started;
  }

  function settle(issues: CheckResult) {
    clearTimeout(timer);
    timer = setTimeout(() => void end(), idleMs).unref();
    worker?.unref();
    const pending = resolveCheck;
    resolveCheck = null;
    pending?.(issues);
  }

  async function end() {
    const ending = worker;
    worker = null;
    await ending?.terminate();
  }

  return {
    check(pending) {
      clearTimeout(timer);
      worker ??= start();
      worker.ref();
      const { promise, resolve } = Promise.withResolvers<CheckResult>();
      resolveCheck = resolve;
      timer = setTimeout(() => {
        void end();
        settle(null);
      }, maxMs).unref();
      worker.postMessage(pending);
      return promise;
    },
    async close() {
      clearTimeout(timer);
      await end();
      resolveCheck?.(null);
    },
  };
}
