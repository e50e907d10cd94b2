/** The functions of the page that the checks use. */
export interface UpdatePorts {
  /** Milliseconds; only differences count. */
  readonly now: () => number;
  readonly schedule: (work: () => void, ms: number) => void;
  /** Asks the browser to fetch the script again. Rejects without a network, and when there is no script. */
  readonly update: () => Promise<unknown>;
  readonly findScript: () => Promise<ScriptState>;
  readonly isSafeToLeave: () => boolean;
  /** Unregisters the service worker and loads the page again. */
  readonly unregisterWorker: () => Promise<void>;
}

/** `unknown`: our server could not be reached, so the script may still exist. */
export type ScriptState = "present" | "missing" | "unknown";

/** Milliseconds for which the script has to be missing. It may be missing for a moment during a deployment. */
const minMissingMs = 60_000;
/** A page that is shown again checks no more often: its poll learns of a new build before that. */
const checkAgainMs = 30 * 60_000;
const firstRetryMs = 60_000;
const maxRetryMs = 30 * 60_000;

export interface UpdateChecks {
  /** Checks for a new version. An error is expected and leads to a check of the script. */
  readonly check: () => Promise<void>;
  /** Checks for a page that is shown again, unless the last check was a short time ago. */
  readonly checkAgain: () => Promise<void>;
  /** Takes the server's build number. While it is not our own, it starts update checks, less and less often. */
  readonly handleServerBuild: (build: number) => Promise<void>;
}

/** Decides when to check for a new version, and when the service worker's script is gone for good. */
export function createUpdateChecks(ownBuild: number, ports: UpdatePorts): UpdateChecks {
  let missingSince: number | null = null;
  let attempts = 0;
  let nextAttempt = Number.NEGATIVE_INFINITY;
  let checkedAt = Number.NEGATIVE_INFINITY;

  const checkScript = async () => {
    const state = await ports.findScript();
    if (state === "present") missingSince = null;
    if (state !== "missing") return;
    missingSince ??= ports.now();
    const left = minMissingMs - (ports.now() - missingSince);
    if (left > 0) ports.schedule(() => void check(), left);
    else if (ports.isSafeToLeave()) await ports.unregisterWorker();
  };

  const check = async () => {
    try {
      await ports.update();
      checkedAt = ports.now();
      missingSince = null;
    } catch {
      await checkScript();
    }
  };

  return {
    check,
    async checkAgain() {
      if (ports.now() - checkedAt >= checkAgainMs) await check();
    },
    async handleServerBuild(build) {
      if (build === ownBuild) {
        attempts = 0;
        nextAttempt = Number.NEGATIVE_INFINITY;
        return;
      }
      const now = ports.now();
      if (now < nextAttempt) return;
      nextAttempt = now + Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(attempts, 10));
      attempts += 1;
      await check();
    },
  };
}
