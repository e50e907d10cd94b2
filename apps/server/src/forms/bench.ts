import { Worker } from "node:worker_threads";
import type { Answers, FormFinding, FormKit } from "@fieldfare/forms";

export interface Bench {
  /** One form at a time. Null: it was too much for the thread. */
  check(asked: {
    kit: FormKit;
    answers: Answers;
    today: string;
  }): Promise<readonly FormFinding[] | null>;
  close(): Promise<void>;
}

const idleMs = 10_000;
/** A form that a person filled in takes a fraction of a second. */
const mostMs = 20_000;
const mostMemoryMb = 256;

type Findings = readonly FormFinding[] | null;

/** Checks in a thread of its own: it ends when it idles, and when answers keep it busy for too long. */
export function createBench(): Bench {
  let worker: Worker | null = null;
  let answer: ((findings: Findings) => void) | null = null;
  let timer: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = new Worker(new URL("checking-worker.ts", import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb },
      stderr: true,
      stdout: true,
    });
    // The library warns of strange answers on the console, with the answers: they are nobody's business there.
    started.stdout.resume();
    started.stderr.resume();
    // An answer of a thread that was given up is none to what was asked since.
    started.on("message", (findings: Findings) => {
      if (worker === started) settle(findings);
    });
    const lose = () => {
      if (worker !== started) return;
      worker = null;
      settle(null);
    };
    started.on("error", lose);
    started.on("exit", lose);
    return started;
  }

  function settle(findings: Findings) {
    clearTimeout(timer);
    timer = setTimeout(() => void end(), idleMs).unref();
    worker?.unref();
    const asked = answer;
    answer = null;
    asked?.(findings);
  }

  async function end() {
    const ending = worker;
    worker = null;
    await ending?.terminate();
  }

  return {
    check(asked) {
      clearTimeout(timer);
      worker ??= start();
      worker.ref();
      const { promise, resolve } = Promise.withResolvers<Findings>();
      answer = resolve;
      timer = setTimeout(() => {
        void end();
        settle(null);
      }, mostMs).unref();
      worker.postMessage(asked);
      return promise;
    },
    async close() {
      clearTimeout(timer);
      await end();
      answer?.(null);
    },
  };
}
