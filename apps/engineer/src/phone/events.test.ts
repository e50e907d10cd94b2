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

/** Starts the app with or without a network. */
function start(onLine: boolean): (event: DeviceEvent) => void {
  vi.stubGlobal("navigator", { onLine });
  let emit: (event: DeviceEvent) => void = () => undefined;
  const events = { on: (listener: (event: DeviceEvent) => void) => (emit = listener) };
  const device = { events } as unknown as Device;
  const callback = vi.fn<() => void>();
  handleDeviceEvents(device, { signOut: callback, showTokenError: callback, checkLock: callback });
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
