import { type Device, isSignInNeeded, pingOnce, readSession, runSync } from "@fieldfare/device";
import { ask } from "../ui/dialog.tsx";
import { showToast, type Toast } from "../ui/toast.tsx";
import { networkFailedSince, trackSyncRun } from "./sync.ts";
import { strings } from "./work-strings.ts";

/**
 * Runs one sync and shows the result. At start and at sign-in it shows nothing if nothing has changed, and leaves a
 * missing network to the network's own toast.
 */
export async function synchronise(
  device: Device,
  options: { readonly requestedBy: "start" | "sign-in" | "user"; readonly full?: boolean },
  failed?: { readonly offline: Toast; readonly error: Toast },
): Promise<void> {
  const text = strings().sync;
  if (options.requestedBy === "start" && !(await isReachable(device))) return;
  const startedAt = Date.now();
  const first = await trackSyncRun(() => runSync(device, options));
  const isLarge = first.code === "large-payload" && (await mayLoad(first.sizeInMb ?? 0));
  const requestedBy = isLarge ? "user" : options.requestedBy;
  const result = isLarge
    ? await trackSyncRun(() => runSync(device, { ...options, requestedBy, allowLarge: true }))
    : first;
  switch (result.code) {
    case "auto-sync":
    case "user-requested":
      showToast({ text: text.success, kind: "good", key: "sync" });
      return;
    case "not-required":
      if (requestedBy === "user") showToast({ text: text.notRequired, key: "sync" });
      return;
    case "error": {
      // If the engineer has signed out meanwhile, nobody waits for the result.
      if (!(await readSession(device)).user) return;
      const isOffline = networkFailedSince(startedAt);
      if (!isOffline && (await isSignInNeeded(device))) {
        // At a start the poll reports it, unless another tab gets the token meanwhile.
        const ownerId = device.engineer?.ownerId ?? null;
        if (requestedBy === "user") device.events.emit({ kind: "token-renewal-failure", ownerId });
        return;
      }
      if (failed) showToast({ ...(isOffline ? failed.offline : failed.error), key: "sync" });
      else if (requestedBy === "user" || !isOffline)
        showToast({ text: text.failure, kind: "warn", duration: "long", key: "sync" });
      return;
    }
    case "large-payload":
  }
}

/**
 * Checks the server before the sync at start: without a network an unverified login is no error. To a locked device the
 * server has answered, so there it is no network error either.
 */
async function isReachable(device: Device): Promise<boolean> {
  const answer = await pingOnce(device, "start");
  if (!answer.ok && answer.failure.kind !== "device") device.events.emit({ kind: "network-error" });
  return answer.ok;
}

async function mayLoad(sizeInMb: number): Promise<boolean> {
  const text = strings().sync;
  const answer = await ask({
    title: text.required,
    text: text.requiredText(sizeInMb),
    confirm: text.request,
    cancel: text.later,
  });
  return answer === true;
}
