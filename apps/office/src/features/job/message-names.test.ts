import { messageFlagHeads } from "@fieldfare/domain";
import { expect, it } from "vitest";
import { describeFlag } from "./message-names.ts";

it.each(messageFlagHeads)("has words for the flag %s", (head) => {
  expect(describeFlag(head)).not.toBe(head);
  expect(describeFlag(`${head}: something else`)).toBe(`${describeFlag(head)} (something else)`);
});

it.each([
  [
    "visit-ended-elsewhere",
    "another phone of the engineer had ended the visit: it is evidence, and changed nothing",
  ],
  [
    "closing: heating-though-off",
    "the heating works by the close, though the gas supply or the boiler is off",
  ],
  ["closing: noteMissing", "the job was closed without a note, which its outcome requires"],
  ["closing: cause-missing", "the close breaks a rule (cause missing)"],
  ["contact: full-name-missing", "a contact breaks a rule (full name missing)"],
  [
    "unexpected-step: OnSite on hold > Closed",
    "a step that was not expected (On site on hold to Closed)",
  ],
  [
    "begun-again: AccessGained > Travelling",
    "the engineer began the visit again, on another phone or on one that was set up again (Access gained to Travelling)",
  ],
  [
    "sign-in-ended",
    "the sign-in of the phone had ended when it arrived, as it does after a lock or a new password",
  ],
  ["mileage-corrected: re-read at 10 > 9", "the mileage was corrected (re-read at 10 > 9)"],
  ["of-a-later-server: x", "of-a-later-server: x"],
])("says what %s means", (flag, words) => {
  expect(describeFlag(flag)).toBe(words);
});
