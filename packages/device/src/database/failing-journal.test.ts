import { afterEach, beforeEach, expect, it } from "vitest";
import { isRecord } from "@fieldfare/domain";
import { drain } from "../outbox/sender.ts";
import { runMaintenance } from "../polling/poll.ts";
import type { Ports } from "../ports.ts";
import { aFakeServer, aSignedInPhone, type SignedInPhone } from "../testing/fake-server.ts";
import { queueStatuses } from "../testing/queueing.ts";
import { sealedCounter } from "./seal-earlier-rows.ts";
import { storeServerTime } from "./server-time.ts";

let phone: SignedInPhone;
beforeEach(async () => {
  phone = await aSignedInPhone(aFakeServer());
});
afterEach(() => phone.kill());

/** Starts the phone again in a browser that opens no file for writing, as one without direct access to files. */
async function restartWithoutJournal(): Promise<void> {
  phone.kill();
  const refuse = () => Promise.reject(new Error("Backend does not support this operation"));
  const refuseWrites = (ports: Ports): Ports => ({
    ...ports,
    openJournal: (ownerId) => {
      const open = ports.openJournal as NonNullable<Ports["openJournal"]>;
      const writes = { append: refuse, appendRows: refuse, compact: refuse, storeImage: refuse };
      return { ...open(ownerId), ...writes };
    },
  });
  phone = await aSignedInPhone(aFakeServer(), { disk: phone.disk, ports: refuseWrites });
}

it("A phone whose journal cannot be written still deletes what it no longer needs", async () => {
  await queueStatuses(phone.device, [1]);
  await drain(phone.device);
  await restartWithoutJournal();
  const { database } = phone.device;
  expect(await database.sentMessage.count()).toBe(1);
  await storeServerTime(database, new Date(Date.now() + 8 * 86_400_000).toISOString());
  await expect(runMaintenance(phone.device)).rejects.toThrow("Backend does not support");
  expect(await database.sentMessage.count()).toBe(0);
});

it("A phone whose journal cannot be written starts, and says that there is one copy only", async () => {
  await phone.device.database.counter.delete(sealedCounter);
  await restartWithoutJournal();
  expect(phone.events.filter(isRecord).map(({ kind }) => kind)).toContain("storage");
  // The journal may still have what an earlier build wrote: the next start tries again.
  expect(await phone.device.database.counter.get(sealedCounter)).toBeUndefined();
});
