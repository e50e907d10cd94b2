/** The part of the service worker's global scope that the handlers use. */
export interface PushScope {
  readonly clients: Pick<Clients, "matchAll" | "openWindow">;
  readonly registration: Pick<ServiceWorkerRegistration, "showNotification">;
}

/** The tag makes one notification replace another: a single one covers all changes while the app was not visible. */
const tag = "changed";
const title = "Fieldfare";
const text = "The office has changed something. Open the app to see it.";

/**
 * Handles a push message, which only says that something has changed. Open windows poll. If none is visible and
 * somebody is signed in, a notification appears. It gives no details: those need a sign-in.
 */
export async function handlePush(
  { clients, registration }: PushScope,
  isSignedIn: () => Promise<boolean>,
): Promise<void> {
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const window of windows) window.postMessage({ kind: "poll" });
  if (windows.some(({ visibilityState }) => visibilityState === "visible")) return;
  if (!(await isSignedIn())) return;
  const options: NotificationOptions & { readonly renotify: boolean } = {
    body: text,
    tag,
    renotify: true,
    icon: "/icons/icon-192.png",
  };
  await registration.showNotification(title, options);
}

/** Brings the open app to the front on its current screen, so that unsaved work stays open; else opens the alerts. */
export async function openFromNotification(
  { clients }: Pick<PushScope, "clients">,
  notification: Pick<Notification, "close">,
): Promise<void> {
  notification.close();
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const [window] = windows;
  if (window) await window.focus();
  else await clients.openWindow("/alerts");
}
