import type { Device, DeviceEvent } from "@fieldfare/device";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { showToast } from "../ui/toast.tsx";
import { handleDeviceEvents } from "./events.ts";

vi.mock("../ui/toast.tsx", () => ({ showToast: vi.fn<() => void>() }));

let online: () => void;

beforeEach(() => {
  vi.mocked(showToast).mockClear();
  vi.stubGlobal("addEventListener", (_name: string, listener: () => void) => (online = listener));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Starts the app of an engineer with or without a network. */
function start(
  onLine: boolean,
  callback = vi.fn<() => void>(),
  ownerId: string | null = "alex",
): (event: DeviceEvent) => void {
  vi.stubGlobal("navigator", { onLine });
  let emit: (event: DeviceEvent) => void = () => undefined;
  const events = { on: (listener: (event: DeviceEvent) => void) => (emit = listener) };
  const device = { events, engineer: ownerId && { ownerId } } as unknown as Device;
  handleDeviceEvents(device, {
    signOut: callback,
    showTokenError: callback,
    leaveTokenError: callback,
    checkLock: callback,
    showWiped: callback,
  });
  return emit;
}

it("A server that cannot be reached shows one toast until the phone is online again", () => {
  const emit = start(true);
  emit({ kind: "network-error" });
  emit({ kind: "network-error" });
  expect(showToast).toHaveBeenCalledTimes(1);
  online();
  emit({ kind: "network-error" });
  expect(showToast).toHaveBeenCalledTimes(2);
});

it("An app that opens without a network shows no toast until it has been online", () => {
  const emit = start(false);
  emit({ kind: "network-error" });
  expect(showToast).not.toHaveBeenCalled();
  online();
  emit({ kind: "network-error" });
  expect(showToast).toHaveBeenCalledTimes(1);
});

it("Events of the engineer who was signed in before are not shown", () => {
  const callback = vi.fn<() => void>();
  const emit = start(true, callback);
  const emitAll = (ownerId: string) => {
    emit({ kind: "token-renewal-failure", ownerId });
    emit({ kind: "token-not-found", ownerId });
    emit({ kind: "device-disabled", error: "locked", ownerId });
  };
  emitAll("sam");
  expect(showToast).not.toHaveBeenCalled();
  expect(callback).not.toHaveBeenCalled();
  emitAll("alex");
  expect(showToast).toHaveBeenCalledOnce();
  expect(callback).toHaveBeenCalledTimes(2);
});

it("A sign-out in another tab is no token error, until somebody has signed in again", () => {
  const callback = vi.fn<() => void>();
  const emit = start(true, callback);
  emit({ kind: "signed-out", ownerId: "alex" });
  // The error of a request that was earlier is left.
  expect(callback).toHaveBeenCalledOnce();
  emit({ kind: "token-not-found", ownerId: "alex" });
  expect(callback).toHaveBeenCalledOnce();
  emit({ kind: "app-unlocked", unlockedId: "alex" });
  emit({ kind: "token-not-found", ownerId: "alex" });
  expect(callback).toHaveBeenCalledTimes(2);
});

it("A wipe shows its screen to the engineer who was wiped, and nothing to a colleague", () => {
  const callback = vi.fn<() => void>();
  start(true, callback)({ kind: "wiped", ownerId: "sam" });
  expect(callback).not.toHaveBeenCalled();
  start(true, callback, null)({ kind: "wiped", ownerId: "sam" });
  expect(callback).toHaveBeenCalledTimes(1);
});
