import { Worker } from "node:worker_threads";
import type {
  Answers,
  DefinitionIssue,
  FormBundle,
  FormDefinition,
  FormIssue,
  ListedAnswer,
} from "@fieldfare/forms";

interface FormAnswers {
  readonly bundle: FormBundle;
  readonly answers: Answers;
}

interface FormToCheck extends FormAnswers {
  readonly today: string;
  /** The answers of the last completed form of its kind at the property. */
  readonly previousAnswers?: Answers | null;
}

interface DefinitionToCheck {
  readonly definition: FormDefinition;
  /** The forms that it may name. */
  readonly all: readonly FormDefinition[];
}

export type FormRequest =
  | (FormToCheck & { readonly kind: "check" })
  | (FormAnswers & { readonly kind: "list" })
  | (DefinitionToCheck & { readonly kind: "definition" });

export type FormResult =
  | { readonly kind: "check"; readonly issues: readonly FormIssue[] }
  | { readonly kind: "list"; readonly listed: readonly ListedAnswer[] }
  | { readonly kind: "definition"; readonly definitionIssues: readonly DefinitionIssue[] };

/** Each call returns null when it took too long or too much memory, or when the thread failed. */
export interface FormThread {
  /** Returns the issues of a form's answers. */
  check(form: FormToCheck): Promise<readonly FormIssue[] | null>;
  /** Returns a form's answers as a person reads them. */
  list(form: FormAnswers): Promise<readonly ListedAnswer[] | null>;
  /** Returns the reasons to refuse a definition. */
  checkDefinition(form: DefinitionToCheck): Promise<readonly DefinitionIssue[] | null>;
  close(): Promise<void>;
}

const idleMs = 10_000;
/** A form that a person filled in takes a fraction of a second. */
const maxMs = 20_000;
const maxMemoryMb = 256;

/**
 * Opens forms in a separate thread, one at a time. The thread ends when it is idle, or when answers keep it busy for too
 * long.
 */
export function createFormThread(): FormThread {
  let worker: Worker | null = null;
  let resolveResult: ((result: FormResult | null) => void) | null = null;
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  function start(): Worker {
    const started = new Worker(new URL("form-worker.ts", import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
      stderr: true,
      stdout: true,
    });
    // The library prints warnings about unusual answers with the answers in them. They must not reach the log.
    started.stdout.resume();
    started.stderr.resume();
    // A thread that was given up may still answer. That answer does not belong to the current request.
    started.on("message", (result: FormResult) => {
      if (worker === started) settle(result);
    });
    const fail = () => {
      if (worker !== started) return;
      worker = null;
      settle(null);
    };
    started.on("error", fail);
    started.on("exit", fail);
    return started;
  }

  function settle(result: FormResult | null) {
    clearTimeout(timer);
    timer = setTimeout(() => void end(), idleMs).unref();
    worker?.unref();
    const resolve = resolveResult;
    resolveResult = null;
    resolve?.(result);
  }

  async function end() {
    const ending = worker;
    worker = null;
    await ending?.terminate();
  }

  function run(request: FormRequest): Promise<FormResult | null> {
    if (isClosed) return Promise.resolve(null);
    clearTimeout(timer);
    worker ??= start();
    worker.ref();
    const { promise, resolve } = Promise.withResolvers<FormResult | null>();
    resolveResult = resolve;
    timer = setTimeout(() => {
      void end();
      settle(null);
    }, maxMs).unref();
    worker.postMessage(request);
    return promise;
  }

  /** The thread answers in order, so a request waits for the one before it. */
  function runNext(request: FormRequest): Promise<FormResult | null> {
    const result = last.then(() => run(request));
    last = result;
    return result;
  }

  return {
    async check(form) {
      const result = await runNext({ ...form, kind: "check" });
      return result?.kind === "check" ? result.issues : null;
    },
    async list(form) {
      const result = await runNext({ ...form, kind: "list" });
      return result?.kind === "list" ? result.listed : null;
    },
    async checkDefinition(form) {
      const result = await runNext({ ...form, kind: "definition" });
      return result?.kind === "definition" ? result.definitionIssues : null;
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await end();
      resolveResult?.(null);
    },
  };
}
