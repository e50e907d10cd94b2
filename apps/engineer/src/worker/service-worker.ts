import { createHandlerBoundToURL, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { handlePush, openFromNotification } from "./push-messages.ts";
import { savePreviousShell, readPreviousShell } from "./shell.ts";

/** What sends is evaluated when it is needed: a start of the app waits for this worker. */
const loadSending = () => import("./sending.ts");

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: (string | { url: string; revision: string | null })[];
};

// This listener comes before workbox's own: the old files are copied before workbox replaces them.
self.addEventListener("install", (event) => event.waitUntil(savePreviousShell()));

precacheAndRoute(self.__WB_MANIFEST);
registerRoute(
  new NavigationRoute(createHandlerBoundToURL("index.html"), {
    denylist: [/^\/(api|office|form-preview|verify|document|Property|Work|Company)(\/|$)/],
  }),
);
// A page of the previous version may still load one of its files.
registerRoute(
  ({ url }) => url.pathname.startsWith("/assets/"),
  async ({ request }) => (await readPreviousShell(request)) ?? fetch(request),
);

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => {
  const message: unknown = event.data;
  if (typeof message !== "object" || message === null || !("kind" in message)) return;
  const { kind } = message;
  // The page decides when: never while a form, a wizard or a photo is open.
  if (kind === "take-over") event.waitUntil(self.skipWaiting());
  if (kind === "claim") event.waitUntil(self.clients.claim());
  const [port] = event.ports;
  if (kind === "drain" && port)
    event.waitUntil(loadSending().then(({ answerDrain }) => answerDrain(port)));
});

// Web Push wakes the app, which then asks the server for the changes.
self.addEventListener("push", (event) =>
  event.waitUntil(handlePush(self, async () => (await loadSending()).isSignedIn())),
);
self.addEventListener("notificationclick", (event) =>
  event.waitUntil(openFromNotification(self, event.notification)),
);

const outboxTag = "fieldfare-outbox";

interface PeriodicSyncEvent extends ExtendableEvent {
  readonly tag: string;
}

interface SyncEvent extends PeriodicSyncEvent {
  readonly lastChance: boolean;
}

// The compiler's library does not have the two yet.
declare global {
  interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent;
    periodicsync: PeriodicSyncEvent;
  }
  interface ServiceWorkerRegistration {
    readonly sync?: { register(tag: string): Promise<void> };
  }
}

// Background Sync sends while the page is closed, in browsers that support it.
self.addEventListener("sync", (event) => {
  if (event.tag !== outboxTag) return;
  const { sync } = self.registration;
  const askAgain = () => sync?.register(outboxTag);
  event.waitUntil(
    loadSending().then(({ drainAndAskAgain, drainOnce }) =>
      event.lastChance ? drainAndAskAgain(askAgain) : drainOnce(),
    ),
  );
});

// Periodic Background Sync sends the outbox whenever the browser wakes an installed app.
self.addEventListener("periodicsync", (event) => {
  if (event.tag === outboxTag) event.waitUntil(loadSending().then(({ drainOnce }) => drainOnce()));
});
