import { expect, it } from "vitest";
import { describeWipe, type Device, isWipeOffered } from "./devices.ts";

type Wipe = NonNullable<Device["wipe"]>;

function aDevice(state: Wipe["state"] | null, withoutSending = false): Device {
  const moment = "2026-11-28T09:00:00.000Z";
  const device = {
    deviceId: "0190a000-0000-7000-8000-000000000001",
    fieldOperativeId: "0190a000-0000-7000-8000-000000000002",
    operativeName: "Sam Taylor",
    name: "Van 12",
    model: null,
    unsentMessages: null,
    unsentReportedOn: null,
    locked: false,
    awaitsApproval: false,
    installedOn: moment,
    lastContactOn: null,
    appVersion: null,
  };
  const wipe = state && {
    wipeId: "0190a000-0000-7000-8000-000000000003",
    state,
    requestedOn: moment,
    withoutSending,
    unsent: { messages: null, images: null, drafts: null },
    problems: [],
    reportedOn: null,
    confirmedOn: null,
  };
  return { ...device, wipe };
}

it.each([
  [null, null],
  ["requested", "A wipe of this phone is requested"],
  ["sending", "A wipe of this phone is requested"],
  ["wiping", "The phone has begun to delete everything"],
  ["unproven", "A wipe of this phone is requested, and was reported without proof"],
  ["confirmed", null],
] as const)("a wipe in the state %s is described as what it is", (state, text) => {
  expect(describeWipe(aDevice(state))).toBe(text);
});

it("a wipe is offered while asking for it changes anything", () => {
  const states = [null, "requested", "sending", "wiping", "unproven", "confirmed"] as const;
  expect(states.filter((state) => isWipeOffered(aDevice(state)))).toEqual([
    null,
    "requested",
    "sending",
    "unproven",
  ]);
  expect(isWipeOffered(aDevice("sending", true))).toBe(false);
});
