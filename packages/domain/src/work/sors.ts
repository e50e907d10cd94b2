import { done, refused, type Result } from "../result.ts";
import { readDecimal } from "../numbers.ts";
import { cutText } from "./cut.ts";
import { type Issues, collectIssues } from "../issues.ts";

/** The usage type of a SOR that the engineer added. */
export const addedSorUsage = 2;

/** The part of a planned SOR that the rules need. */
export interface PlannedSor {
  readonly sorCodeId: number;
  readonly qty: number;
  readonly qtyUsed: number;
  readonly usageType: number;
  readonly updatedOnDateTime: string;
}

/** One line of the schedule of rates. */
export interface SorChoice {
  readonly sorCodeId: number;
  readonly code: string;
  readonly description: string;
}

export interface SorAnswers {
  readonly sor: SorChoice | null;
  /** As typed. */
  readonly quantity: string;
}

export type QuantityIssue =
  | "quantity-missing"
  | "quantity-invalid"
  /** A comma may separate thousands or be the decimal point. */
  | "quantity-unclear"
  | "quantity-too-large";

const decimals = 2;
const maxQuantity = 999_999.99;
/** Parses a quantity with at most two decimals: further digits are cut, not rounded. */
export function parseQuantity(text: string): Result<number, QuantityIssue> {
  const read = readDecimal(text);
  if (read.kind === "empty") return refused("quantity-missing");
  if (read.kind === "unclear") return refused("quantity-unclear");
  if (read.kind === "unreadable" || read.isNegative) return refused("quantity-invalid");
  const quantity = Number(`${read.whole}.${read.fraction.slice(0, decimals) || "0"}`);
  return quantity > maxQuantity ? refused("quantity-too-large") : done(quantity);
}

/** Cuts the text of the field while it is typed, after the second decimal. */
export function cutQuantity(text: string): string {
  const point = text.indexOf(".");
  return point < 0 ? text : text.slice(0, point + 1 + decimals);
}

export type SorIssues = { readonly sor: "sor-missing"; readonly quantity: QuantityIssue };

/** What is wrong with an added SOR, by field; no field: nothing. */
export function validateSor(answers: SorAnswers): Issues<SorIssues> {
  return collectIssues<SorIssues>({
    sor: answers.sor === null ? "sor-missing" : null,
    quantity: validateAddedQuantity(answers.quantity),
  });
}

/** An added SOR needs a quantity above zero; a planned one may be used zero times. */
function validateAddedQuantity(text: string): QuantityIssue | null {
  const quantity = parseQuantity(text);
  if (!quantity.ok) return quantity.refusal;
  return quantity.value === 0 ? "quantity-invalid" : null;
}

/** What is wrong with the quantity used of a planned SOR, as it was typed; null: nothing. */
export function validateQuantityUsed(text: string): QuantityIssue | null {
  const quantity = parseQuantity(text);
  return quantity.ok ? null : quantity.refusal;
}

/** Builds a SOR that the engineer adds: the used quantity equals the added one. */
export function addedSor(sor: SorChoice, quantity: number, at: Date) {
  return {
    sorCodeId: sor.sorCodeId,
    sorCode: sor.code,
    shortDescription: cutText(sor.description, maxSorDescription),
    qty: quantity,
    qtyUsed: quantity,
    usageType: addedSorUsage,
    updatedOnDateTime: at.toISOString(),
  };
}

const maxSorDescription = 500;

/** The planned SOR with another quantity used. */
export function withQuantityUsed<S extends PlannedSor>(sor: S, qtyUsed: number, at: Date): S {
  const qty = isOnlyTyped(sor) ? qtyUsed : sor.qty;
  return { ...sor, qty, qtyUsed, updatedOnDateTime: at.toISOString() };
}

/** Whether a SOR that is no longer planned is there only because a quantity is typed and not saved yet. */
export function isOnlyTyped({ usageType, qty, qtyUsed }: PlannedSor): boolean {
  return usageType === addedSorUsage && qty === 0 && qtyUsed === 0;
}

/** Whether the SOR may be removed: the last one of a job stays. */
export function mayRemoveSor(sors: readonly PlannedSor[]): boolean {
  return sors.length > 1;
}

/** Returns the SORs that the office planned and of which no use is recorded. */
export function findUnusedSors<S extends PlannedSor>(sors: readonly S[]): readonly S[] {
  return sors.filter(({ usageType, qtyUsed }) => usageType !== addedSorUsage && qtyUsed === 0);
}
