import { blankContact, type ContactAnswers, readContactAnswers } from "@fieldfare/domain";
import { afterEach, describe, expect, it, test } from "vitest";
import { readContact } from "../reading/work.ts";
import {
  anEngineerInside,
  at,
  type Engineer,
  entityId,
  colleaguesJobId,
  type EngineerSetup,
  jobId,
} from "../testing/engineer.ts";
import { aTenant } from "../testing/work-builders.ts";
import {
  addContact,
  markContactLeft,
  reinstateContact,
  removeContact,
  updateContact,
} from "./contacts.ts";

let engineer: Engineer | undefined;
afterEach(() => engineer?.close());
const inside = async (given?: EngineerSetup) => (engineer = await anEngineerInside(given));

const answers: ContactAnswers = {
  ...blankContact,
  fullName: " Tom Ford ",
  contactType: 4,
  contactMethodType: 2,
  mobile: "07700 900456",
};
const tenantId = entityId(51);

describe("Adding a contact", () => {
  it("saves it with the property", async () => {
    const { device, queued } = await inside({ tenants: [aTenant()] });
    const added = await addContact(device, jobId, answers);
    if (!added.ok) throw new Error(added.refusal);
    const { propertyTenantId } = added.value;
    expect(await readContact(device, jobId, propertyTenantId)).toEqual(
      aTenant({
        propertyTenantId,
        fullName: "Tom Ford",
        isPrimaryTenant: false,
        contactType: 4,
        phones: [{ phoneType: "Mobile", number: "07700 900456" }],
        addedByEngineer: true,
        createdOn: at(),
        modifiedOn: at(),
      }),
    );
    expect(await queued()).toEqual([]);
  });

  it("as primary leaves only one primary contact", async () => {
    const { device } = await inside({ tenants: [aTenant()] });
    await addContact(device, jobId, { ...answers, isPrimaryTenant: true });
    expect(await readContact(device, jobId, tenantId)).toEqual(
      aTenant({ isPrimaryTenant: false, modifiedOn: at() }),
    );
  });

  test.each([
    [{ ...answers, fullName: "" }, "full-name-missing"],
    [{ ...answers, fullName: "PRIYA SHAH" }, "full-name-not-unique"],
    [{ ...answers, contactType: null }, "contact-type-missing"],
    [{ ...answers, emailAddress: "nobody" }, "email-invalid"],
    [{ ...answers, mobile: "" }, "phone-missing"],
    [{ ...answers, mobile: "12345678901" }, "phone-invalid"],
    [{ ...answers, mobile: "+33123456789" }, "phone-invalid"],
  ])("refuses %j as %s", async (given, refusal) => {
    const { device } = await inside({ tenants: [aTenant()] });
    expect(await addContact(device, jobId, given)).toEqual({ ok: false, refusal });
    expect(await device.database.propertyTenant.count()).toBe(1);
  });
});

describe("Editing a contact", () => {
  it("keeps its own name, and the fields that the screen does not ask for", async () => {
    const { device } = await inside({ tenants: [aTenant()] });
    const given = { ...readContactAnswers(aTenant()), fullName: "PRIYA SHAH" };
    await updateContact(device, jobId, tenantId, given);
    expect(await readContact(device, jobId, tenantId)).toEqual(
      aTenant({ fullName: "PRIYA SHAH", modifiedOn: at() }),
    );
  });

  it("who has left is refused until reinstated", async () => {
    const { device } = await inside({ tenants: [aTenant({ flagDeleted: true })] });
    expect(await updateContact(device, jobId, tenantId, answers)).toEqual({
      ok: false,
      refusal: "contact-left",
    });
  });
});

it("A change is later than the one before it, also of a phone whose clock is ahead", async () => {
  const { device } = await inside({ tenants: [aTenant({ modifiedOn: at(60) })] });
  const modifiedOn = async () => (await readContact(device, jobId, tenantId))?.modifiedOn ?? "";
  const times = [await modifiedOn()];
  await updateContact(device, jobId, tenantId, readContactAnswers(aTenant()));
  times.push(await modifiedOn());
  await markContactLeft(device, jobId, tenantId);
  times.push(await modifiedOn());
  await reinstateContact(device, jobId, tenantId);
  times.push(await modifiedOn());
  await addContact(device, jobId, { ...answers, isPrimaryTenant: true });
  times.push(await modifiedOn());
  expect(times).toEqual([...new Set(times)].sort());
});

describe("A contact who has left", () => {
  it("is flagged by 'Mark Left', and reinstating removes the flag", async () => {
    const { device, moveTo } = await inside({ tenants: [aTenant()] });
    await markContactLeft(device, jobId, tenantId);
    expect(await readContact(device, jobId, tenantId)).toEqual(
      aTenant({ flagDeleted: true, modifiedOn: at() }),
    );
    moveTo(1);
    await reinstateContact(device, jobId, tenantId);
    expect(await readContact(device, jobId, tenantId)).toEqual(aTenant({ modifiedOn: at(1) }));
  });

  it("is deleted when the engineer had added them", async () => {
    const { device } = await inside({ tenants: [aTenant({ addedByEngineer: true })] });
    expect(await markContactLeft(device, jobId, tenantId)).toEqual({
      ok: false,
      refusal: "added-by-engineer",
    });
    expect(await removeContact(device, jobId, tenantId)).toMatchObject({ ok: true });
    expect(await device.database.propertyTenant.count()).toBe(0);
  });

  it("is not deleted otherwise", async () => {
    const { device } = await inside({ tenants: [aTenant()] });
    expect(await removeContact(device, jobId, tenantId)).toEqual({
      ok: false,
      refusal: "not-added-by-engineer",
    });
  });
});

it("A contact of another property, or of another engineer's job, is not found", async () => {
  const { device } = await inside({ tenants: [aTenant({ propertyId: entityId(98) })] });
  const refusal = { ok: false, refusal: "not-found" };
  expect(await updateContact(device, jobId, tenantId, answers)).toEqual(refusal);
  expect(await markContactLeft(device, colleaguesJobId, tenantId)).toEqual(refusal);
  expect(await readContact(device, jobId, tenantId)).toBeUndefined();
});

it("Once access is lost contacts are read-only", async () => {
  const { device } = await inside({ job: { status: "OnSite" }, tenants: [aTenant()] });
  const refusal = { ok: false, refusal: "access-not-gained" };
  expect(await addContact(device, jobId, answers)).toEqual(refusal);
  expect(await updateContact(device, jobId, tenantId, answers)).toEqual(refusal);
  expect(await markContactLeft(device, jobId, tenantId)).toEqual(refusal);
  expect(await reinstateContact(device, jobId, tenantId)).toEqual(refusal);
  expect(await removeContact(device, jobId, tenantId)).toEqual(refusal);
});
