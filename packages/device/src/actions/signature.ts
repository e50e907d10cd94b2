import { done, refused } from "@fieldfare/domain";
import type { Device } from "../device.ts";
import { queueMessage } from "../outbox/queue.ts";
import { withSignature } from "../session/stored-signature.ts";
import { act } from "./act.ts";

/** Queues the engineer's new signature and clears the request for one. */
export function updateSignature(device: Device, signature: string) {
  return act(device, ["formMemory"], async (actor) => {
    if (signature === "") return refused("signature-missing");
    const token = await actor.unit.database.token.get(1);
    if (token) {
      await actor.unit.put("token", {
        ...token,
        claims: { ...token.claims, requestSignature: false },
      });
      const setting = await actor.unit.database.setting.get(1);
      if (setting) await actor.unit.put("setting", { ...setting, isSignatureGiven: true });
    }
    await queueMessage(device, actor.unit, "SignatureUpdate", {}, { signature });
    const memory = await actor.unit.database.formMemory.get(1);
    await actor.unit.put("formMemory", withSignature(memory?.values, signature));
    return done(true);
  });
}
