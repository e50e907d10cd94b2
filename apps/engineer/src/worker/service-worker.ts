import { createHandlerBoundToURL, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { handlePush, openFromNotification } from "./push-messages.ts";
import { answerDrain, drainAndAskAgain, drainOnce, isSignedIn } from "./sending.ts";
import { savePreviousShell, readPreviousShell } from "./shell.ts";

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: (string | { url: string; revision: string | null })[];
};

// Before workbox's own install listener: what it will replace is set aside first.
self.addEventListener("install", (event) => event.waitUntil(savePreviousShell()));

precacheAndRoute(self.__WB_MANIFEST);
registerRoute(
  new NavigationRoute(createHandlerBoundToURL("index.html"), {
    denylist: [/^\/(api|office|verify|document|Property|Work|Company)(\/|$)/],
  }),
);
// A page of the version before may still ask for a piece of it.
registerRoute(
  ({ url }) => url.pathname.startsWith("/assets/"),
  async ({ request }) => (await readPreviousShell(request)) ?? fetch(request),
);

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => {
  const kind: unknown = (event.data as { kind?: unknown } | null)?.kind;
  // The page says when: never while a form, a wizard or a photo is open.
  if (kind === "take-over") event.waitUntil(self.skipWaiting());
  const [port] = event.ports;
  if (kind === "drain" && port) event.waitUntil(answerDrain(port));
});

// Web Push: something has changed, and this wakes the app to ask what.
self.addEventListener("push", (event) => event.waitUntil(handlePush(self, isSignedIn)));
self.addEventListener("notificationclick", (event) =>
  event.waitUntil(openFromNotification(self, event.notification)),
);

const outboxTag = "fieldfare-outbox";

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  readonly lastChance: boolean;
}

// Background Sync: sends with the page closed, where the browser has it.
self.addEventListener("sync", (event) => {
  const syncEvent = event as SyncEvent;
  if (syncEvent.tag !== outboxTag) return;
  const { sync } = self.registration as ServiceWorkerRegistration & {
    sync?: { register(tag: string): Promise<void> };
  };
  syncEvent.waitUntil(
    syncEvent.lastChance ? drainAndAskAgain(() => sync?.register(outboxTag)) : drainOnce(),
  );
});

// Where the browser wakes an installed app from time to time, what waits is sent then as well.
self.addEventListener("periodicsync", (event) => {
  const syncEvent = event as SyncEvent;
  if (syncEvent.tag === outboxTag) syncEvent.waitUntil(drainOnce());
});
