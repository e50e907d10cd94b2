import type { FormAnswers } from "./form-states.ts";

/** What rules read of an appliance on the gas safety record. */

/** Whether the appliance was inspected. */
export const inspected = (row: FormAnswers) => row["inspected"] === "yes";

/** Whether the appliance was inspected and is safe to use. */
export const isSafe = (row: FormAnswers) => inspected(row) && row["safeToUse"] === "yes";

/** Whether a question has an answer. */
export const isGiven = (value: unknown) => value !== undefined && value !== null && value !== "";
