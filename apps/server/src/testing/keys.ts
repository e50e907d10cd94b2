import type { TokenKeys } from "../http/token-keys.ts";

/** The same keys for every server of a test, as for the servers of one installation. */
export const testTokenKeys: TokenKeys = [{ id: "test", key: new Uint8Array(32).fill(7) }];
