/** What the handlers need of the service worker's global scope. */
export interface PushScope {
  readonly clients: Pick<Clients, "matchAll" | "openWindow">;
  readonly registration: Pick<ServiceWorkerRegistration, "showNotification">;
}

/** One notification stands for all that came while the app was not looked at. */
const tag = "changed";
const title = "Fieldfare";
const text = "The office has changed something. Open the app to see it.";

/**
 * Something has changed. Open windows ask for it; where none is looked at, a notification says so, without what it is:
 * that lies behind the sign-in. Nothing is shown where nobody is signed in.
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

/** Brings the app to the front where it stands: what is open in it stays open. */
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
