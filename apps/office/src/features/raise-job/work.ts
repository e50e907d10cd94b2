import type { CallBody } from "@fieldfare/contract";
import type { createJob } from "@fieldfare/contract/office";

type JobBody = CallBody<typeof createJob>;
type DraftPart = NonNullable<JobBody["parts"]>[number];

/** A planned code of the schedule of rates, with its quantity as it is typed. */
export interface SorDraft {
  readonly sorCodeId: number;
  readonly sorCode: string;
  readonly shortDescription: string;
  readonly qty: string;
}

/** A part that was ordered for the job, with its quantity as it is typed. */
export interface PartDraft {
  /** The id of the row of the table of parts. */
  readonly rowId: string;
  readonly code: string;
  readonly description: string;
  readonly unitId: number | null;
  readonly qty: string;
  /** Where it waits for the engineer; null: it has not arrived. */
  readonly place: NonNullable<DraftPart["location"]> | null;
}

/** Whether a typed quantity is a number above 0. */
export function isQuantity(typed: string): boolean {
  return /^\d{1,6}(\.\d{1,2})?$/.test(typed.trim()) && Number(typed) > 0;
}

/** Whether a typed quantity is a whole number above 0. */
export function isWholeQuantity(typed: string): boolean {
  return /^[1-9]\d{0,3}$/.test(typed.trim());
}

/** The planned codes and the ordered parts as the server takes them. */
export function buildWork(sors: readonly SorDraft[], parts: readonly PartDraft[]) {
  return {
    ...(sors.length > 0 && {
      plannedSors: sors.map(({ qty, ...sor }) => ({ ...sor, qty: Number(qty) })),
    }),
    ...(parts.length > 0 && {
      parts: parts.map(({ code, description, unitId, qty, place }): DraftPart => ({
        qty: Number(qty),
        shortDescription: description.slice(0, 200),
        partUnitTypeId: unitId,
        internalPartCode: code,
        location: place,
      })),
    }),
  } satisfies Pick<JobBody, "plannedSors" | "parts">;
}
