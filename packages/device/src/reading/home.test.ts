import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { signInOther } from "../testing/node-device.ts";
import { markJobAlertsRead } from "../actions/alerts.ts";
import type { JobAlertRow, JobRow, PropertyTenant } from "../database/rows.ts";
import { aJobRow } from "../testing/builders.ts";
import { aFakeServer, aSignedInPhone, owner, type SignedInPhone } from "../testing/fake-server.ts";
import { aJobId } from "../testing/queueing.ts";
import { readHome, readJobCards } from "./jobs.ts";

let phone: SignedInPhone;
beforeEach(async () => {
  phone = await aSignedInPhone(aFakeServer());
});
afterEach(() => phone.kill());

async function addJob(number: number, given: Partial<JobRow> = {}) {
  const appointmentDateTime = `2026-01-0${number}T09:00:00.000Z`;
  await phone.device.database.job.put(
    aJobRow({ jobId: aJobId(number), appointmentDateTime, ...given }),
  );
}

const tenant: PropertyTenant = {
  propertyTenantId: aJobId(1),
  propertyId: aJobRow({ jobId: aJobId(1) }).property.propertyId,
  fullName: "Pat Example",
  isPrimaryTenant: true,
  contactType: null,
  emailAddress: null,
  contactMethodType: 0,
  phones: [{ phoneType: "Mobile", number: "07700 900123" }],
  addedByEngineer: false,
  flagDeleted: false,
  createdOn: "2026-01-05T08:00:00.000Z",
  modifiedOn: "2026-01-05T08:00:00.000Z",
};

const readVisitJobId = async () => (await readHome(phone.device)).visit?.jobId ?? null;

