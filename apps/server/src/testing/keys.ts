import { newEscrowKeySet, parseEscrowKeys } from "../http/escrow-keys.ts";
import type { TokenKeys } from "../http/token-keys.ts";

/** The same keys for every server of a test, as for the servers of one installation. */
export const testTokenKeys: TokenKeys = [{ id: "test", key: new Uint8Array(32).fill(7) }];

/** The same keys for what is sealed to the servers of a test. */
export const testEscrowKeys = newEscrowKeySet().then((keys) => parseEscrowKeys(keys, "A new key"));
