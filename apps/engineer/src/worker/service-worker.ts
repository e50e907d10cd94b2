import { createHandlerBoundToURL, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { answerDrain, drainOnce } from "./sending.ts";
import { keepPreviousShell, previousShell } from "./shell.ts";

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: (string | { url: string; revision: string | null })[];
};

// Before workbox's own install listener: what it will replace is set aside first.
self.addEventListener("install", (event) => event.waitUntil(keepPreviousShell()));

precacheAndRoute(self.__WB_MANIFEST);
registerRoute(
  new NavigationRoute(createHandlerBoundToURL("index.html"), {
    denylist: [/^\/(api|office|document|Property|Work|Company)(\/|$)/],
  }),
);
// A page of the version before may still ask for a piece of it.
registerRoute(
  ({ url }) => url.pathname.startsWith("/assets/"),
  async ({ request }) => (await previousShell(request)) ?? fetch(request),
);

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => {
  const kind: unknown = (event.data as { kind?: unknown } | null)?.kind;
  // The page says when: never while a form, a wizard or a photo is open.
  if (kind === "take-over") event.waitUntil(self.skipWaiting());
  const [port] = event.ports;
  if (kind === "drain" && port) event.waitUntil(answerDrain(port));
});

// Background Sync: sends with the page closed, where the browser has it.
self.addEventListener("sync", (event) => {
  const syncEvent = event as ExtendableEvent & { readonly tag: string };
  if (syncEvent.tag === "fieldfare-outbox") syncEvent.waitUntil(drainOnce());
});
