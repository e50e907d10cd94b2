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
import { deviceStanding, namedDevice } from "../http/devices.ts";
import { issuesOf, type Refusal, refuse } from "../http/problem.ts";
import { type Asked, ok, type Route, type RouteExtras, route } from "../http/routes.ts";
import type { Server } from "../http/server.ts";
import type { Recorded } from "./arrival.ts";
import { statements } from "./batch.ts";

type MessageCall = Call & { readonly audience: "engineer"; readonly response: typeof receipt };

const sendSignature = defineCall({
  name: "sendSignatureUpdate",
  method: "POST",
  path: messagePaths.SignatureUpdate,
  audience: "engineer",
  summary: "Take the engineer's signature: as a queued message, or at once as {signature}",
  body: z.union([queuedMessage("SignatureUpdate"), signatureUpdate]),
  response: z.union([receipt, z.object({ status: z.literal("ok") })]),
});

/** The one message that may also come without its envelope, from a screen that waits for the answer. */
export function signatureRoute(
  server: Server,
  take: (asked: Asked<MessageCall>) => Promise<Recorded | Refusal>,
  extras: RouteExtras,
): Route {
  return route(
    sendSignature,
    async (asked) => {
      const { body } = asked.request;
      const isMessage = typeof body === "object" && body !== null && "messageId" in body;
      if (isMessage) return take(asked as unknown as Asked<MessageCall>);
      const signature = z.safeParse(signatureUpdate, body);
      if (!signature.success) return refuse("invalid", { issues: issuesOf(signature.error) });
      const { fieldOperativeId } = asked.who;
      const standing = await deviceStanding(
        server.database,
        namedDevice(asked.request),
        fieldOperativeId,
        server.use,
      );
      if (standing !== "ok") return refuse(`device-${standing}`);
      await server.database.pool.query(statements.signatures, [
        storableJson([{ fieldOperativeId, signature: signature.data.signature }]),
      ]);
      return ok;
    },
    extras,
  );
}
