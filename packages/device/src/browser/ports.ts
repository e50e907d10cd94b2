import type { Locks, Ports } from "../ports.ts";

/** What the page and the service worker have in common. */
export const browserPorts = {
  now: () => new Date(),
  randomBytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)),
  fetch: (url: string, init: RequestInit) => fetch(url, init),
  baseUrl: "",
  locks: webLocks(),
  pause: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  userAgent: navigator.userAgent,
} satisfies Partial<Ports>;

function webLocks(): Locks {
  return {
    hold: <T>(name: string, work: () => Promise<T>) =>
      navigator.locks.request(name, work) as Promise<T>,
  };
}

/** Where there is no OPFS there is no second journal. */
export function hasJournal(): boolean {
  return typeof navigator.storage?.getDirectory === "function";
}
