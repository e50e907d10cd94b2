import { fromBase64, toBase64 } from "../base64.ts";
import { nameInBuild } from "../build.ts";
import type { HeldKeys } from "../database/seal-types.ts";

const heldKeyName = nameInBuild("fieldfare.data-key");

/** Holds the data key as long as the tab lasts, over a reload too. */
export function holdInTab(): HeldKeys {
  return {
    read: readHeldKey,
    hold(ownerId, key) {
      try {
        sessionStorage.setItem(heldKeyName, `${ownerId} ${toBase64(key)}`);
      } catch {
        // Without space the next start asks for the PIN.
      }
    },
    clear: () => sessionStorage.removeItem(heldKeyName),
  };
}

/** Returns the data key that this tab holds for an engineer, null if it holds none. */
export function readHeldKey(ownerId: string): Uint8Array<ArrayBuffer> | null {
  const [heldFor, key] = (readTab() ?? "").split(" ");
  return heldFor === ownerId && key ? fromBase64(key) : null;
}

function readTab(): string | null {
  try {
    return sessionStorage.getItem(heldKeyName);
  } catch {
    return null;
  }
}
