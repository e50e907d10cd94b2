import { readClientSettings, storeClientSettings } from "../session/client-settings.ts";
import type { Locks, Ports, StoragePort } from "../ports.ts";

declare global {
  interface Performance {
    /** Absent outside Chromium. */
    readonly memory?: { readonly usedJSHeapSize: number; readonly jsHeapSizeLimit: number };
  }
}

/** The ports that the page and the service worker share. */
export const browserPorts = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  randomBytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)),
  // Half a second on a slow phone; as OWASP advises.
  signInCost: { memory: 19_456, passes: 2 },
  fetch: (url: string, init: RequestInit) => fetch(url, init),
  baseUrl: "",
  locks: webLocks(),
  storage: browserStorage(),
  pause: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  userAgent: navigator.userAgent,
  clientSettings: readClientSettings,
  storeClientSettings,
} satisfies Partial<Ports>;

function webLocks(): Locks {
  return {
    hold: async <T>(name: string, work: () => Promise<T>): Promise<T> =>
      navigator.locks.request(name, work),
  };
}

/** Without OPFS there is no journal. */
export function hasJournal(): boolean {
  return typeof navigator.storage?.getDirectory === "function";
}

function browserStorage(): StoragePort {
  const storage: StorageManager | undefined = navigator.storage;
  const heap = () => performance.memory;
  return {
    async estimate() {
      const estimate = await storage?.estimate?.().catch(() => undefined);
      // The first screen does not need it.
      const module = await import("./storage-estimate.ts").catch(() => null);
      if (!module) return { usage: estimate?.usage ?? null, quota: estimate?.quota ?? null };
      return module.correctSpace(estimate, module.measurePrivateFiles);
    },
    isPersistent: async () => (await storage?.persisted?.().catch(() => null)) ?? null,
    persist: async () => (await storage?.persist?.().catch(() => null)) ?? null,
    memory: () => ({
      used: heap()?.usedJSHeapSize ?? null,
      limit: heap()?.jsHeapSizeLimit ?? null,
    }),
  };
}
