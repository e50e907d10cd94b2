import { callServer, type Device, isEmulation, logError } from "@fieldfare/device";
import { getPushKey, putPushSubscription } from "@fieldfare/contract";

/**
 * Creates or removes the browser's push subscription: it exists only while an engineer is signed in on an unlocked
 * phone that allows notifications. This never asks for the permission: the installation asks for it and gives the reason.
 */
export function syncPushSubscription(device: Device, isWanted: boolean): Promise<void> {
  // The calls run one after the other: a sign-in must not overlap the removal of the previous subscription.
  last = last.then(() => updateSubscription(device, isWanted));
  return last;
}

let last = Promise.resolve();

async function updateSubscription(device: Device, isWanted: boolean): Promise<void> {
  // A training build has no office that sends messages.
  if (isEmulation) return;
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    const push = registration?.pushManager;
    if (!push || !("Notification" in window)) return;
    const current = await push.getSubscription();
    if (!isWanted || Notification.permission !== "granted") {
      // The push service drops it, and the server deletes it when its next message is refused.
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
    // Without push the next poll of the open app fetches the same changes.
    await logError(device, error, "push");
  }
}

/** Replaces a subscription that was made with another key of the server: it would never receive a message. */
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
