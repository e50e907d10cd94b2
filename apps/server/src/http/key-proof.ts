import { createHash, createPublicKey, verify } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { type DeviceKey, deviceKey, header, signedText, z } from "@fieldfare/contract";

declare module "fastify" {
  interface FastifyRequest {
    /** The JSON text of the body, of a call that devices sign. Null: no such call, or no body. */
    bodyText: string | null;
  }
}

/** What a request shows of the key of its device. */
export interface KeyProof {
  /** The public key that the request names, if it is signed with it. */
  readonly ownKey: DeviceKey | null;
  isSignedWith(key: DeviceKey): boolean;
}

/** Reads which key has signed a request: method, path, body and token. */
export function readKeyProof(request: FastifyRequest): KeyProof {
  const signature = readHeader(request, header.deviceSignature);
  const text = signedText({
    method: request.method,
    path: request.url,
    bodyHash: createHash("sha256")
      .update(request.bodyText ?? "")
      .digest("hex"),
    token: request.headers.authorization?.split(" ")[1] ?? null,
  });
  const isSignedWith = (key: DeviceKey) =>
    signature !== null && isSignature(text, key, Buffer.from(signature, "base64url"));
  const named = parseKey(readHeader(request, header.deviceKey));
  return { ownKey: named && isSignedWith(named) ? named : null, isSignedWith };
}

function readHeader({ headers }: FastifyRequest, name: string): string | null {
  const value = headers[name.toLowerCase()];
  return typeof value === "string" && value.length <= maxHeaderLength ? value : null;
}

const maxHeaderLength = 500;

function parseKey(text: string | null): DeviceKey | null {
  if (text === null) return null;
  try {
    const json: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    const parsed = z.safeParse(deviceKey, json);
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function isSignature(text: string, key: DeviceKey, signature: Buffer): boolean {
  try {
    const publicKey = createPublicKey({ key, format: "jwk" });
    return verify("sha256", Buffer.from(text), { key: publicKey, dsaEncoding }, signature);
  } catch {
    // The coordinates are no point of the curve.
    return false;
  }
}

/** The form in which browsers sign. */
const dsaEncoding = "ieee-p1363";
