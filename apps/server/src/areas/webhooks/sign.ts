import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";
const secretBytes = 32;

/** Makes a secret as the Standard Webhooks specification writes it: `whsec_` and base64. */
export function newWebhookSecret(): string {
  return `${prefix}${randomBytes(secretBytes).toString("base64")}`;
}

interface SignedContent {
  readonly eventId: string;
  /** In seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/** Returns the header `webhook-signature`: one signature for each secret, separated by blanks. */
export function signContent(
  secrets: readonly string[],
  { eventId, timestamp, body }: SignedContent,
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), "base64");
      const hmac = createHmac("sha256", key).update(`${eventId}.${timestamp}.${body}`);
      return `v1,${hmac.digest("base64")}`;
    })
    .join(" ");
}
