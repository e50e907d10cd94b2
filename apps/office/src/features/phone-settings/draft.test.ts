import type { PhoneSettings, PhoneSettingsReport } from "@fieldfare/contract/office";
import { expect, it } from "vitest";
import { isSameDraft, listChanges, makeDraft, readDraft } from "./draft.ts";

const otherwise: PhoneSettings = {
  supportPhone: null,
  lockAfterMinutes: 15,
  standaloneOnly: false,
  blockPolling: false,
  syncWarnSizeInMb: 5,
  mayResetPin: true,
  deviceApproval: false,
  signInDays: 90,
  homesPerDay: 40,
  raisedJobHistory: [],
};

const server: PhoneSettingsReport["server"] = {
  adminPath: "",
  publicUrl: null,
  syncMinSizeInMb: 0,
  syncMaxSizeInMb: 30,
  providerSignIn: false,
};

it("reads what is typed, and what is absent stays with the server", () => {
  const draft = makeDraft({ lockAfterMinutes: 5, supportPhone: "0113 496 0000" });
  expect(draft).toEqual({ lockAfterMinutes: "5", supportPhone: "0113 496 0000" });
  expect(readDraft(draft, server).chosen).toEqual({
    lockAfterMinutes: 5,
    supportPhone: "0113 496 0000",
  });
  expect(readDraft({ lockAfterMinutes: null, mayResetPin: false }, server).chosen).toEqual({
    lockAfterMinutes: null,
    mayResetPin: false,
  });
});

it("says in words what is wrong", () => {
  const draft = {
    lockAfterMinutes: "0",
    signInDays: "1.5",
    homesPerDay: "",
    syncWarnSizeInMb: "1e3",
    supportPhone: "the office",
    deviceApproval: true,
  };
  const { chosen, issues } = readDraft(draft, server);
  expect(chosen).toEqual({ deviceApproval: true });
  expect(Object.fromEntries(issues)).toEqual({
    lockAfterMinutes: "A whole number of minutes from 1 to 1,440",
    signInDays: "A whole number of days from 1 to 3,650",
    homesPerDay: "A whole number from 1 to 1,000",
    syncWarnSizeInMb: "A number of megabytes from 0 to 999",
    supportPhone: "A telephone number, such as 0113 496 0000",
  });
});

it("keeps to what the server's environment allows", () => {
  const problem = "A number of megabytes from 0 to 30";
  expect(readDraft({ syncWarnSizeInMb: "900" }, server).issues.get("syncWarnSizeInMb")).toBe(
    problem,
  );
  expect(readDraft({ syncWarnSizeInMb: "30" }, server).issues.size).toBe(0);
});

it("lists what would change for phones, not what only changes hands", () => {
  const report: PhoneSettingsReport = {
    inForce: { ...otherwise, lockAfterMinutes: 5 },
    otherwise,
    chosen: { lockAfterMinutes: 5 },
    version: "1",
    changedOn: null,
    phones: 0,
    phonesWithThem: 0,
    server,
  };
  expect(listChanges(report, { lockAfterMinutes: 5, signInDays: 90 })).toEqual([]);
  expect(listChanges(report, { raisedJobHistory: ["photos"] })).toEqual([
    "lockAfterMinutes",
    "raisedJobHistory",
  ]);
  expect(isSameDraft({ signInDays: "90" }, {})).toBe(false);
  expect(isSameDraft({ raisedJobHistory: ["photos"] }, { raisedJobHistory: ["photos"] })).toBe(
    true,
  );
});
