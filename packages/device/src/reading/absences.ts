import { type AbsenceRequest, type HolidayYear, holidayYear, z } from "@fieldfare/contract";
import { readTextField, type UnsentAbsences } from "@fieldfare/domain";
import type { OutboxRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { readOwner } from "../session/session.ts";
import { readLastSeen } from "./last-seen.ts";

/** What is stored of the server's answer besides the absences, which have their own table. */
export const storedYears = z.array(
  z.extend(holidayYear, { isSelected: z.boolean(), isCurrent: z.boolean() }),
);
export const yearsName = "absence-years";

export interface KnownYear extends HolidayYear {
  readonly isSelected: boolean;
  readonly isCurrent: boolean;
}

/** `isUnsent` tells that the server does not yet know of the request, or of its cancellation. */
export interface KnownAbsence extends AbsenceRequest {
  readonly isUnsent: boolean;
}

export interface Absences {
  readonly years: readonly KnownYear[];
  readonly absences: readonly KnownAbsence[];
  /** When the server sent them; null when it never did on this device. */
  readonly seenOn: string | null;
}

/**
 * Reads the years and absences as the server last sent them, with the changes that wait in the
 * outbox.
 */
export async function readAbsences(device: Device): Promise<Absences> {
  if ((await readOwner(device)) === null) return { years: [], absences: [], seenOn: null };
  const [years, rows, unsent] = await Promise.all([
    readLastSeen(device, yearsName, storedYears),
    device.database.absence.toArray(),
    readUnsentAbsences(device),
  ]);
  return {
    years: years?.value ?? [],
    absences: rows.map((row) => ({
      ...row,
      isUnsent: unsent.requested.has(row.id) || unsent.cancelled.has(row.id),
    })),
    seenOn: years?.seenOn ?? null,
  };
}

/** Reads the absence messages in the outbox, blocked or not. */
async function readUnsentAbsences({ database }: Device): Promise<UnsentAbsences> {
  return findUnsentAbsences(await database.messageQueue.toArray());
}

/** Finds what messages say about absences. */
export function findUnsentAbsences(rows: readonly OutboxRow[]): UnsentAbsences {
  const collectIds = (type: string, field: string) =>
    new Set(
      rows.filter((row) => row.type === type).map((row) => readTextField(row.payload, field) ?? ""),
    );
  return {
    requested: collectIds("AbsenceRequest", "id"),
    cancelled: collectIds("AbsenceCancel", "absenceRequestId"),
  };
}
