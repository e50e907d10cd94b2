import { isCalendarDay } from "../calendar/days.ts";
import { type Faults, faultsOf } from "../faults.ts";
import { detailsOf } from "./appliance-types.ts";
import type { ApplianceAnswers, MakerAnswers, Named } from "./appliances.ts";
import { plainGcNumber, readAge } from "./appliances.ts";

export const mostMakerText = 50;
export const mostSerialText = 100;
const mostAge = 99;
const gcNumberShape = /^\d{7}$/;

export type MakerFaults = {
  readonly manufacturer: "manufacturer-missing" | "manufacturer-name-missing" | "name-too-long";
  readonly model: "model-missing" | "model-name-missing" | "name-too-long";
};

export type ApplianceFaults = {
  readonly type: "type-missing";
  readonly maker: "maker-missing" | MakerFaults[keyof MakerFaults];
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

/** `today` is the engineer's calendar day, YYYY-MM-DD. What the type does not have is not checked. */
export function applianceFaults(answers: ApplianceAnswers, today: string): Faults<ApplianceFaults> {
  const asked = new Set<string>(["type", "maker", ...detailsOf(answers.type)]);
  const all = faultsOf<ApplianceFaults>({
    type: answers.type === null ? "type-missing" : null,
    maker: makerFault(answers.maker),
    gasCouncilNumber: isGcNumber(answers.gasCouncilNumber) ? null : "gc-number-invalid",
    location: answers.location === null ? "location-missing" : null,
    fuelType: answers.fuelType === null ? "fuel-type-missing" : null,
    flueType: answers.flueType === null ? "flue-type-missing" : null,
    flueDirection: answers.flueDirection === null ? "flue-direction-missing" : null,
    ownership: answers.ownership === null ? "ownership-missing" : null,
    condition: answers.condition === null ? "condition-missing" : null,
    serialNumber:
      answers.serialNumber.trim().length > mostSerialText ? "serial-number-too-long" : null,
    estimatedAge: isAge(answers.estimatedAge) ? null : "age-invalid",
    dateInstalled: dateFault(answers.dateInstalled.trim(), today),
  });
  const entries = Object.entries(all).filter(([field]) => asked.has(field));
  return Object.fromEntries(entries) as Faults<ApplianceFaults>;
}

export function makerFaults(maker: MakerAnswers): Faults<MakerFaults> {
  return faultsOf<MakerFaults>({
    manufacturer: nameFault(maker.manufacturer, "manufacturer"),
    model: nameFault(maker.model, "model"),
  });
}

function makerFault(maker: MakerAnswers | null): ApplianceFaults["maker"] | null {
  if (maker === null) return "maker-missing";
  const faults = makerFaults(maker);
  return faults.manufacturer ?? faults.model ?? null;
}

function nameFault<Of extends "manufacturer" | "model">(named: Named | null, of: Of) {
  if (named === null) return `${of}-missing` as const;
  if (named.kind === "known") return null;
  const name = named.name.trim();
  if (name === "") return `${of}-name-missing` as const;
  return name.length > mostMakerText ? "name-too-long" : null;
}

/** Nobody has to know it; a number that is given has seven digits. */
function isGcNumber(text: string): boolean {
  const number = plainGcNumber(text);
  return number === "" || gcNumberShape.test(number);
}

function isAge(text: string): boolean {
  const age = readAge(text);
  return text.trim() === "" || (age !== null && age <= mostAge);
}

function dateFault(text: string, today: string): ApplianceFaults["dateInstalled"] | null {
  if (text === "") return null;
  if (!isCalendarDay(text)) return "date-invalid";
  return text > today ? "date-in-future" : null;
}
