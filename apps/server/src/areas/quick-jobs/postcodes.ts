import { type CallAnswer, type lookUpPostcode, newAddress, z } from "@fieldfare/contract";
import { parsePostcode } from "@fieldfare/domain";
import { knownAddresses } from "./known-addresses.ts";

type Addresses = CallAnswer<typeof lookUpPostcode>;

/**
 * Looks up the addresses of a postcode. Null when the provider cannot be reached, is too slow or sends a malformed
 * response.
 */
export type PostcodeLookUp = (postcode: string) => Promise<Addresses | null>;

export interface PostcodeProvider {
  /** The provider's URL, with `{postcode}` in place of the postcode. */
  readonly url: string;
  readonly timeoutMs: number;
}

const maxBytes = 1_000_000;

/** Uses the provider, or without one a small built-in table. Only the configured host is ever called. */
export function createPostcodeLookUp(provider: PostcodeProvider | null): PostcodeLookUp {
  return async (typed) => {
    const postcode = parsePostcode(typed);
    if (postcode === null) return [];
    if (!provider) return knownAddresses.filter((address) => address.postcode === postcode);
    try {
      return await fetchAddresses(provider, postcode);
    } catch {
      return null;
    }
  };
}

async function fetchAddresses({ url, timeoutMs }: PostcodeProvider, postcode: string) {
  const response = await fetch(url.replace("{postcode}", encodeURIComponent(postcode)), {
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
    headers: { Accept: "application/json" },
  });
  if (response.status === 404) return [];
  if (!response.ok) return null;
  const text = await readAtMost(response, maxBytes);
  const parsed = z.safeParse(z.array(newAddress), text === null ? null : JSON.parse(text));
  return parsed.success ? parsed.data.slice(0, 200) : null;
}

/** Null when the body is longer than `limit`. */
async function readAtMost(response: Response, limit: number): Promise<string | null> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.length;
    if (size > limit) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}
