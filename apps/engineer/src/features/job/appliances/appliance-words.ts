import type { PropertyAppliance } from "@fieldfare/device";
import {
  type ApplianceAnswers,
  applianceAnswersOf,
  type ApplianceDetail,
  applianceDetails,
  type MakerAnswers,
} from "@fieldfare/domain";
import { type Lists, type ListedField, textOf } from "./lists.ts";
import { words } from "./words.ts";

/** Manufacturer and model as far as they are chosen. */
export function nameOf(maker: MakerAnswers | null): string {
  return [maker?.manufacturer?.name, maker?.model?.name]
    .map((name) => name?.trim())
    .filter(Boolean)
    .join(" ");
}

export function typeOf({ type }: PropertyAppliance, lists: Lists | undefined): string {
  return textOf(lists, "type", type) ?? (lists ? words().unnamedType : "");
}

/** All that is recorded beyond type and maker, as names and values; the office may know more than the type asks. */
export function factsOf(
  appliance: PropertyAppliance,
  lists: Lists | undefined,
): readonly (readonly [name: string, value: string])[] {
  const answers = applianceAnswersOf(appliance);
  return applianceDetails.flatMap((detail) => {
    const value = valueOf(answers, detail, lists);
    return value === "" ? [] : [[words().details[detail], value] as const];
  });
}

function valueOf(
  answers: ApplianceAnswers,
  detail: ApplianceDetail,
  lists: Lists | undefined,
): string {
  const value = answers[detail];
  // A day, as people write it.
  if (detail === "dateInstalled") return answers[detail].split("-").toReversed().join("/");
  if (typeof value === "string") return value;
  return textOf(lists, detail as ListedField, value) ?? "";
}
