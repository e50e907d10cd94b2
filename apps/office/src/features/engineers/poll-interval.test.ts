import { describe, expect, it } from "vitest";
import {
  type Answerable,
  type Exported,
  intervalOfCommands,
  intervalOfDevices,
  intervalOfExports,
  type Wipeable,
} from "./poll-interval.ts";

const often = 5_000;
const seldom = 30_000;

const aPhone = (state?: NonNullable<Wipeable["wipe"]>["state"]): Wipeable => ({
  fieldOperativeId: "sam",
  wipe: state ? { state } : null,
});

describe("The page of an engineer reads often", () => {
  it("while a phone of the engineer has a wipe that is not done", () => {
    for (const state of ["requested", "sending", "wiping"] as const)
      expect(intervalOfDevices([aPhone(), aPhone(state)], "sam")).toBe(often);
  });

  it("while a command waits for its answer, also for what the phone sends because of it", () => {
    const commands: Answerable[] = [{ unanswered: null }, { unanswered: "waits" }];
    expect(intervalOfCommands(commands)).toBe(often);
    expect(intervalOfExports([], commands)).toBe(often);
  });

  it("while pieces of an export are missing", () => {
    const exports: Exported[] = [{ completedOn: null }];
    expect(intervalOfExports(exports, [])).toBe(often);
  });
});

describe("The page of an engineer reads seldom", () => {
  it("if nothing is expected, or nothing has been read", () => {
    expect(intervalOfDevices(undefined, "sam")).toBe(seldom);
    expect(intervalOfDevices([aPhone(), aPhone("confirmed"), aPhone("unproven")], "sam")).toBe(
      seldom,
    );
    expect(intervalOfCommands(undefined)).toBe(seldom);
    expect(intervalOfCommands([{ unanswered: "no-phone" }, { unanswered: "withdrawn" }])).toBe(
      seldom,
    );
    expect(intervalOfExports([{ completedOn: "2026-11-28T14:00:00.000Z" }], undefined)).toBe(
      seldom,
    );
  });

  it("if the phone of somebody else has a wipe", () => {
    expect(intervalOfDevices([aPhone("requested")], "alex")).toBe(seldom);
  });
});
