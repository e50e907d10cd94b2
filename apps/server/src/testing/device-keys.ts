import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { type DeviceKey, deviceKey, header, signedText } from "@fieldfare/contract";

/** The key of a phone. */
export interface TestKey {
  readonly publicKey: DeviceKey;
  /** Returns the headers of a request that is signed with the key. */
  sign(request: {
    readonly method: string;
    readonly path: string;
    readonly body: string | Buffer;
    readonly token: string | null;
  }): Record<string, string>;
}

/** Generates a device key. `sign` returns the two headers with which a phone signs a request. */
export function createTestKey(): TestKey {
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const publicKey = deviceKey.parse(pair.publicKey.export({ format: "jwk" }));
  return {
    publicKey,
    sign({ body, ...request }) {
      const bodyHash = createHash("sha256").update(body).digest("hex");
      const text = Buffer.from(signedText({ ...request, bodyHash }));
      const signature = sign("sha256", text, {
        key: pair.privateKey,
        dsaEncoding: "ieee-p1363",
      });
      return {
        [header.deviceKey]: Buffer.from(JSON.stringify(publicKey)).toString("base64url"),
        [header.deviceSignature]: signature.toString("base64url"),
      };
    },
  };
}
