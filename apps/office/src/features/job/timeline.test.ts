import { describe, expect, it } from "vitest";
import { describeRequest } from "./cancellation.ts";
import type { FieldJob } from "./queries.ts";
import { listTimeline } from "./timeline.ts";

const at = (minute: number) => `2026-11-26T09:${String(minute).padStart(2, "0")}:00.000Z`;
const engineers: Readonly<Record<string, string>> = { sam: "Sam", alex: "Alex" };
const engineerName = (id: string | null) => engineers[id ?? ""] ?? "Not assigned";
const readListText = (_list: string, value: number | null) =>
  value === null ? null : `reason ${value}`;

function aMessage(type: string, minute: number, payload: object = {}, deviceId = "phone") {
  return {
    messageId: `${type} ${minute} ${deviceId}`,
    type,
    fieldOperativeId: "sam",
    deviceId,
    receivedOn: at(minute),
    payload: { fieldOperativeAppointmentId: "appointment", ...payload },
  };
}

function anAction(action: string, minute: number, more: object = {}) {
  return {
    sequence: minute,
    action,
    at: at(minute),
    by: "Olivia",
    fieldOperativeId: null,
    previousFieldOperativeId: null,
    appointmentDateTime: null,
    changed: [],
    isForced: false,
    isGivenBack: false,
    comment: null,
    part: null,
    ...more,
  };
}

/** What the functions read of a job. */
function aField(more: object = {}): FieldJob {
  return {
    job: {
      status: "Travelling",
      parts: [{ jobPartId: "fan", shortDescription: "Fan" }],
      property: { notifications: [{ propertyNotificationId: "dog", code: "DOG" }] },
      notes: [],
      customForms: [],
    },
    appliances: [],
    forms: [],
    images: [],
    closing: null,
    fieldOperativeId: "sam",
    messages: [],
    officeActions: [],
    cancellation: null,
    removalRequest: null,
    ...more,
  } as unknown as FieldJob;
}

const list = (more: object) =>
  listTimeline(aField(more), { engineerName, readListText }).map(
    ({ who, what }) => `${who}: ${what}`,
  );

