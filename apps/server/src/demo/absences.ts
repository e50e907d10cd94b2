import { createHash } from "node:crypto";
import { addDays, isoWeekday } from "@fieldfare/domain";
import type { Database } from "../database/database.ts";
import * as schema from "../database/schema.ts";
import type { ObjectStore } from "../objects/objects.ts";
import { drawInline } from "../documents/draw-inline.ts";
import { absencePolicy, bankHolidays } from "./seed-data/absences.ts";
import { deterministicId } from "./ids.ts";
import { londonMoment } from "./london.ts";

/** Stores the holiday years around `day`, one engineer's absences of every kind, and a document about them. */
export async function insertAbsences(
  { orm }: Database,
  objects: ObjectStore,
  day: string,
  fieldOperativeId: string,
): Promise<void> {
  const year = Number(day.slice(0, 4)) - (day.slice(5) < "04-01" ? 1 : 0);
  await orm
    .insert(schema.holidayYear)
    .values([year - 1, year, year + 1].map(buildHolidayYear))
    .onConflictDoNothing();
  await orm
    .insert(schema.absence)
    .values(buildAbsences(day).map((row) => ({ ...row, fieldOperativeId })))
    .onConflictDoNothing();
  const policyPdf = await drawInline(absencePolicy);
  const sha256 = createHash("sha256").update(policyPdf).digest("hex");
  await objects.put(sha256, policyPdf);
  await orm
    .insert(schema.absenceDocument)
    .values({
      documentId: deterministicId("absence-document/policy"),
      fieldOperativeId: null,
      name: absencePolicy.title,
      sha256,
      bytes: policyPdf.length,
    })
    .onConflictDoNothing();
}

function buildHolidayYear(year: number) {
  const [dateFrom, dateTo] = [`${year}-04-01`, `${year + 1}-03-31`];
  return {
    holidayYearId: year,
    dateFrom,
    dateTo,
    allowance: 25,
    nonWorkingDays: bankHolidays.filter((holiday) => dateFrom <= holiday && holiday <= dateTo),
  };
}

function buildAbsences(day: string) {
  const monday = (weeks: number) => addDays(day, 8 - isoWeekday(day) + 7 * (weeks - 1));
  const range = (weeks: number, days: number) => [
    { dateFrom: monday(weeks), dateTo: addDays(monday(weeks), days - 1) },
  ];
  const row = (
    key: string,
    daysSinceRequest: number,
    fields: Omit<AbsenceSeed, "absenceId" | "requestedOn">,
  ) => ({
    ...fields,
    absenceId: deterministicId(`absence/${key}`),
    requestedOn: londonMoment(addDays(day, -daysSinceRequest), "17:40"),
  });
  return [
    row("upcoming", 30, { type: "holiday", days: range(5, 5), status: 2, comment: "Family visit" }),
    row("pending", 2, { type: "holiday", days: range(9, 2), status: 1, comment: null }),
    row("unpaid", 1, { type: "unpaid", days: range(12, 1), status: 1, comment: "House move" }),
    row("previous", 90, { type: "holiday", days: range(-8, 10), status: 2, comment: null }),
    row("sick", 38, { type: "sickness", days: range(-5, 2), status: 2, comment: "Flu" }),
    row("rejected", 20, {
      type: "holiday",
      days: range(3, 5),
      status: 3,
      comment: null,
      rejectReason: "Two gas engineers are away that week",
    }),
  ];
}

type AbsenceSeed = Omit<typeof schema.absence.$inferInsert, "fieldOperativeId">;
