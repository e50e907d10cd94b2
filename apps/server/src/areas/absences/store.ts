import { and, asc, desc, eq, isNull, or } from "drizzle-orm";
import type { AbsenceRequest, CallAnswer, getAbsences, HolidayYear } from "@fieldfare/contract";
import { countWorkingDays, findHolidayYear, londonDay } from "@fieldfare/domain";
import type { Database } from "../../database/database.ts";
import { absence, absenceDocument, account, holidayYear } from "../../database/schema.ts";

export type AbsenceRow = typeof absence.$inferSelect;

/** Used when the office has set up no year, so that every absence is still shown. */
const defaultYear: HolidayYear = {
  id: 0,
  dateFrom: "1970-01-01",
  dateTo: "2199-12-31",
  allowance: null,
  nonWorkingDays: [],
};

/** Reads the holiday years in order. Without any there is one that never ends and has no allowance. */
export async function readYears({ orm }: Database): Promise<HolidayYear[]> {
  const rows = await orm.select().from(holidayYear).orderBy(asc(holidayYear.dateFrom));
  const years = rows.map(({ holidayYearId, ...year }) => ({ id: holidayYearId, ...year }));
  return years.length > 0 ? years : [defaultYear];
}

/** Reads the years with the engineer's absences. The current year is selected, or else the last one. */
export async function readAbsences(
  database: Database,
  fieldOperativeId: string,
  now: Date,
): Promise<CallAnswer<typeof getAbsences>> {
  const years = await readYears(database);
  const rows = await database.orm
    .select()
    .from(absence)
    .where(and(eq(absence.fieldOperativeId, fieldOperativeId), isNull(absence.removedOn)))
    .orderBy(asc(absence.requestedOn));
  const [person] = await database.orm
    .select({ name: account.name })
    .from(account)
    .where(eq(account.fieldOperativeId, fieldOperativeId));
  const today = londonDay(now);
  const current = years.find((year) => year.dateFrom <= today && today <= year.dateTo);
  const selected = current ?? years.at(-1);
  const requests = rows.map((row) => toAbsenceRequest(row, years));
  return {
    user: { name: person?.name ?? "" },
    holidayYears: years.map((year) => ({
      ...year,
      isCurrent: year === current,
      isSelected: year === selected,
      requests: requests.filter(({ holidayYearId }) => holidayYearId === year.id),
    })),
  };
}

/** Counts the days of an absence by the current calendar, so that a new bank holiday costs nobody a day. */
export function toAbsenceRequest(row: AbsenceRow, years: readonly HolidayYear[]): AbsenceRequest {
  const year = findHolidayYear(row.days, years);
  return {
    id: row.absenceId,
    holidayYearId: year?.id ?? 0,
    type: row.type,
    dayCount: countWorkingDays(row.days, year?.nonWorkingDays ?? []),
    days: row.days,
    comment: row.comment,
    status: row.status,
    rejectReason: row.rejectReason,
    reviewerComment: row.reviewerComment,
    cancelStatus: row.cancelStatus,
  };
}

/** Matches the documents for everybody and those for this engineer. */
function isVisibleTo(fieldOperativeId: string) {
  return or(
    isNull(absenceDocument.fieldOperativeId),
    eq(absenceDocument.fieldOperativeId, fieldOperativeId),
  );
}

/** Lists the documents that the engineer may read, the company's and their own, newest first. */
export function listDocumentsFor({ orm }: Database, fieldOperativeId: string) {
  return orm
    .select()
    .from(absenceDocument)
    .where(isVisibleTo(fieldOperativeId))
    .orderBy(desc(absenceDocument.addedOn), asc(absenceDocument.name));
}

/** Finds a document of the absences. Null when there is none, or when it is for another engineer. */
export async function findDocumentFor(
  { orm }: Database,
  documentId: string,
  fieldOperativeId: string,
) {
  const [row] = await orm
    .select()
    .from(absenceDocument)
    .where(and(eq(absenceDocument.documentId, documentId), isVisibleTo(fieldOperativeId)));
  return row ?? null;
}
