import {
  type Call,
  defineCall,
  messagePaths,
  queuedMessage,
  receipt,
  signatureUpdate,
  z,
} from "@fieldfare/contract";
import { storableJson } from "../database/storable.ts";
import { readDeviceStatus, readDeviceId } from "../http/devices.ts";
import { formatIssues, type Refusal, refuse } from "../http/problem.ts";
import { type RouteInput, ok, type Route, type RouteOptions, route } from "../http/routes.ts";
import type { Server } from "../http/server.ts";
import type { Recorded } from "./inbound-message.ts";
import { statements } from "./batch.ts";

/** What every message's handler needs of its call. */
export type MessageInput = Pick<
  RouteInput<Call & { readonly audience: "engineer" }>,
  "request" | "identity"
>;

const sendSignature = defineCall({
  name: "sendSignatureUpdate",
  method: "POST",
  path: messagePaths.SignatureUpdate,
  audience: "engineer",
  summary: "Take the engineer's signature: as a queued message, or at once as {signature}",
  body: z.union([queuedMessage("SignatureUpdate"), signatureUpdate]),
  response: z.union([receipt, z.object({ status: z.literal("ok") })]),
});

/** The only message that may also come without its envelope, from a screen that waits for the answer. */
export function signatureRoute(
  server: Server,
  handleMessage: (input: MessageInput) => Promise<Recorded | Refusal>,
  options: RouteOptions,
): Route {
  return route(
    sendSignature,
    async (input) => {
      const { body } = input.request;
      const isMessage = typeof body === "object" && body !== null && "messageId" in body;
      if (isMessage) return handleMessage(input);
      const signature = z.safeParse(signatureUpdate, body);
      if (!signature.success) return refuse("invalid", { issues: formatIssues(signature.error) });
      const { fieldOperativeId, familyId, scope } = input.identity;
      // Only a message says when it was recorded, and is stored with its flags.
      if (scope === "sending") return refuse("unauthorised");
      const deviceStatus = await readDeviceStatus(
        server.liveDatabase,
        readDeviceId(input.request),
        fieldOperativeId,
        server.use,
        familyId,
      );
      if (deviceStatus !== "ok") return refuse(deviceStatus);
      await server.database.pool.query(statements.signatures, [
        storableJson([{ fieldOperativeId, signature: signature.data.signature }]),
      ]);
      return ok;
    },
    options,
  );
}
