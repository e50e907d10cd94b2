import { expect, it } from "vitest";
import { addSent, listChanges, makeFields, takeOver, toDetails } from "./changes.ts";

const before = {
  appointmentDateTime: "2026-11-23T09:00:00.000Z",
  clientPreferredTimeName: null,
  taskDetails: "No heating",
  accessNotes: null,
  jobPriority: "Routine",
  requiredForms: [],
  alertCodes: ["DOG"],
  keySafe: null,
  visitContacts: [],
  attachmentIds: [],
  plannedSors: [{ sorCodeId: 7, sorCode: "GAS001", shortDescription: "Service", qty: 1 }],
  parts: [
    { jobPartId: "p1", qty: 2, shortDescription: "Pump", comments: "In two boxes", location: null },
  ],
};
const now = { ...before, jobPriority: "Urgent", taskDetails: "No heating, no hot water" };

it("saves what it has shown", () => {
  expect(toDetails(makeFields(before), before)).toEqual(before);
  expect(makeFields(before).time).toBe("2026-11-23T09:00");
});

it("takes over what somebody else has changed, but nothing over what was typed", () => {
  expect(listChanges(before, now)).toEqual(["taskDetails", "jobPriority"]);
  const typed = { ...makeFields(before), taskDetails: "Boiler off", accessNotes: "Key safe" };
  expect(takeOver(typed, before, now)).toEqual({ ...typed, jobPriority: "Urgent" });
});

it.each([
  ["seconds", "2026-11-23T09:00:42.000Z"],
  ["the second 01:30 of the night in which the clock goes back", "2026-10-25T01:30:00.000Z"],
])("leaves an appointment with %s as it is if another value is changed", (_name, moment) => {
  const seen = { ...before, appointmentDateTime: moment };
  const typed = { ...makeFields(seen), accessNotes: "Key safe" };
  expect(toDetails(typed, seen)).toEqual({ ...seen, accessNotes: "Key safe" });
});

it("trims what was typed and nothing else, and saves no time that there is not", () => {
  const seen = { ...before, taskDetails: " No heating\n", clientPreferredTimeName: "" };
  const typed = { ...makeFields(seen), accessNotes: " Key safe ", jobPriority: " " };
  expect(toDetails(typed, seen)).toEqual({ ...seen, accessNotes: "Key safe", jobPriority: null });
  const moved = { ...typed, time: "2026-11-24T10:00" };
  expect(toDetails(moved, seen)?.appointmentDateTime).toBe("2026-11-24T10:00:00.000Z");
  expect(toDetails({ ...typed, time: "" }, seen)).toBeNull();
});

it("takes nothing for another's change that the user has sent, also if the answer was lost", () => {
  const sent = { ...before, jobPriority: "Urgent" };
  expect(listChanges(addSent(before, sent, now), now)).toEqual(["taskDetails"]);
  expect(addSent(before, undefined, now)).toEqual(before);
});

it("treats what the visit needs as it treats texts", () => {
  const changed = { ...before, alertCodes: ["ASBESTOS", "DOG"] };
  expect(listChanges(before, changed)).toEqual(["alertCodes"]);
  const shown = makeFields(before);
  const typed = {
    ...shown,
    needs: { ...shown.needs, keySafe: { location: "", code: " 1234 " } },
  };
  expect(toDetails(typed, before)).toEqual({
    ...before,
    keySafe: { location: null, code: "1234" },
  });
  expect(takeOver(typed, before, changed)).toEqual({
    ...typed,
    needs: { ...typed.needs, alertCodes: ["ASBESTOS", "DOG"] },
  });
});

it("saves planned SORs and ordered parts, and leaves as it is what no field shows", () => {
  const shown = makeFields(before);
  const added = { sorCodeId: 3, sorCode: "GAS000", shortDescription: "Test", qty: "1.5" };
  const part = { rowId: "9", code: "FAN", description: "Fan", unitId: 1, qty: "1", place: null };
  const typed = {
    ...shown,
    sors: [...shown.sors, added],
    parts: [...shown.parts.map((each) => ({ ...each, qty: "3" })), part],
  };
  const fan = { qty: 1, shortDescription: "Fan", location: null };
  const saved = toDetails(typed, before);
  expect(saved).toEqual({
    ...before,
    plannedSors: [{ ...added, qty: 1.5 }, ...before.plannedSors],
    parts: [
      { ...before.parts[0], qty: 3 },
      { ...fan, partUnitTypeId: 1, internalPartCode: "FAN" },
    ],
  });
  // The answer is lost: the job has what was sent, with an id of the new part.
  const parts = saved?.parts.map((each) => ({ jobPartId: "p2", ...each })) ?? [];
  const done = { ...before, plannedSors: saved?.plannedSors ?? [], parts };
  expect(listChanges(addSent(before, saved ?? undefined, done), done)).toEqual([]);
});

it("keeps a typed part that somebody else has left out, as a new one", () => {
  const without = { ...before, parts: [] };
  expect(listChanges(before, without)).toEqual(["parts"]);
  const shown = makeFields(before);
  const typed = { ...shown, parts: shown.parts.map((each) => ({ ...each, qty: "5" })) };
  const kept = takeOver(typed, before, without);
  const { jobPartId: _id, ...pump } = before.parts[0] ?? { qty: 0, shortDescription: "" };
  expect(toDetails(kept, without)?.parts).toEqual([{ ...pump, qty: 5 }]);
});
