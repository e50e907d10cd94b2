import { readWhole } from "../numbers.ts";
import { type ApplianceDetail, detailsForType, isSimpleType } from "./appliance-types.ts";
import { changedOn } from "./changed-on.ts";

/** A manufacturer or a model: one of the list, or a name that the list does not have. */
export type NamedChoice =
  | { readonly kind: "known"; readonly id: number; readonly name: string }
  | { readonly kind: "unknown"; readonly name: string };

/** Each part is null until it is chosen. */
export interface ManufacturerAndModel {
  readonly manufacturer: NamedChoice | null;
  readonly model: NamedChoice | null;
}

export interface ApplianceAnswers {
  readonly type: number | null;
  readonly manufacturerAndModel: ManufacturerAndModel | null;
  readonly gasCouncilNumber: string;
  readonly location: number | null;
  readonly fuelType: number | null;
  readonly flueType: number | null;
  readonly flueDirection: number | null;
  readonly ownership: number | null;
  readonly condition: number | null;
  readonly serialNumber: string;
  /** As typed. */
  readonly estimatedAge: string;
  /** YYYY-MM-DD or empty. */
  readonly dateInstalled: string;
}

/** The part of an appliance's record that the rules need. */
export interface Appliance {
  readonly propertyAssetId: string;
  readonly type: number;
  readonly manufacturerId: number | null;
  readonly manufacturerName: string | null;
  readonly unknownManufacturerName: string | null;
  readonly manufacturerModelId: number | null;
  readonly modelName: string | null;
  readonly unknownModelName: string | null;
  readonly gasCouncilNumber: string | null;
  readonly location: number | null;
  readonly fuelType: number | null;
  readonly flueType: number | null;
  readonly flueDirection: number | null;
  readonly condition: number | null;
  readonly ownership: number | null;
  readonly serialNumber: string | null;
  readonly estimatedAge: number | null;
  readonly dateInstalled: string | null;
  readonly addedByEngineer: boolean;
  readonly scrapped: boolean;
  readonly scrappedDateTime: string | null;
  readonly modifiedOn: string;
}

const blankDetails = {
  gasCouncilNumber: "",
  location: null,
  fuelType: null,
  flueType: null,
  flueDirection: null,
  ownership: null,
  condition: null,
  serialNumber: "",
  estimatedAge: "",
  dateInstalled: "",
} as const satisfies Pick<ApplianceAnswers, ApplianceDetail>;

export const blankAppliance: ApplianceAnswers = {
  type: null,
  manufacturerAndModel: null,
  ...blankDetails,
};

/** Returns the answers with which a form opens that changes the appliance. */
export function readApplianceAnswers(appliance: Appliance): ApplianceAnswers {
  const { manufacturerId, manufacturerName, unknownManufacturerName } = appliance;
  const { manufacturerModelId, modelName, unknownModelName } = appliance;
  const manufacturer = readNamedChoice(manufacturerId, manufacturerName, unknownManufacturerName);
  const model = readNamedChoice(manufacturerModelId, modelName, unknownModelName);
  return {
    type: appliance.type,
    manufacturerAndModel: manufacturer === null && model === null ? null : { manufacturer, model },
    gasCouncilNumber: appliance.gasCouncilNumber ?? "",
    location: appliance.location,
    fuelType: appliance.fuelType,
    flueType: appliance.flueType,
    flueDirection: appliance.flueDirection,
    ownership: appliance.ownership,
    condition: appliance.condition,
    serialNumber: appliance.serialNumber ?? "",
    estimatedAge: appliance.estimatedAge === null ? "" : String(appliance.estimatedAge),
    dateInstalled: appliance.dateInstalled?.slice(0, "YYYY-MM-DD".length) ?? "",
  };
}

function readNamedChoice(
  id: number | null,
  name: string | null,
  unknownName: string | null,
): NamedChoice | null {
  const given = firstGiven(name, unknownName);
  if (id !== null) return { kind: "known", id, name: given };
  return given === "" ? null : { kind: "unknown", name: given };
}

/** Returns the manufacturer's name, from the list or as typed; empty if there is none. */
export function readManufacturerName(
  appliance: Pick<Appliance, "manufacturerName" | "unknownManufacturerName">,
): string {
  return firstGiven(appliance.manufacturerName, appliance.unknownManufacturerName);
}

/** Returns the model's name, from the list or as typed; empty if there is none. */
export function readModelName(
  appliance: Pick<Appliance, "modelName" | "unknownModelName">,
): string {
  return firstGiven(appliance.modelName, appliance.unknownModelName);
}

function firstGiven(...names: readonly (string | null)[]): string {
  return names.map((name) => name?.trim() ?? "").find((name) => name !== "") ?? "";
}

/** Sets the type. A different type clears manufacturer and model, and all other fields that the type has. */
export function chooseType(answers: ApplianceAnswers, type: number): ApplianceAnswers {
  if (answers.type === type) return answers;
  const reset = { ...answers, type, manufacturerAndModel: null };
  return isSimpleType(type) ? reset : { ...reset, ...blankDetails };
}

