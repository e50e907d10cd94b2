import {
  type ApplianceAnswers,
  validateAppliance,
  type ManufacturerAndModel,
  type ManufacturerIssues,
  validateManufacturer,
  type NamedChoice,
} from "@fieldfare/domain";
import type { FormErrors, FormState } from "../../../ui/form.tsx";
import type { DraftReader } from "../../../phone/drafts.ts";
import { strings } from "./strings.ts";

/** The path of the appliance list. */
export const appliancesPath = "/jobs/selected/property/appliances";

/** Validates the answers. `today` is YYYY-MM-DD. */
export function checkAppliance(
  answers: ApplianceAnswers,
  today: string,
): FormErrors<ApplianceAnswers> {
  const text = strings().issues;
  const issues = Object.entries(validateAppliance(answers, today));
  return Object.fromEntries(issues.map(([field, issue]) => [field, text[issue]]));
}

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
  for (const name of Object.keys(answers) as (keyof ApplianceAnswers)[]) set(name);
}

/** Reads the answers from the draft; returns `original` when the draft is empty. */
export function parseAnswers(saved: DraftReader, original: ApplianceAnswers): ApplianceAnswers {
  if (!saved.has("serialNumber")) return original;
  return {
    type: saved.number("type"),
    maker: parseManufacturerAndModel(saved.inner("maker")),
    gasCouncilNumber: saved.text("gasCouncilNumber"),
    location: saved.number("location"),
    fuelType: saved.number("fuelType"),
    flueType: saved.number("flueType"),
    flueDirection: saved.number("flueDirection"),
    ownership: saved.number("ownership"),
    condition: saved.number("condition"),
    serialNumber: saved.text("serialNumber"),
    estimatedAge: saved.text("estimatedAge"),
    dateInstalled: saved.text("dateInstalled"),
  };
}

function parseManufacturerAndModel(saved: DraftReader): ManufacturerAndModel | null {
  if (!saved.has("manufacturer")) return null;
  return {
    manufacturer: parseNamed(saved.inner("manufacturer")),
    model: parseNamed(saved.inner("model")),
  };
}

function parseNamed(saved: DraftReader): NamedChoice | null {
  const name = saved.text("name");
  const id = saved.number("id");
  if (saved.text("kind") === "known" && id !== null) return { kind: "known", id, name };
  return saved.text("kind") === "unknown" ? { kind: "unknown", name } : null;
}
