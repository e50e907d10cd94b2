import { z } from "@fieldfare/contract";
import { refused, type Result } from "@fieldfare/domain";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { GuessCost, Ports } from "../ports.ts";

/** First bytes of every rescue file. */
const magic = "FIELDFARE-RESCUE\n";
const version = 1;

/**
 * The file leaves the phone, so a guess costs more than at sign-in: some three seconds on a slow
 * phone.
 */
export const fullCost: GuessCost = { memory: 65_536, passes: 3 };

export type EnvelopeRefusal =
  | "not-a-rescue-file"
  | "wrong-version"
  | "truncated"
  | "damaged"
  | "wrong-passphrase";

/**
 * Readable without the passphrase and authenticated with the content: another head opens nothing.
 */
const head = z.object({
  version: z.int(),
  createdOn: z.iso.datetime(),
  salt: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  iv: z.string().check(z.regex(/^[0-9a-f]{24}$/)),
  size: z.int().check(z.minimum(17)),
  /** The cost that the file was sealed with, bounded so that no file exhausts a phone. */
  memory: z.int().check(z.minimum(8), z.maximum(262_144)),
  passes: z.int().check(z.minimum(1), z.maximum(10)),
});
const headLimit = 2_000;
const hashBytes = 32;

/**
 * Encrypts a rescue file. Its format: magic, head as a line of JSON, hash of what follows, the content encrypted with
 * AES-GCM.
 */
export async function seal(
  ports: Pick<Ports, "randomBytes" | "now" | "hashSecret">,
  passphrase: string,
  content: Uint8Array<ArrayBuffer>,
  cost: GuessCost,
): Promise<Blob> {
  const salt = ports.randomBytes(16);
  const iv = ports.randomBytes(12);
  const headText = JSON.stringify({
    version,
    createdOn: ports.now().toISOString(),
    salt: bytesToHex(salt),
    iv: bytesToHex(iv),
    size: content.length + 16,
    ...cost,
  } satisfies z.output<typeof head>);
  const headBytes = new TextEncoder().encode(`${magic}${headText}\n`);
  const key = await deriveKey(ports, passphrase, salt, cost);
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData: headBytes }, key, content),
  );
  return new Blob([headBytes, new Uint8Array(sha256(sealed)), sealed], {
    type: "application/octet-stream",
  });
}

/**
 * Decrypts a rescue file. Each refusal says what is wrong: no rescue file, cut off, damaged,
 * another version, wrong passphrase.
 */
export async function open(
  ports: Pick<Ports, "hashSecret">,
  file: Uint8Array<ArrayBuffer>,
  passphrase: string,
): Promise<Result<Uint8Array<ArrayBuffer>, EnvelopeRefusal>> {
  const start = new TextDecoder().decode(file.subarray(0, headLimit));
  if (!start.startsWith(magic)) return refused("not-a-rescue-file");
  const headEnd = file.indexOf(10, magic.length);
  if (headEnd < 0 || headEnd > headLimit) return refused("truncated");
  const parsedHead = parseHead(new TextDecoder().decode(file.subarray(magic.length, headEnd)));
  if (!parsedHead) return refused("damaged");
  if (parsedHead.version !== version) return refused("wrong-version");
  const headBytes = file.subarray(0, headEnd + 1);
  const hash = file.subarray(headEnd + 1, headEnd + 1 + hashBytes);
  const sealed = file.subarray(headEnd + 1 + hashBytes);
  if (sealed.length < parsedHead.size) return refused("truncated");
  if (sealed.length > parsedHead.size || bytesToHex(sha256(sealed)) !== bytesToHex(hash))
    return refused("damaged");
  const salt = new Uint8Array(hexToBytes(parsedHead.salt));
  const key = await deriveKey(ports, passphrase, salt, parsedHead);
  try {
    const content = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv: new Uint8Array(hexToBytes(parsedHead.iv)), additionalData: headBytes },
      key,
      sealed,
    );
    return { ok: true, value: new Uint8Array(content) };
  } catch {
    return refused("wrong-passphrase");
  }
}

function parseHead(text: string): z.output<typeof head> | null {
  try {
    return head.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

async function deriveKey(
  { hashSecret }: Pick<Ports, "hashSecret">,
  passphrase: string,
  salt: Uint8Array<ArrayBuffer>,
  { memory, passes }: GuessCost,
): Promise<CryptoKey> {
  // The same letters typed on another keyboard are the same passphrase.
  const secret = passphrase.normalize("NFKC");
  const hash = await hashSecret({ secret, salt, memory, passes });
  return crypto.subtle.importKey("raw", hash, "AES-GCM", false, ["encrypt", "decrypt"]);
}
