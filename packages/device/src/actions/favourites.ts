import { done } from "@fieldfare/domain";
import type { Device } from "../device.ts";
import { queueMessage } from "../outbox/queue.ts";
import { act } from "./act.ts";

/**
 * Stores the engineer's change in its own table, because the contacts themselves are read-only
 * here.
 */
export function markFavourite(device: Device, contactId: string, isFavourite: boolean) {
  return act(device, ["contactFavourite"], async (actor) => {
    const changeTimestamp = actor.at.toISOString();
    await actor.unit.put("contactFavourite", {
      contactId,
      isFavourite,
      changedOn: changeTimestamp,
    });
    await queueMessage(
      device,
      actor.unit,
      "ContactFavouriteChange",
      {},
      { contactId, isFavourite, changeTimestamp },
    );
    return done(true);
  });
}
