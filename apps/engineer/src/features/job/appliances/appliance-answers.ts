import {
  type ApplianceAnswers,
  applianceFaults,
  type MakerAnswers,
  type MakerFaults,
  makerFaults,
  type Named,
} from "@fieldfare/domain";
import type { FormErrors, FormOf } from "../../../ui/form.tsx";
import type { Kept } from "../../../device/drafts.ts";
import { words } from "./words.ts";

/** Where all appliances of the property are. */
export const list = "/jobs/selected/property/appliances";

/** `today` is YYYY-MM-DD. */
export function checkAppliance(
  answers: ApplianceAnswers,
  today: string,
): FormErrors<ApplianceAnswers> {
  const spoken = words().faults;
  const faults = Object.entries(applianceFaults(answers, today));
  return Object.fromEntries(faults.map(([field, fault]) => [field, spoken[fault]]));
}

export function faultsOfMaker(maker: MakerAnswers | null): Partial<MakerFaults> {
  return makerFaults(maker ?? { manufacturer: null, model: null });
}

/** Takes over every answer that a choice has changed. */
export function setAnswers(form: FormOf<ApplianceAnswers>, answers: ApplianceAnswers): void {
  const set = <K extends keyof ApplianceAnswers>(name: K) => {
    if (form.values[name] !== answers[name]) form.set(name, answers[name]);
  };
  for (const name of Object.keys(answers) as (keyof ApplianceAnswers)[]) set(name);
}

/** What was being written, or `original` where nothing was. */
export function parseAnswers(kept: Kept, original: ApplianceAnswers): ApplianceAnswers {
  if (!kept.has("serialNumber")) return original;
  return {
    type: kept.number("type"),
    maker: makerFrom(kept.inner("maker")),
    gasCouncilNumber: kept.text("gasCouncilNumber"),
    location: kept.number("location"),
    fuelType: kept.number("fuelType"),
    flueType: kept.number("flueType"),
    flueDirection: kept.number("flueDirection"),
    ownership: kept.number("ownership"),
    condition: kept.number("condition"),
    serialNumber: kept.text("serialNumber"),
    estimatedAge: kept.text("estimatedAge"),
    dateInstalled: kept.text("dateInstalled"),
  };
}

function makerFrom(kept: Kept): MakerAnswers | null {
  if (!kept.has("manufacturer")) return null;
  return {
    manufacturer: namedFrom(kept.inner("manufacturer")),
    model: namedFrom(kept.inner("model")),
  };
}

function namedFrom(kept: Kept): Named | null {
  const name = kept.text("name");
  const id = kept.number("id");
  if (kept.text("kind") === "known" && id !== null) return { kind: "known", id, name };
  return kept.text("kind") === "unknown" ? { kind: "unknown", name } : null;
}
