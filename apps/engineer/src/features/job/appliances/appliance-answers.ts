import { z } from "@fieldfare/contract";
import {
  type ApplianceAnswers,
  isRecord,
  listKeys,
  validateAppliance,
  type ManufacturerAndModel,
  type ManufacturerIssues,
  validateManufacturer,
} from "@fieldfare/domain";
import type { AnswersSchema } from "../../../phone/drafts.ts";
import { describeIssues, type FormErrors, type FormState } from "../../../ui/form.tsx";
import { strings } from "./strings.ts";

/** The path of the appliance list. */
export const appliancesPath = "/jobs/selected/property/appliances";

const namedChoice = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("known"), id: z.number(), name: z.string() }),
  z.object({ kind: z.literal("unknown"), name: z.string() }),
]);

export const applianceSchema: AnswersSchema<ApplianceAnswers> = z.object({
  type: z.nullable(z.number()),
  manufacturerAndModel: z.nullable(
    z.object({ manufacturer: z.nullable(namedChoice), model: z.nullable(namedChoice) }),
  ),
  gasCouncilNumber: z.string(),
  location: z.nullable(z.number()),
  fuelType: z.nullable(z.number()),
  flueType: z.nullable(z.number()),
  flueDirection: z.nullable(z.number()),
  ownership: z.nullable(z.number()),
  condition: z.nullable(z.number()),
  serialNumber: z.string(),
  estimatedAge: z.string(),
  dateInstalled: z.string(),
});

/**
 * Converts the draft of an earlier build, which calls the manufacturer and model `maker`. Returns any other value
 * unchanged.
 */
export function convertApplianceDraft(saved: unknown): unknown {
  if (!isRecord(saved) || saved["manufacturerAndModel"] !== undefined) return saved;
  const { maker, ...answers } = saved;
  return maker === undefined ? saved : { ...answers, manufacturerAndModel: maker };
}

/** Validates the answers. `today` is YYYY-MM-DD. */
export function checkAppliance(
  answers: ApplianceAnswers,
  today: string,
): FormErrors<ApplianceAnswers> {
  return describeIssues(validateAppliance(answers, today), strings().issues);
}

/** Returns the issues of manufacturer and model, by field; both are missing if neither was chosen. */
export function findManufacturerIssues(
  manufacturerAndModel: ManufacturerAndModel | null,
): Partial<ManufacturerIssues> {
  return validateManufacturer(manufacturerAndModel ?? { manufacturer: null, model: null });
}

/** Sets every field whose answer differs from the form's: one choice can change several fields. */
export function setAnswers(form: FormState<ApplianceAnswers>, answers: ApplianceAnswers): void {
  const set = <K extends keyof ApplianceAnswers>(name: K) => {
    if (form.values[name] !== answers[name]) form.set(name, answers[name]);
  };
  for (const name of listKeys(answers)) set(name);
}
