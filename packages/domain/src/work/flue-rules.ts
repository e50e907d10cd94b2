import { readText } from "../unknown-values.ts";
import { inspected, isSafe } from "./appliance-row.ts";
import type { ContradictionRule } from "./contradiction-rule.ts";
import type { FormAnswers } from "./form-states.ts";

/** The checks that only an appliance with a flue can have. */
const checksOfFlue = ["flueCondition", "termination", "flueFlow", "spillage"] as const;

const isOpenFlue = ({ flueType }: FormAnswers) => /^open\b/i.test(readText(flueType));

/** The form compares with the same text where "All passed" answers that a check of the flue does not apply. */
const isFlueless = ({ flueType }: FormAnswers) => readText(flueType).toLowerCase() === "flueless";

const isTested = (answer: unknown) => answer === "pass" || answer === "fail";

/** The rules about the flue of an appliance on the gas safety record. */
export const flueRules: readonly ContradictionRule[] = [
  {
    // Regulation 26(9)(a) asks whether the flue is effective; each open flue can be tested for spillage.
    rule: "open-flue-spillage-not-tested",
    severity: "error",
    at: "spillage",
    reads: ["inspected", "safeToUse", "flueType"],
    message: "An open flue needs a spillage test before the appliance is safe to use.",
    applies: (row) => isSafe(row) && isOpenFlue(row) && row["spillage"] === "na",
  },
  {
    rule: "open-flue-flow-not-tested",
    severity: "warning",
    at: "flueFlow",
    reads: ["inspected", "safeToUse", "flueType"],
    message: "An open flue needs a flue flow test.",
    applies: (row) => isSafe(row) && isOpenFlue(row) && row["flueFlow"] === "na",
  },
  ...checksOfFlue.map((check): ContradictionRule => ({
    rule: "flueless-appliance-has-flue-check",
    severity: "error",
    at: check,
    reads: ["inspected", "flueType"],
    message: "A flueless appliance has no flue: answer N/A, or correct the flue type.",
    applies: (row) => inspected(row) && isFlueless(row) && isTested(row[check]),
  })),
];
