import { isCalendarDay } from "../calendar/days.ts";
import { type Issues, collectIssues } from "../issues.ts";
import { detailsForType } from "./appliance-types.ts";
import type { ApplianceAnswers, ManufacturerAndModel, NamedChoice } from "./appliances.ts";
import { plainGcNumber, readAge } from "./appliances.ts";

export const maxManufacturerText = 50;
export const maxSerialText = 100;
const maxAge = 99;
const gcNumberShape = /^\d{7}$/;

export type ManufacturerIssues = {
  readonly manufacturer: "manufacturer-missing" | "manufacturer-name-missing" | "name-too-long";
  readonly model: "model-missing" | "model-name-missing" | "name-too-long";
};

export type ApplianceIssues = {
  readonly type: "type-missing";
  readonly manufacturerAndModel: "maker-missing" | ManufacturerIssues[keyof ManufacturerIssues];
  readonly gasCouncilNumber: "gc-number-invalid";
  readonly location: "location-missing";
  readonly fuelType: "fuel-type-missing";
  readonly flueType: "flue-type-missing";
  readonly flueDirection: "flue-direction-missing";
  readonly ownership: "ownership-missing";
  readonly condition: "condition-missing";
  readonly serialNumber: "serial-number-too-long";
  readonly estimatedAge: "age-invalid";
  readonly dateInstalled: "date-invalid" | "date-in-future";
};

/** Validates the fields that the type has. `today` is the engineer's calendar day, YYYY-MM-DD. */
export function validateAppliance(
  answers: ApplianceAnswers,
  today: string,
): Issues<ApplianceIssues> {
  const checkedFields = new Set<string>([
    "type",
    "manufacturerAndModel",
    ...detailsForType(answers.type),
  ]);
  const issues = {
    type: answers.type === null ? "type-missing" : null,
    manufacturerAndModel: validateManufacturerField(answers.manufacturerAndModel),
    gasCouncilNumber: isGcNumber(answers.gasCouncilNumber) ? null : "gc-number-invalid",
    location: answers.location === null ? "location-missing" : null,
    fuelType: answers.fuelType === null ? "fuel-type-missing" : null,
    flueType: answers.flueType === null ? "flue-type-missing" : null,
    flueDirection: answers.flueDirection === null ? "flue-direction-missing" : null,
    ownership: answers.ownership === null ? "ownership-missing" : null,
    condition: answers.condition === null ? "condition-missing" : null,
    serialNumber:
      answers.serialNumber.trim().length > maxSerialText ? "serial-number-too-long" : null,
    estimatedAge: isAge(answers.estimatedAge) ? null : "age-invalid",
    dateInstalled: validateDate(answers.dateInstalled.trim(), today),
  } as const;
  return collectIssues<ApplianceIssues>(issues, (field) => checkedFields.has(field));
}

/** Returns the issues of the manufacturer and of the model. A model is required as well. */
export function validateManufacturer(
  manufacturerAndModel: ManufacturerAndModel,
): Issues<ManufacturerIssues> {
  return collectIssues<ManufacturerIssues>({
    manufacturer: validateName(manufacturerAndModel.manufacturer, "manufacturer"),
    model: validateName(manufacturerAndModel.model, "model"),
  });
}

function validateManufacturerField(
  manufacturerAndModel: ManufacturerAndModel | null,
): ApplianceIssues["manufacturerAndModel"] | null {
  if (manufacturerAndModel === null) return "maker-missing";
  const issues = validateManufacturer(manufacturerAndModel);
  return issues.manufacturer ?? issues.model ?? null;
}

function validateName<Of extends "manufacturer" | "model">(named: NamedChoice | null, of: Of) {
  if (named === null) return `${of}-missing` as const;
  if (named.kind === "known") return null;
  const name = named.name.trim();
  if (name === "") return `${of}-name-missing` as const;
  return name.length > maxManufacturerText ? "name-too-long" : null;
}

/** The GC number is optional; a number that is given has seven digits. */
function isGcNumber(text: string): boolean {
  const number = plainGcNumber(text);
  return number === "" || gcNumberShape.test(number);
}

function isAge(text: string): boolean {
  const age = readAge(text);
  return text.trim() === "" || (age !== null && age <= maxAge);
}

function validateDate(text: string, today: string): ApplianceIssues["dateInstalled"] | null {
  if (text === "") return null;
  if (!isCalendarDay(text)) return "date-invalid";
  return text > today ? "date-in-future" : null;
}
