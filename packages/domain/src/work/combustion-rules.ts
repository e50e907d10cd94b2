import { readText } from "../unknown-values.ts";
import { inspected, isGiven, isSafe } from "./appliance-row.ts";
import type { ContradictionRule } from "./contradiction-rule.ts";
import type { FormAnswers } from "./form-states.ts";
import { isRatioOver, ratioLimits } from "./gas-safety.ts";

/** Readings stay among the answers when the engineer says that none were taken, so they count only if they were. */
const hasReadings = (row: FormAnswers) => inspected(row) && row["combustionTested"] === "yes";

/** A back boiler is behind a fire, whose limit is that of the other appliances. */
const hasBoilerLimit = ({ type }: FormAnswers) => {
  const name = readText(type);
  return /\bboilers?\b/i.test(name) && !/\bback boilers?\b/i.test(name);
};

/** Whether the last readings of the flue gas, the final ones or else the initial ones, are over this ratio of CO to CO2. */
const isBurningOver = (row: FormAnswers, limit: number) => {
  if (!hasReadings(row)) return false;
  const hasFinal = isGiven(row["finalCo"]) && isGiven(row["finalCo2"]);
  const [co, co2] = hasFinal ? ["finalCo", "finalCo2"] : ["initialCo", "initialCo2"];
  return isRatioOver(limit, row[co], row[co2]);
};

/** Builds the rule of a final reading that lacks the other one. The one to enter has the message. */
const finalReadingRule = (missing: string, given: string): ContradictionRule => ({
  rule: "half-a-final-reading",
  severity: "error",
  at: missing,
  reads: ["inspected", "combustionTested", given],
  message: "Enter both final readings, CO and CO2, or neither.",
  applies: (row) => hasReadings(row) && isGiven(row[given]) && !isGiven(row[missing]),
});

/** The rules about the combustion readings of an appliance on the gas safety record. */
export const combustionRules: readonly ContradictionRule[] = [
  {
    rule: "combustion-is-safe",
    severity: "error",
    at: "safeToUse",
    reads: [
      "inspected",
      "type",
      "combustionTested",
      "initialCo",
      "initialCo2",
      "finalCo",
      "finalCo2",
    ],
    message: "The last combustion readings are over the limit: it is not safe to use.",
    applies: (row) =>
      isSafe(row) &&
      isBurningOver(row, hasBoilerLimit(row) ? ratioLimits.unsafe : ratioLimits.unsafeForAll),
  },
  finalReadingRule("finalCo", "finalCo2"),
  finalReadingRule("finalCo2", "finalCo"),
];
