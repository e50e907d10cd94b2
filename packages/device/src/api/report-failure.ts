import type { CallFailure } from "./failure.ts";
import type { Device } from "../device.ts";

/** Tells the screens of a failure that is everybody's: the words for it stand in one place there. */
export function reportFailure(device: Device, failure: CallFailure): void {
  switch (failure.kind) {
    case "network":
      device.events.emit({ kind: "network-error" });
      return;
    case "token-renewal":
      device.events.emit({ kind: "token-renewal-failure" });
      return;
    case "token-not-found":
      device.events.emit({ kind: "token-not-found" });
      return;
    default:
  }
}
