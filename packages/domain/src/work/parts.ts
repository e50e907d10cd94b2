import { done, refused, type Result } from "../result.ts";
import { readWhole } from "../numbers.ts";
import { cutText } from "./cut.ts";
import { type Issues, collectIssues } from "../issues.ts";

/** 1 ordered in advance, 2 added by the engineer and used, 3 to be ordered. */
export const partUsage = { preordered: 1, fromStock: 2, toOrder: 3 } as const;
export type PartUsage = (typeof partUsage)[keyof typeof partUsage];

export type UsageStatus = "Requested" | "Exact" | "Partial" | "Additional" | "Unused";

/** The part of a job's part that the rules need. */
export interface WorkPart {
  readonly jobPartId: string;
  readonly usageType: PartUsage;
  readonly usageStatus: UsageStatus | null;
  readonly qty: number;
  readonly qtyUsed: number;
  readonly qtyRequired: number;
  readonly isVanStock: boolean;
  readonly isPartRequired: boolean;
  readonly addedByFieldOp: boolean;
}

/** The codes that a part of the catalogue has. */
export interface CataloguePart {
  readonly partUnitTypeId: number | null;
  readonly manufacturerPartCode: string | null;
  readonly internalPartCode: string | null;
}

export interface PartAnswers {
  readonly shortDescription: string;
  /** As typed. */
  readonly quantity: string;
  /** The part must be ordered: none of it is used today. */
  readonly isPartRequired: boolean;
  readonly isVanStock: boolean;
  readonly comments: string;
  readonly catalogue: CataloguePart | null;
}

export const blankPart: PartAnswers = {
  shortDescription: "",
  quantity: "",
  isPartRequired: false,
  isVanStock: false,
  comments: "",
  catalogue: null,
};

export type PartIssues = {
  readonly shortDescription: "short-description-invalid";
  readonly quantity: "quantity-invalid";
  readonly comments: "comments-too-long";
};

export const maxShortDescription = 200;
const maxComments = 2000;
const addedQuantity = { min: 1, max: 999 } as const;
/** The trade has no limit. This one catches typing errors. */
const countedQuantity = { min: 0, max: 999_999 } as const;

/** Returns the issues of a part that is being added, by field. */
export function validatePart(answers: PartAnswers): Issues<PartIssues> {
  const description = answers.shortDescription.trim();
  const isDescribed = description !== "" && description.length <= maxShortDescription;
  return collectIssues<PartIssues>({
    shortDescription: isDescribed ? null : "short-description-invalid",
    quantity: parseAddedQuantity(answers.quantity).ok ? null : "quantity-invalid",
    comments: answers.comments.trim().length > maxComments ? "comments-too-long" : null,
  });
}

/** Parses the quantity of a part that is being added, a whole number from 1 to 999. */
export function parseAddedQuantity(text: string): Result<number, "quantity-invalid"> {
  return parseCount(text, addedQuantity);
}

/** Parses the quantity of a part that is being updated, a whole number from 0. */
export function parseUpdatedQuantity(text: string): Result<number, "quantity-invalid"> {
  return parseCount(text, countedQuantity);
}

function parseCount(
  text: string,
  { min, max }: { readonly min: number; readonly max: number },
): Result<number, "quantity-invalid"> {
  const count = readWhole(text);
  const isInRange = count !== null && count >= min && count <= max;
  return isInRange ? done(count) : refused("quantity-invalid");
}

/** More than this many times the ordered quantity is more likely a typing error than a use. */
const maxTimesOrdered = 10;

/**
 * Whether a new quantity is to be asked about: far more than was ordered or, of any other part, than can be added at
 * once.
 */
export function isUnlikelyQuantity(part: WorkPart, quantity: number): boolean {
  if (quantity === readQuantity(part)) return false;
  const isOrdered = part.usageType === partUsage.preordered;
  return quantity > (isOrdered ? part.qty * maxTimesOrdered : addedQuantity.max);
}

export interface PartUpdate {
  /** As typed: the used quantity, or the required one of a part to be ordered. */
  readonly quantity: string;
  readonly isVanStock: boolean;
}

/** Returns the issue of the quantity of a part that is being updated. */
export function validatePartUpdate(update: PartUpdate): Issues<Pick<PartIssues, "quantity">> {
  return parseUpdatedQuantity(update.quantity).ok ? {} : { quantity: "quantity-invalid" };
}

/** A part that is being entered has no usage type yet; a part of the job is read by its usage type alone. */
export type OrderablePart = { readonly isPartRequired: boolean; readonly usageType?: PartUsage };

