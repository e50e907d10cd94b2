import { afterEach, expect, it } from "vitest";
import { aJobRow } from "../testing/builders.ts";
import { anEngineerInside, at, type Engineer, entityId, jobId } from "../testing/engineer.ts";
import { aTenant } from "../testing/work-builders.ts";
import { readTenants } from "./jobs.ts";
import { readWork } from "./work.ts";

let engineer: Engineer | undefined;
afterEach(() => engineer?.close());

it("A contact who was marked as left at an earlier visit is not in the next visit's list, one of this visit is", async () => {
  const left = (number: number, fullName: string, modifiedOn: string) =>
    aTenant({ propertyTenantId: entityId(number), fullName, flagDeleted: true, modifiedOn });
  const one = (engineer = await anEngineerInside({
    job: { statusTimestamps: { Travelling: at(0), OnSite: at(5), AccessGained: at(10) } },
    tenants: [aTenant(), left(61, "Earlier", at(-120)), left(62, "Now", at(20))],
  }));
  const names = async () =>
    (await readWork(one.device, jobId))?.contacts.map(({ fullName }) => fullName);
  expect(await names()).toEqual(["Priya Shah", "Earlier", "Now"]);
  await one.device.database.job.put(
    aJobRow({ jobId: entityId(63), status: "Closed", statusTimestamps: { Closed: at(-60) } }),
  );
  expect(await names()).toEqual(["Priya Shah", "Now"]);
});

it("The contacts of a home are in the order in which they were named, and not in that of their ids", async () => {
  const named = (number: number, fullName: string, minutes: number) =>
    aTenant({ propertyTenantId: entityId(number), fullName, createdOn: at(minutes) });
  const { device } = (engineer = await anEngineerInside({
    tenants: [named(71, "Third", 3), named(72, "Second", 2), named(73, "First", 1)],
  }));
  const { propertyId } = aTenant();
  const found = await readTenants(device, propertyId);
  expect(found.map(({ fullName }) => fullName)).toEqual(["First", "Second", "Third"]);
});
