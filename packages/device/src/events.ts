import type { MessageType } from "@fieldfare/contract";

export type DeviceEvent =
  | {
      readonly kind: "sync-progress";
      readonly step: "download" | "store" | "finished";
      readonly done: number;
      readonly total: number | null;
    }
  | { readonly kind: "network-error" }
  /** Whether the server could be reached just now, and its build number. */
  | { readonly kind: "contact"; readonly isReached: boolean; readonly buildNumber?: number }
  /** `ownerId` is the engineer whom it concerns: another one may have signed in meanwhile. */
  | { readonly kind: "token-renewal-failure"; readonly ownerId: string | null }
  | { readonly kind: "token-not-found"; readonly ownerId: string | null }
  | { readonly kind: "generic-failure"; readonly detail: string }
  | {
      readonly kind: "device-disabled";
      readonly error: "locked" | "unknown";
      readonly ownerId: string;
    }
  | { readonly kind: "drained"; readonly sent: number }
  /** The phone is so full that the sender cannot store what it does. The next `drained` ends that. */
  | { readonly kind: "sending-lacks-space" }
  | { readonly kind: "lane-parked"; readonly messageType: MessageType; readonly detail: string }
  /** The phone's clock differs from the server's by hours; above zero when it is behind. */
  | { readonly kind: "clock-off"; readonly hours: number }
  | { readonly kind: "jobs-added"; readonly added: number }
  | { readonly kind: "restored"; readonly messages: number }
  /** The office has asked that this device of an engineer is wiped. */
  | { readonly kind: "wipe-requested"; readonly deviceId: string }
  /** Everything of an engineer has been deleted here. */
  | { readonly kind: "wiped"; readonly ownerId: string }
  /** The engineer has signed in, or opened the app with the PIN: every tab is open. */
  | {
      readonly kind: "app-unlocked";
      readonly unlockedId: string;
      /** The key of what is stored, for the tabs that have been locked since they started. */
      readonly dataKey?: ArrayBuffer;
    }
  /** What the phone had stored for the engineer cannot be opened any more; what is unsent is not concerned. */
  | { readonly kind: "data-key-lost"; readonly ownerId: string }
  /** The app was not used for the time after which it asks for the PIN: every tab asks. */
  | { readonly kind: "app-locked" }
  /** The engineer has signed out in a tab, or another one signs in: a request that then finds no token is no error. */
  | { readonly kind: "signed-out"; readonly ownerId: string }
  /** A tab that has just started asks whether the app is open in another one. */
  | { readonly kind: "app-lock-asked" }
  /** Another engineer has signed in, in this tab or in another one. */
  | { readonly kind: "user-switched" }
  | { readonly kind: "storage"; readonly state: "full" | "journal-unavailable" | "lost" };

export interface DeviceEvents {
  on(listener: (event: DeviceEvent) => void): () => void;
  emit(event: DeviceEvent): void;
}

/**
 * Creates the events of one context. `relay` carries events to the other tabs and the worker, which
 * pass what they get to `receive`.
 */
export function createEvents(relay?: (event: DeviceEvent) => void): DeviceEvents & {
  receive(event: DeviceEvent): void;
} {
  const listeners = new Set<(event: DeviceEvent) => void>();
  const receive = (event: DeviceEvent) => {
    for (const listener of listeners) listener(event);
  };
  return {
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit(event) {
      receive(event);
      relay?.(event);
    },
    receive,
  };
}