describe("The timeline of a job", () => {
  it("tells the receipt by a phone from setting the job back to new", () => {
    const reset = { currentStatus: "Reset" };
    const messages = [
      aMessage("JobStatusChange", 1, reset),
      aMessage("JobStatusChange", 2, { currentStatus: "Travelling" }),
      aMessage("JobStatusChange", 3, reset),
      aMessage("JobStatusChange", 4, reset, "tablet"),
      aMessage("JobStatusChange", 5, { ...reset, isAcknowledgement: true }, "tablet"),
    ];
    expect(list({ messages })).toEqual([
      "Sam: Received by the phone",
      "Sam: Travelling",
      "Sam: Set back to new",
      "Sam: Received by the phone",
      "Sam: Received by the phone",
    ]);
  });

  it("tells a step of the visit from what a phone hands over before it is wiped", () => {
    const messages = [
      aMessage("JobStatusChange", 1, { currentStatus: "AccessGained" }),
      aMessage("JobStatusChange", 2, { currentStatus: "AccessGained", job: { notes: [] } }),
    ];
    expect(list({ messages })).toEqual([
      "Sam: Access gained",
      "Sam: Handed over by a phone that is to be wiped: what was recorded so far",
    ]);
  });

  it("names the notice, the reason and the part of a message", () => {
    const messages = [
      aMessage("PropertyNotificationConfirm", 1, { notice: "PartsRequired" }),
      aMessage("PropertyNotificationConfirm", 2, {
        notice: "Warning",
        propertyNotificationId: "dog",
      }),
      aMessage("JobHoldChange", 3, { isOnHold: true, holdReasonId: 1, holdDescription: "A fan" }),
      aMessage("JobHoldChange", 4, { isOnHold: false }),
      aMessage("PartCollected", 5, { jobPartId: "fan", qty: 2 }),
      aMessage("JobNoAccess", 6, { noAccessReasonId: 4 }),
      aMessage("RejectRemoveRequest", 7, { reason: 2, comment: "At the door" }),
      aMessage("RejectRemoveRequest", 8, { reason: 3, comment: "Request auto rejected" }),
    ];
    expect(list({ messages })).toEqual([
      "Sam: Notice read: Parts Required",
      "Sam: Notice read: Warning Code (DOG)",
      "Sam: Put on hold: reason 1: A fan",
      "Sam: Hold released",
      "Sam: Part collected: 2 x Fan",
      "Sam: No access: reason 4",
      "Sam: Removal declined: In Transit: At the door",
      "Sam: Removal declined: access had been gained",
    ]);
  });

  it("says of what each photo is, with a number where several are of the same", () => {
    const photo = (imageId: string, minute: number, entityId: string, isEvidence = false) => ({
      image: { imageId, entityId, takenOn: at(minute), isEvidence },
      message: aMessage("JobImage", minute, { imageId, entityId }),
    });
    const photos = [
      photo("flue", 1, "note"),
      photo("plate", 2, "boiler"),
      photo("case", 3, "boiler"),
      photo("hob", 4, "record"),
      photo("meter", 5, "record"),
      photo("door", 6, "job"),
      photo("name", 7, "job"),
      photo("later", 8, "job", true),
    ];
    const entry = { type: "Gas hob", location: "Kitchen", photos: [{ imageId: "hob" }] };
    const field = {
      job: {
        status: "Closed",
        notes: [{ engineeringNoteId: "note", description: "The flue is\nfine", imageIds: [] }],
        customForms: [{ customFormId: "record", completedForm: { appliances: [entry] } }],
      },
      appliances: [{ propertyAssetId: "boiler", type: 3, location: 7 }],
      forms: [{ customFormId: "record", name: "Gas safety record" }],
      closing: { signatureImageId: "name", outcome: {} },
      images: photos.map(({ image }) => image),
      messages: photos.map(({ message }) => message),
    };
    expect(list(field)).toEqual([
      "Sam: Photo: Note: The flue is fine",
      "Sam: Photo: Appliance: reason 3, reason 7, 1 of 2",
      "Sam: Photo: Appliance: reason 3, reason 7, 2 of 2",
      "Sam: Photo: Gas safety record: Gas hob, Kitchen",
      "Sam: Photo: Gas safety record",
      "Sam: Photo of the job",
      "Sam: Signature of the customer",
      "Sam: Photo or signature of the job",
    ]);
    expect(list({ messages: [aMessage("JobImage", 1)] })).toEqual(["Sam: Photo or signature"]);
  });

  it("says of a comment when a phone received it and when the engineer read it", () => {
    const state = { fieldOperativeId: "sam", receivedOn: at(4), readOn: at(5) };
    const commented = (minute: number, commentState: object | null) =>
      anAction("command-queued", minute, { comment: "Ring twice", commentState });
    const officeActions = [
      commented(1, null),
      commented(2, { ...state, receivedOn: null, readOn: null }),
      commented(3, { ...state, readOn: null }),
      commented(3, state),
    ];
    const rows = listTimeline(aField({ officeActions }), { engineerName, readListText });
    const received = "Received by the phone, Thu, 26 Nov 2026, 09:04";
    expect(rows.map(({ commentState }) => commentState)).toEqual([
      undefined,
      ["No phone has shown it"],
      [received],
      [received, "Read by Sam, Thu, 26 Nov 2026, 09:05"],
    ]);
  });

  it("has what the office did between the messages, by the clock of the server", () => {
    const officeActions = [
      anAction("job-raised", 0, { fieldOperativeId: "sam", appointmentDateTime: at(0) }),
      anAction("job-changed", 2, { changed: ["plannedSors", "taskDetails"] }),
      anAction("command-queued", 3, { comment: "Park behind the house" }),
      anAction("part-ordered", 4, { part: { shortDescription: "Fan", state: "ready" } }),
      anAction("job-removal-requested", 5, { fieldOperativeId: "sam", isForced: true }),
      anAction("job-assigned", 6, {
        previousFieldOperativeId: "sam",
        fieldOperativeId: "alex",
        appointmentDateTime: "2026-12-24T10:00:00.000Z",
      }),
      anAction("job-assigned", 6, {
        previousFieldOperativeId: "alex",
        fieldOperativeId: "sam",
        isGivenBack: true,
      }),
      anAction("job-cancellation-requested", 7),
    ];
    const messages = [aMessage("JobStatusChange", 1, { currentStatus: "Reset" })];
    const cancellation = { cancelledOn: at(8) };
    expect(list({ messages, officeActions, cancellation })).toEqual([
      "Olivia: Job raised for Sam: Thu, 26 Nov 2026, 09:00",
      "Sam: Received by the phone",
      "Olivia: Details changed: Planned SORs, What is to be done",
      "Olivia: Comment for the engineer: Park behind the house",
      "Olivia: Order of a part: Fan: ready to collect",
      "Olivia: Asked the phone to remove the job, without asking the engineer",
      "Olivia: Moved from Sam to Alex: Thu, 24 Dec 2026, 10:00",
      "Olivia: Given back to Sam",
      "Olivia: Asked to cancel the job",
      ": Job cancelled",
    ]);
  });
});

