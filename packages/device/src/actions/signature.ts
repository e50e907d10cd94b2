import { done, refused } from "@fieldfare/domain";
import type { Device } from "../device.ts";
import { queueMessage } from "../outbox/queue.ts";
import { withSignature } from "../session/stored-signature.ts";
import { act } from "./act.ts";

/** Queues the engineer's new signature and clears the request for one. */
export function updateSignature(device: Device, signature: string) {
  return act(device, ["login", "formMemory"], async (actor) => {
    if (signature === "") return refused("signature-missing");
    const token = await actor.unit.database.token.get(1);
    if (token) {
      await actor.unit.put("token", {
        ...token,
        claims: { ...token.claims, requestSignature: false },
      });
      const login = await actor.unit.database.login.get(token.claims.email);
      if (login) await actor.unit.put("login", { ...login, isSignatureGiven: true });
    }
    await queueMessage(
      device,
      actor.unit,
      "SignatureUpdate",
      { ownerId: actor.ownerId },
      { signature },
    );
    const memory = await actor.unit.database.formMemory.get(actor.ownerId);
    await actor.unit.put("formMemory", withSignature(actor.ownerId, memory?.values, signature));
    return done(true);
  });
}
