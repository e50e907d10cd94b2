import { ping } from "@fieldfare/contract";
import { callServer, type Device, readSession, runSync } from "@fieldfare/device";
import { ask } from "../ui/dialog.tsx";
import { showToast, type Toast } from "../ui/toast.tsx";
import { networkFailedSince, whileRunning } from "./sync.ts";
import { words } from "./words.ts";

/**
 * Runs one sync and says how it ended. At start and at sign-in it is silent when nothing had changed,
 * and leaves it to the network's own toast when there was no network.
 */
export async function synchronise(
  device: Device,
  wish: { readonly asked: "start" | "sign-in" | "user"; readonly full?: boolean },
  failed?: { readonly offline: Toast; readonly error: Toast },
): Promise<void> {
  const spoken = words().sync;
  if (wish.asked === "start" && !(await isReachable(device))) {
    device.events.tell({ kind: "network-error" });
    return;
  }
  const began = Date.now();
  const first = await whileRunning(() => runSync(device, wish));
  const isLarge = first.code === "large-payload" && (await mayLoad(first.sizeInMb ?? 0));
  const asked = isLarge ? "user" : wish.asked;
  const result = isLarge
    ? await whileRunning(() => runSync(device, { ...wish, asked, allowLarge: true }))
    : first;
  switch (result.code) {
    case "auto-sync":
    case "user-requested":
      showToast({ text: spoken.success, kind: "good", key: "sync" });
      return;
    case "not-required":
      if (asked === "user") showToast({ text: spoken.notRequired, key: "sync" });
      return;
    case "error": {
      // Signed out meanwhile: nobody waits for it.
      if (!(await readSession(device)).user) return;
      const isOffline = networkFailedSince(began);
      if (failed) showToast({ ...(isOffline ? failed.offline : failed.error), key: "sync" });
      else if (asked === "user" || !isOffline)
        showToast({ text: spoken.failure, kind: "warn", duration: "long", key: "sync" });
      return;
    }
    case "large-payload":
  }
}

/** Asked before a start's sync: without a network a login that waits for one is no fault. */
async function isReachable(device: Device): Promise<boolean> {
  return (await callServer(device, ping, {})).ok;
}

async function mayLoad(sizeInMb: number): Promise<boolean> {
  const spoken = words().sync;
  const answer = await ask({
    title: spoken.required,
    text: spoken.requiredText(sizeInMb),
    confirm: spoken.request,
    cancel: spoken.later,
  });
  return answer === true;
}
