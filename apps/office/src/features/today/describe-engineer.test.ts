import { expect, it } from "vitest";
import { noteOf } from "./describe-engineer.ts";
import type { BoardRow } from "./layout.ts";

type Device = BoardRow["engineer"]["devices"][number];

const aPhone = (locked: boolean): Device => ({
  deviceId: crypto.randomUUID(),
  name: null,
  locked,
  lastContactOn: null,
  unsentMessages: 0,
  unsentSince: null,
  blockedKeys: 0,
});
const noteWith = (...devices: Device[]) => {
  const engineer = {
    fieldOperativeId: crypto.randomUUID(),
    name: "Sam Taylor",
    isDisabled: false,
    absences: [],
    devices,
  };
  return noteOf({ engineer, moved: [] }).text;
};

it("an engineer with another phone that works is not said to be locked out", () => {
  expect(noteWith(aPhone(true))).toBe("Phone locked");
  expect(noteWith(aPhone(true), aPhone(false))).toBe("");
  expect(noteWith()).toBe("");
});
