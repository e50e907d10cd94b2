/** What the checks need from the page. */
export interface UpdatePorts {
  /** Milliseconds; only differences count. */
  readonly now: () => number;
  readonly schedule: (work: () => void, ms: number) => void;
  /** Asks the browser to look for a new script. Rejects without a network, and when there is no script. */
  readonly update: () => Promise<void>;
  readonly findScript: () => Promise<ScriptState>;
  readonly isSafeToLeave: () => boolean;
  /** Unregisters the service worker and loads the page again. */
  readonly dropWorker: () => Promise<void>;
}

/** `unknown`: our server could not be asked, so nothing is known of the script. */
export type ScriptState = "there" | "gone" | "unknown";

/** A file may be missing for a moment while a version is deployed: it has to be gone for this long. */
const goneForMs = 60_000;
const firstRetryMs = 60_000;
const lastRetryMs = 30 * 60_000;

export interface UpdateChecks {
  /** Looks for a new version; an error is no surprise and leads to another look. */
  readonly check: () => Promise<void>;
  /** The build that the server has named. One that is not ours asks for an update until it is there. */
  readonly handleServerBuild: (build: number) => Promise<void>;
}

/** When to look for a new version, and when the service worker's script counts as gone for good. */
export function createUpdateChecks(ownBuild: number, ports: UpdatePorts): UpdateChecks {
  let goneSince: number | null = null;
  let attempts = 0;
  let nextAttempt = Number.NEGATIVE_INFINITY;

  const checkScript = async () => {
    const state = await ports.findScript();
    if (state === "there") goneSince = null;
    if (state !== "gone") return;
    goneSince ??= ports.now();
    const left = goneForMs - (ports.now() - goneSince);
    if (left > 0) ports.schedule(() => void check(), left);
    else if (ports.isSafeToLeave()) await ports.dropWorker();
  };

  const check = async () => {
    try {
      await ports.update();
      goneSince = null;
    } catch {
      await checkScript();
    }
  };

  return {
    check,
    async handleServerBuild(build) {
      if (build === ownBuild) {
        attempts = 0;
        nextAttempt = Number.NEGATIVE_INFINITY;
        return;
      }
      const now = ports.now();
      if (now < nextAttempt) return;
      nextAttempt = now + Math.min(lastRetryMs, firstRetryMs * 2 ** Math.min(attempts, 10));
      attempts += 1;
      await check();
    },
  };
}