describe("A request to a phone", () => {
  const describeField = (more: object) => describeRequest(aField(more), engineerName);
  const declined = { declinedOn: at(5), reason: 2, comment: "At the door" };
  const removalRequest = { requestedOn: at(1), isForced: false, declined: null, notFoundOn: null };
  const cancellation = { requestedOn: at(1), outcomeId: 6, reason: "Twice", cancelledOn: null };

  it("to remove a job is shown with who asked, until the phone answers", () => {
    const officeActions = [anAction("job-removal-requested", 1)];
    expect(describeField({ removalRequest, officeActions })).toEqual({
      pill: "Removal requested",
      text: "Olivia asked the phone of Sam on Thu, 26 Nov 2026, 09:01 to remove the job. Until it does, Sam has the job.",
    });
    expect(describeField({ removalRequest: { ...removalRequest, declined } })).toEqual({
      pill: "Removal declined",
      text: 'The office asked the phone of Sam on Thu, 26 Nov 2026, 09:01 to remove the job. Sam declined on Thu, 26 Nov 2026, 09:05: In Transit, "At the door". Sam still has the job.',
    });
    expect(describeField({})).toBeNull();
  });

  it("to cancel a job is no longer pending once it was declined", () => {
    const officeActions = [anAction("job-cancellation-requested", 1)];
    const pending = describeField({ cancellation, removalRequest, officeActions });
    expect(pending?.pill).toBe("Cancellation requested");
    expect(pending?.text).toContain("Olivia asked to cancel the job");
    const byPhone = { ...declined, reason: 3 };
    const request = { ...removalRequest, declined: byPhone };
    expect(describeField({ cancellation, removalRequest: request, officeActions })).toEqual({
      pill: "Cancellation declined",
      text: "Olivia asked to cancel the job on Thu, 26 Nov 2026, 09:01. Duplicate: Twice. The phone of Sam declined on Thu, 26 Nov 2026, 09:05, because access had been gained. The job is not cancelled.",
    });
  });

  it("that does not have the job is not pending any more", () => {
    const request = { ...removalRequest, notFoundOn: at(5) };
    expect(describeField({ removalRequest: request })).toEqual({
      pill: "Not on the phone",
      text: "The office asked the phone of Sam on Thu, 26 Nov 2026, 09:01 to remove the job. The phone of Sam answered on Thu, 26 Nov 2026, 09:05 that it does not have the job. Sam still has the job here: to take it off Sam, assign it to another engineer.",
    });
    expect(describeField({ cancellation, removalRequest: request })).toEqual({
      pill: "Cancellation not possible",
      text: "The office asked to cancel the job on Thu, 26 Nov 2026, 09:01. Duplicate: Twice. The phone of Sam answered on Thu, 26 Nov 2026, 09:05 that it does not have the job. The job is not cancelled: assign it to another engineer, and then cancel it.",
    });
  });

  it("that the engineer did not answer before the close stays on the page", () => {
    const job = { status: "Closed" };
    expect(describeField({ cancellation, job })).toMatchObject({
      pill: null,
      text: expect.stringContaining("closed the job instead"),
    });
  });
});