describe("Home", () => {
  it("shows the scheduled job with the earliest appointment, and skips held and closed ones", async () => {
    expect(await readHome(phone.device)).toEqual({
      jobsToComplete: 0,
      unreadAlerts: 0,
      visit: null,
    });
    await addJob(4);
    await addJob(3);
    const hold = { holdReasonId: 1, holdDescription: null, timestamp: "2026-01-05T08:00:00.000Z" };
    await addJob(2, { status: "OnSite", hold });
    await addJob(1, { status: "Closed" });
    expect(await readVisitJobId()).toBe(aJobId(3));
    expect((await readHome(phone.device)).jobsToComplete).toBe(3);
  });

  it("shows the job that is being worked before any other", async () => {
    await addJob(1);
    await addJob(2, { status: "OnSite", isSelected: true });
    expect(await readVisitJobId()).toBe(aJobId(2));
  });

  it("shows nothing of a colleague's", async () => {
    await addJob(1);
    await signInOther(phone.device, aJobId(9));
    expect(await readHome(phone.device)).toMatchObject({ jobsToComplete: 0, visit: null });
  });

  it("knows whom to call and where to go, as the list of jobs does", async () => {
    const { property } = aJobRow({ jobId: aJobId(1) });
    const place = { coordinatesLatitude: 53.8, coordinatesLongitude: -1.55 };
    await addJob(1, {
      property: { ...property, ...place },
      description: {
        categoryName: "Gas repair",
        detailTypeName: "No heating",
        accessNotes: "Side gate",
        jobPriority: "Emergency",
      },
    });
    await phone.device.database.propertyTenant.put(tenant);
    const visitCard = {
      jobPriority: "Emergency",
      accessNotes: "Side gate",
      call: { name: "Pat Example", number: "07700 900123", digits: "07700900123" },
      place: { latitude: 53.8, longitude: -1.55 },
    };
    expect((await readHome(phone.device)).visit).toMatchObject(visitCard);
    expect(await readJobCards(phone.device)).toMatchObject([visitCard]);
  });

  it("goes to the address when the coordinates are not known", async () => {
    const { property } = aJobRow({ jobId: aJobId(1) });
    await addJob(1, {
      property: {
        ...property,
        addressLine1: "9 Screen View",
        addressLine2: null,
        addressLine3: null,
        addressLine4: null,
        postcode: "LS7 1AA",
        coordinatesLatitude: null,
        coordinatesLongitude: null,
      },
    });
    const visitCard = { place: { address: "9 Screen View, LS7 1AA" } };
    expect((await readHome(phone.device)).visit).toMatchObject(visitCard);
    expect(await readJobCards(phone.device)).toMatchObject([visitCard]);
  });

  it("counts the unread alerts, and shows them on the card of the job", async () => {
    await addJob(1);
    const alert = {
      ownerId: owner,
      jobId: aJobId(1),
      formattedJobId: "FF1",
      address: "",
      appointmentDateTime: "2026-01-01T09:00:00.000Z",
      details: null,
      mustConfirm: false,
      unsaved: [],
    };
    const { database } = phone.device;
    await database.alert.bulkPut([
      {
        ...alert,
        alertId: aJobId(1),
        kind: "job-changed",
        receivedOn: "2026-01-02T09:00:00.000Z",
        readOn: null,
      },
      {
        ...alert,
        alertId: aJobId(2),
        kind: "job-added",
        receivedOn: "2026-01-01T09:00:00.000Z",
        readOn: "2026-01-01T10:00:00.000Z",
      },
    ]);
    const { unreadAlerts, visit: visitCard } = await readHome(phone.device);
    expect(unreadAlerts).toBe(1);
    expect(visitCard?.unreadAlert).toBe("job-changed");
    expect(await readJobCards(phone.device)).toMatchObject([{ unreadAlert: "job-changed" }]);
  });

  it.each([
    ["alone is no change of the job", [], null],
    ["that came with a change", [{ fact: "accessNotes", now: null }], "job-changed"],
  ] as const)("the card has a mark of its own for an unread comment: one %s", async (...one) => {
    const [, changes, unreadAlert] = one;
    await addJob(1);
    const comment: JobAlertRow = {
      alertId: aJobId(3),
      kind: "job-changed",
      jobId: aJobId(1),
      formattedJobId: "FF1",
      address: "",
      appointmentDateTime: "2026-01-01T09:00:00.000Z",
      details: "Ring twice",
      changes,
      mustConfirm: false,
      unsaved: [],
      isComment: true,
      receivedOn: "2026-01-03T09:00:00.000Z",
      readOn: null,
    };
    await phone.device.database.alert.put(comment);
    const marks = { unreadAlert, hasUnreadComment: true };
    expect((await readHome(phone.device)).visit).toMatchObject(marks);
    expect(await readJobCards(phone.device)).toMatchObject([marks]);
    await markJobAlertsRead(phone.device, aJobId(1));
    const none = { unreadAlert: null, hasUnreadComment: false };
    expect((await readHome(phone.device)).visit).toMatchObject(none);
    expect(await readJobCards(phone.device)).toMatchObject([none]);
  });

  it("the card names the change of a job that is older than the unread comment", async () => {
    await addJob(1);
    const head = { ownerId: owner, jobId: aJobId(1), formattedJobId: "FF1", address: "" };
    const unread = { ...head, appointmentDateTime: "2026-01-01T09:00:00.000Z", readOn: null };
    const alert = { ...unread, details: null, mustConfirm: false, unsaved: [] };
    await phone.device.database.alert.bulkPut([
      // The ids are not in the order of arrival.
      { ...alert, alertId: aJobId(8), kind: "job-added", receivedOn: "2026-01-01T09:00:00.000Z" },
      { ...alert, alertId: aJobId(7), kind: "job-changed", receivedOn: "2026-01-02T09:00:00.000Z" },
      {
        ...alert,
        alertId: aJobId(9),
        kind: "job-changed",
        isComment: true,
        receivedOn: "2026-01-03T09:00:00.000Z",
      },
      { ...alert, alertId: aJobId(6), kind: "job-added", receivedOn: "2026-01-01T08:00:00.000Z" },
    ]);
    const marks = { unreadAlert: "job-changed", hasUnreadComment: true };
    expect((await readHome(phone.device)).visit).toMatchObject(marks);
    expect(await readJobCards(phone.device)).toMatchObject([marks]);
  });
});
