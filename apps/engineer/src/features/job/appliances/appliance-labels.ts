import type { PropertyAppliance } from "@fieldfare/device";
import {
  type ApplianceAnswers,
  readApplianceAnswers,
  type ApplianceDetail,
  applianceDetails,
  type ManufacturerAndModel,
} from "@fieldfare/domain";
import { type Lists, findListText } from "./lists.ts";
import { strings } from "./strings.ts";

/** Joins the names of manufacturer and model, as far as they are chosen. */
export function formatManufacturerAndModel(
  manufacturerAndModel: ManufacturerAndModel | null,
): string {
  return [manufacturerAndModel?.manufacturer?.name, manufacturerAndModel?.model?.name]
    .map((name) => name?.trim())
    .filter(Boolean)
    .join(" ");
}

/** Returns the name of the appliance's type; empty while the lists are read. */
export function formatType({ type }: PropertyAppliance, lists: Lists | undefined): string {
  return findListText(lists, "type", type) ?? (lists ? strings().unnamedType : "");
}

/**
 * Lists every recorded detail except type, manufacturer and model. It may include details that the type does not ask
 * for, because the office may have recorded them.
 */
export function listDetails(
  appliance: PropertyAppliance,
  lists: Lists | undefined,
): readonly (readonly [name: string, value: string])[] {
  const answers = readApplianceAnswers(appliance);
  return applianceDetails.flatMap((detail) => {
    const value = formatDetail(answers, detail, lists);
    return value === "" ? [] : [[strings().details[detail], value] as const];
  });
}

function formatDetail(
  answers: ApplianceAnswers,
  detail: ApplianceDetail,
  lists: Lists | undefined,
): string {
  switch (detail) {
    case "dateInstalled":
      // YYYY-MM-DD to DD/MM/YYYY.
      return answers[detail].split("-").toReversed().join("/");
    case "gasCouncilNumber":
    case "serialNumber":
    case "estimatedAge":
      return answers[detail];
    default:
      return findListText(lists, detail, answers[detail]) ?? "";
  }
}
