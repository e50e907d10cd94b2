import type { Device, DeviceEvent } from "@fieldfare/device";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { showToast } from "../ui/toast.tsx";
import { speakEvents } from "./events.ts";

vi.mock("../ui/toast.tsx", () => ({ showToast: vi.fn<() => void>() }));

let online: () => void;

beforeEach(() => {
  vi.mocked(showToast).mockClear();
  vi.stubGlobal("addEventListener", (_name: string, listener: () => void) => (online = listener));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** The app as it starts with or without a network. */
function start(onLine: boolean): (event: DeviceEvent) => void {
  vi.stubGlobal("navigator", { onLine });
  let tell: (event: DeviceEvent) => void = () => undefined;
  const events = { on: (listener: (event: DeviceEvent) => void) => (tell = listener) };
  const device = { events } as unknown as Device;
  const lead = vi.fn<() => void>();
  speakEvents(device, { signOut: lead, showTokenError: lead, checkLock: lead });
  return tell;
}

it("A server that cannot be reached is told once for every spell without a network", () => {
  const tell = start(true);
  tell({ kind: "network-error" });
  tell({ kind: "network-error" });
  expect(showToast).toHaveBeenCalledTimes(1);
  online();
  tell({ kind: "network-error" });
  expect(showToast).toHaveBeenCalledTimes(2);
});

it("An app that opens without a network says it in its header alone, until it had one", () => {
  const tell = start(false);
  tell({ kind: "network-error" });
  expect(showToast).not.toHaveBeenCalled();
  online();
  tell({ kind: "network-error" });
  expect(showToast).toHaveBeenCalledTimes(1);
});
