import { expect, it } from "vitest";
import type { PartOrderRow } from "@fieldfare/contract/office";
import {
  buildBody,
  isAsAsked,
  listChanges,
  listPlaces,
  makeFields,
  type Place,
  placeKey,
  takeOver,
} from "./part-fields.ts";

const counter: Place = {
  locationId: 7,
  siteName: "City Heating",
  locationName: "Trade counter",
  deliveryType: "Collect",
  addressLine1: "4 Kirkstall Wharf",
  store: null,
};
/** Another place with the same words. */
const locker: Place = { ...counter, locationId: 8, store: "Locker 3" };

const job: PartOrderRow["job"] = {
  jobId: "11111111-1111-4111-8111-111111111111",
  formattedJobId: "FF-1",
  status: "New",
  fieldOperativeId: null,
  appointmentDateTime: "2026-11-23T09:00:00.000Z",
  categoryName: "Gas repair",
  detailTypeName: "No heating",
};
const part: PartOrderRow = {
  jobPartId: "22222222-2222-4222-8222-222222222222",
  state: "ready",
  isRequest: true,
  requestedOn: "2026-11-22T09:00:00.000Z",
  shortDescription: "Fan",
  comments: null,
  manufacturerPartCode: null,
  internalPartCode: null,
  qty: 1,
  qtyCollected: 0,
  purchaseOrderId: 2_147_483_647,
  supplierTicketNumber: null,
  expectedOn: null,
  location: locker,
  reason: null,
  job,
  propertyId: "33333333-3333-4333-8333-333333333333",
  address: "1 Example Street",
  collectedFor: job,
  openJobs: [job],
  changedOn: "2026-11-22T10:00:00.000Z",
  next: ["ready"],
};

const { changedOn } = part;

it("keeps the place of a part beside another one with the same words", () => {
  const places = listPlaces(part, [counter, locker]);
  expect(places).toEqual([counter, locker]);
  expect(buildBody(part, "ready", makeFields(part), places)).toEqual({
    state: "ready",
    changedOn,
    jobId: job.jobId,
    location: locker,
  });
});

it("names the job for a part that was asked for, and for one whose own job has closed", () => {
  const other = { ...job, jobId: "55555555-5555-4555-8555-555555555555" };
  const jobOf = (changes: Partial<PartOrderRow>) => {
    const changed = { ...part, openJobs: [other], ...changes };
    const body = buildBody(changed, "ready", makeFields(changed), [locker]);
    return body && "jobId" in body ? body.jobId : null;
  };
  expect(jobOf({})).toBe(other.jobId);
  expect(jobOf({ isRequest: false })).toBe(job.jobId);
  expect(jobOf({ isRequest: false, job: { ...job, status: "Closed" } })).toBe(other.jobId);
  expect(jobOf({ openJobs: [] })).toBeNull();
});

it("offers the place of a part that is not among the recent ones", () => {
  expect(listPlaces(part, [counter])).toEqual([counter, locker]);
  expect(listPlaces({ location: null }, [counter])).toEqual([counter]);
});

it("takes every number of an order that the server stores", () => {
  const order = (purchaseOrder: string) =>
    buildBody(part, "ordered", { ...makeFields(part), purchaseOrder }, []);
  const ordered = { state: "ordered", changedOn, supplierTicketNumber: null, expectedOn: null };
  expect(buildBody(part, "ordered", makeFields(part), [])).toEqual({
    ...ordered,
    purchaseOrderId: 2_147_483_647,
  });
  expect(order("  ")).toEqual({ ...ordered, purchaseOrderId: null });
  expect(["2147483648", "0", "12a", "1.5", "-1"].map(order)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});

it("shows no number that another system gave an order", () => {
  const other = { ...part, purchaseOrderId: "44444444-4444-4444-8444-444444444444" };
  expect(makeFields(other).purchaseOrder).toBe("");
});

it("says in words what somebody else has changed, and nothing of what is as it was", () => {
  const ordered = { ...part, state: "ordered" as const, location: null, collectedFor: null };
  const now = { ...part, expectedOn: "2026-12-01", changedOn: "2026-11-22T11:00:00.000Z" };
  expect(listChanges(part, part)).toEqual([]);
  expect(listChanges(ordered, now)).toEqual([
    "State, now: Ready to collect",
    "Expected on, now: Tue, 1 Dec 2026",
    "Where it waits, now: City Heating, Trade counter, 4 Kirkstall Wharf",
    "For job, now: FF-1",
  ]);
});

it("keeps what was typed, and takes over the rest of what somebody else has changed", () => {
  const now = {
    ...part,
    location: counter,
    supplierTicketNumber: "CP-1",
    expectedOn: "2026-12-01",
  };
  const fields = { ...makeFields(part), expectedOn: "2026-12-03", reason: "Too dear" };
  expect(takeOver(fields, part, now)).toEqual({
    ...makeFields(now),
    place: placeKey(counter),
    supplierTicketNumber: "CP-1",
    expectedOn: "2026-12-03",
    reason: "Too dear",
  });
});

it("a part is as asked if its state and all that belongs to it are", () => {
  const body = buildBody(part, "ready", makeFields(part), [counter, locker]);
  if (!body) throw new Error("Nothing is missing");
  expect(isAsAsked(part, body)).toBe(true);
  expect(isAsAsked({ ...part, state: "collected" }, body)).toBe(false);
  expect(isAsAsked({ ...part, collectedFor: null }, body)).toBe(false);
  expect(isAsAsked({ ...part, location: { ...locker, siteName: "Depot" } }, body)).toBe(false);
});
