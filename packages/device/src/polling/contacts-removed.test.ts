import { afterEach, beforeEach, expect, it } from "vitest";
import { aJobRow } from "../testing/builders.ts";
import {
  aFakeServer,
  aSignedInPhone,
  type FakeServer,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { drain } from "../outbox/sender.ts";
import { wipeDatabase } from "../testing/node-device.ts";
import { aTenant } from "../testing/work-builders.ts";
import { pollCommands } from "./commands.ts";

const anId = (number: number) => `0190a000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const commandId = anId(90);
let fakeServer: FakeServer;
let phone: SignedInPhone;
beforeEach(async () => {
  fakeServer = aFakeServer();
  phone = await aSignedInPhone(fakeServer);
});
afterEach(() => phone.kill());

it("Contacts that the office removed go, with what alerts and updates said about them; work and other homes stay", async () => {
  const changes = [
    { fact: "contacts", now: "Robin Quill, 07700 900123" },
    { fact: "description", now: "No heating" },
  ] as const;
  const update = { commandId: anId(7), details: "New", receivedOn: "2026-01-05T09:00:00.000Z" };
  const job = aJobRow({
    jobId: anId(1),
    status: "Closed",
    officeUpdates: [{ ...update, changes }],
  });
  const other = aJobRow({
    jobId: anId(2),
    property: { ...job.property, propertyId: anId(30) },
    officeUpdates: [{ ...update, changes }],
  });
  const { propertyId } = job.property;
  const robin = aTenant({ propertyTenantId: anId(41), propertyId, fullName: "Robin Quill" });
  const kim = aTenant({ propertyTenantId: anId(42), propertyId, fullName: "Kim Leaver" });
  const { database } = phone.device;
  await database.job.bulkPut([job, other]);
  await database.propertyTenant.bulkPut([robin, kim]);
  const alert = {
    kind: "job-changed",
    formattedJobId: job.formattedJobId,
    address: "1 Example Street",
    appointmentDateTime: job.appointmentDateTime,
    details: "New",
    changes,
    mustConfirm: false,
    unsaved: [],
    receivedOn: update.receivedOn,
    readOn: null,
  } as const;
  await database.alert.bulkPut([
    { ...alert, alertId: anId(51), jobId: job.jobId },
    { ...alert, alertId: anId(52), jobId: other.jobId },
  ]);

  fakeServer.commands = [
    {
      messageId: commandId,
      type: "ContactsRemoved",
      propertyTenantIds: [robin.propertyTenantId, anId(99)],
    },
  ];
  await pollCommands(phone.device);

  expect(await database.propertyTenant.toArray()).toEqual([kim]);
  expect((await database.job.get(job.jobId))?.officeUpdates).toEqual([
    { ...update, changes: [changes[1]] },
  ]);
  expect(await database.job.get(other.jobId)).toEqual(other);
  expect(await database.alert.get(anId(51))).toMatchObject({ changes: [changes[1]] });
  expect(await database.alert.get(anId(52))).toMatchObject({ changes });
  await drain(phone.device);
  expect(fakeServer.received).toMatchObject([{ payload: { commandId, outcome: "done" } }]);
});

it("A contact that the office removed does not come back from the journal", async () => {
  const robin = aTenant({ propertyTenantId: anId(41), fullName: "Robin Quill" });
  await phone.device.database.propertyTenant.put(robin);
  fakeServer.commands = [
    { messageId: commandId, type: "ContactsRemoved", propertyTenantIds: [robin.propertyTenantId] },
  ];
  await pollCommands(phone.device);
  phone.kill();
  wipeDatabase(phone.disk);
  phone = await aSignedInPhone(fakeServer, { disk: phone.disk });
  expect(await phone.device.database.propertyTenant.toArray()).toEqual([]);
});