function isToBeOrdered(part: OrderablePart): boolean {
  return part.usageType === undefined ? part.isPartRequired : part.usageType === partUsage.toOrder;
}

/** Returns the label of the field with the part's quantity: a part to be ordered is not used yet. */
export function quantityLabel(part: OrderablePart): "Quantity Required" | "Quantity Used" {
  return isToBeOrdered(part) ? "Quantity Required" : "Quantity Used";
}

/** Returns the quantity that `quantityLabel` names. */
export function readQuantity(part: WorkPart): number {
  return isToBeOrdered(part) ? part.qtyRequired : part.qtyUsed;
}

/** Returns the unit to print after a number of parts; empty for single parts: "2 Each" says no more than "2". */
export function printedUnit(name: string | undefined): string {
  return name === undefined || name.toLowerCase() === "each" ? "" : name;
}

/** Fills in a part of the catalogue with its codes. Its description may still be changed. */
export function chooseCataloguePart(
  answers: PartAnswers,
  part: CataloguePart & { readonly description: string },
): PartAnswers {
  const { description, ...catalogue } = part;
  return { ...answers, shortDescription: cutText(description, maxShortDescription), catalogue };
}

/** Whether the van stock switch is shown: only for a part that is not being ordered. */
export function offersVanStock(part: OrderablePart): boolean {
  return !isToBeOrdered(part);
}

/** Whether the part may be removed: only if the engineer added it. */
export function mayRemovePart(part: { readonly addedByFieldOp: boolean }): boolean {
  return part.addedByFieldOp;
}

/** Compares the used quantity with the ordered or taken one. */
export function deriveUsageStatus(qty: number, qtyUsed: number): Exclude<UsageStatus, "Requested"> {
  if (qtyUsed === 0) return "Unused";
  if (qtyUsed < qty) return "Partial";
  return qtyUsed > qty ? "Additional" : "Exact";
}

/** Builds a new part from valid answers. */
export function addedPart(answers: PartAnswers, quantity: number) {
  const isOrdered = answers.isPartRequired;
  const status: UsageStatus = isOrdered ? "Requested" : "Exact";
  return {
    usageType: isOrdered ? partUsage.toOrder : partUsage.fromStock,
    usageStatus: status,
    qty: quantity,
    qtyUsed: isOrdered ? 0 : quantity,
    qtyRequired: isOrdered ? quantity : 0,
    shortDescription: answers.shortDescription.trim(),
    comments: answers.comments.trim() || null,
    isVanStock: !isOrdered && answers.isVanStock,
    isPartRequired: isOrdered,
    addedByFieldOp: true,
  };
}

/** Sets the quantity: the required one of a part to be ordered, else the used one. */
export function withQuantity<P extends WorkPart>(part: P, quantity: number): P {
  if (isToBeOrdered(part)) return { ...part, qty: quantity, qtyRequired: quantity };
  return { ...part, qtyUsed: quantity, usageStatus: deriveUsageStatus(part.qty, quantity) };
}

const groupNames = {
  1: "Preordered",
  2: "Added from stock",
  3: "Request order",
} as const satisfies Record<PartUsage, string>;
export type PartGroup = (typeof groupNames)[PartUsage];

/** Throws for an unknown usage type: such a part must not disappear from a list. */
export function partGroup(part: { readonly usageType: number }): PartGroup {
  const names: Readonly<Record<number, PartGroup>> = groupNames;
  const name = names[part.usageType];
  if (name === undefined) throw new Error(`Unsupported part usage type: ${part.usageType}`);
  return name;
}

/** Returns the parts by group, without empty groups. */
export function groupParts<P extends { readonly usageType: number }>(
  parts: readonly P[],
): readonly { readonly group: PartGroup; readonly parts: readonly P[] }[] {
  const grouped = parts.map((part) => ({ part, group: partGroup(part) }));
  return Object.values(groupNames)
    .map((group) => ({
      group,
      parts: grouped.filter((entry) => entry.group === group).map(({ part }) => part),
    }))
    .filter((entry) => entry.parts.length > 0);
}

/** Returns the parts ordered in advance of which none was used. The engineer explains these when closing. */
export function unusedParts<P extends Pick<WorkPart, "usageType" | "qtyUsed">>(
  parts: readonly P[],
): readonly P[] {
  return parts.filter((part) => part.usageType === partUsage.preordered && part.qtyUsed === 0);
}
