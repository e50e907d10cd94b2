import { expect, it } from "vitest";
import { findAttention } from "./attention.ts";
import type { FieldJob } from "./queries.ts";

function aMessage(minute: number, flags: readonly string[], deviceId = "phone") {
  const receivedOn = `2026-11-26T09:0${minute}:00.000Z`;
  return { messageId: `message ${minute}`, type: "JobClose", deviceId, flags, receivedOn };
}

function listFlagged(...messages: readonly object[]) {
  // The section reads only these fields.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const field = { closing: null, refused: [], forms: [], messages } as unknown as FieldJob;
  return findAttention(field).map(({ text }) => text);
}

it("leaves out what counts since the job was given back, and what was accepted", () => {
  expect(
    listFlagged(aMessage(1, ["given-back"]), aMessage(2, ["accepted-after-enabling"])),
  ).toEqual([]);
});

it("retains what else was unexpected about a message that counts again", () => {
  const flagged = listFlagged(aMessage(1, ["given-back", "closing: noteMissing"]));
  expect(flagged).toHaveLength(1);
  expect(flagged[0]).toContain("without a note");
});

it("has one line for each phone whose clock was wrong, with its last correction", () => {
  const flagged = listFlagged(
    aMessage(1, ["clock-corrected: -60 min"]),
    aMessage(2, ["clock-corrected: -60 min"], "other"),
    aMessage(3, ["clock-corrected: -61 min"]),
  );
  expect(flagged).toHaveLength(2);
  expect(flagged[0]).toContain(
    "the clock of the phone was wrong, and its times were corrected (-61 min)",
  );
  expect(flagged[1]).toContain("(-60 min)");
});
