import { callServer, type Device, isEmulation, logError } from "@fieldfare/device";
import { getPushKey, putPushSubscription } from "@fieldfare/contract";

/**
 * Keeps the browser's push subscription as it should be: there while an engineer is signed in on an unlocked phone
 * that allows notifications, and else gone. Nobody is asked here: the installation has asked, with the reason.
 */
export function syncPushSubscription(device: Device, isWanted: boolean): Promise<void> {
  // One after the other: a sign-in must not meet the end of the subscription before it.
  last = last.then(() => updateSubscription(device, isWanted));
  return last;
}

let last = Promise.resolve();

async function updateSubscription(device: Device, isWanted: boolean): Promise<void> {
  // What is practised is nobody's news.
  if (isEmulation) return;
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    const push = registration?.pushManager;
    if (!push || !("Notification" in window)) return;
    const current = await push.getSubscription();
    if (!isWanted || Notification.permission !== "granted") {
      // The push service knows it no more, and the server forgets it with the next message.
      await current?.unsubscribe();
      return;
    }
    const key = await callServer(device, getPushKey, {});
    if (!key.ok || key.value.publicKey === null) return;
    const subscription = await subscribe(push, current, key.value.publicKey);
    const { endpoint, keys } = subscription.toJSON();
    const { p256dh, auth } = keys ?? {};
    if (endpoint && p256dh && auth)
      await callServer(device, putPushSubscription, { body: { endpoint, keys: { p256dh, auth } } });
  } catch (error) {
    // Without push the next poll of the open app brings the same.
    await logError(device, error, "push");
  }
}

/** A subscription that was made with another key of the server would never be called. */
async function subscribe(
  push: PushManager,
  current: PushSubscription | null,
  publicKey: string,
): Promise<PushSubscription> {
  if (current && encodeServerKey(current) === publicKey) return current;
  await current?.unsubscribe();
  return push.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

function encodeServerKey({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
