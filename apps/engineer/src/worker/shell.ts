import { cacheNames } from "workbox-core";

const previousName = "fieldfare-previous-shell";

/** Copies the precached files before a new version replaces them, so that an open page can still load its own. */
export async function savePreviousShell(): Promise<void> {
  if (!(await caches.has(cacheNames.precache))) return;
  const current = await caches.open(cacheNames.precache);
  await caches.delete(previousName);
  const previous = await caches.open(previousName);
  for (const request of await current.keys()) {
    const response = await current.match(request);
    if (response) await previous.put(request, response);
  }
}

/** A file of the version before, for a page that still runs it; undefined: not kept. */
export async function readPreviousShell(request: Request): Promise<Response | undefined> {
  return (await caches.open(previousName)).match(request, { ignoreSearch: true });
}