/**
 * Sets the manufacturer. A different one has other models, so it clears the model; a typed model stays with a typed
 * manufacturer.
 */
export function chooseManufacturer(
  manufacturerAndModel: ManufacturerAndModel | null,
  manufacturer: NamedChoice,
): ManufacturerAndModel {
  const before = manufacturerAndModel?.manufacturer;
  const isSame =
    before?.kind === "known" && manufacturer.kind === "known" && before.id === manufacturer.id;
  if (manufacturerAndModel && isSame) return manufacturerAndModel;
  const keepsModel =
    manufacturer.kind === "unknown" && manufacturerAndModel?.model?.kind === "unknown";
  return { manufacturer, model: keepsModel ? manufacturerAndModel.model : null };
}

/** A model of the list, with the details that the list has for it. */
export interface ModelChoice {
  readonly id: number;
  readonly name: string;
  readonly gasCouncilNumber: string | null;
  readonly fuelType: number | null;
}

/** Returns the answers with manufacturer and model set, and with the details that a model of the list has. */
export function withManufacturerAndModel(
  answers: ApplianceAnswers,
  manufacturerAndModel: ManufacturerAndModel,
  model: ModelChoice | null,
): ApplianceAnswers {
  const details = detailsForType(answers.type);
  return {
    ...answers,
    manufacturerAndModel,
    gasCouncilNumber: details.includes("gasCouncilNumber")
      ? (model?.gasCouncilNumber ?? "")
      : answers.gasCouncilNumber,
    fuelType: details.includes("fuelType") && model?.fuelType ? model.fuelType : answers.fuelType,
  };
}

/**
 * Returns the record of valid answers. Details that the type does not have are not on the screen: the values of
 * `before` stay while the type stays the same.
 */
export function applianceRecord(
  answers: ApplianceAnswers & { readonly type: number },
  before: Appliance | null,
) {
  const { manufacturerAndModel, type } = answers;
  const recordedDetails = new Set(detailsForType(type));
  const unchanged = before?.type === type ? before : null;
  const detail = <D extends ApplianceDetail>(name: D, value: Appliance[D]) =>
    recordedDetails.has(name) ? value : (unchanged?.[name] ?? null);
  return {
    type,
    ...recordManufacturerAndModel(manufacturerAndModel),
    gasCouncilNumber: detail("gasCouncilNumber", plainGcNumber(answers.gasCouncilNumber) || null),
    location: detail("location", answers.location),
    fuelType: detail("fuelType", answers.fuelType),
    flueType: detail("flueType", answers.flueType),
    flueDirection: detail("flueDirection", answers.flueDirection),
    ownership: detail("ownership", answers.ownership),
    condition: detail("condition", answers.condition),
    serialNumber: detail("serialNumber", answers.serialNumber.trim() || null),
    estimatedAge: detail("estimatedAge", readAge(answers.estimatedAge)),
    dateInstalled: detail("dateInstalled", answers.dateInstalled.trim() || null),
  };
}

function recordManufacturerAndModel(manufacturerAndModel: ManufacturerAndModel | null) {
  const manufacturer = manufacturerAndModel?.manufacturer ?? null;
  const model = manufacturerAndModel?.model ?? null;
  return {
    manufacturerId: manufacturer?.kind === "known" ? manufacturer.id : null,
    manufacturerName: manufacturer?.kind === "known" ? manufacturer.name || null : null,
    unknownManufacturerName: manufacturer?.kind === "unknown" ? manufacturer.name.trim() : null,
    manufacturerModelId: model?.kind === "known" ? model.id : null,
    modelName: model?.kind === "known" ? model.name || null : null,
    unknownModelName: model?.kind === "unknown" ? model.name.trim() : null,
  };
}

/** Returns the digits of a GC number. Data plates show it as 47-311-90. */
export function plainGcNumber(text: string): string {
  return text.replaceAll(/[\s-]/g, "");
}

/** Returns the age in years; null if the text is empty or not an age. */
export function readAge(text: string): number | null {
  return readWhole(text, "years");
}

/** Returns the appliance as scrapped at that time, changed after its last change. */
export function withScrapped<A extends Appliance>(appliance: A, at: Date): A {
  const time = at.toISOString();
  const modifiedOn = changedOn(appliance, at).toISOString();
  return { ...appliance, scrapped: true, scrappedDateTime: time, modifiedOn };
}

/** Returns the appliance as no longer scrapped, changed after its last change. */
export function withReinstated<A extends Appliance>(appliance: A, at: Date): A {
  const modifiedOn = changedOn(appliance, at).toISOString();
  return { ...appliance, scrapped: false, scrappedDateTime: null, modifiedOn };
}

/** Returns what removing the appliance means: one that the engineer added is deleted, any other is scrapped. */
export function removalKind(appliance: Pick<Appliance, "addedByEngineer">): "delete" | "scrap" {
  return appliance.addedByEngineer ? "delete" : "scrap";
}
