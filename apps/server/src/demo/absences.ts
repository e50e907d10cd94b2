import { createHash } from "node:crypto";
import { addDays, weekdayOf } from "@fieldfare/domain";
import type { Database } from "../database/database.ts";
import * as schema from "../database/schema.ts";
import type { ObjectStore } from "../objects/objects.ts";
import { drawHere } from "../documents/draw-here.ts";
import { absencePolicy, bankHolidays } from "./facts/absences.ts";
import { idOf } from "./ids.ts";
import { londonMoment } from "./london.ts";

/** Holiday years around `day`, one engineer's absences of every kind, and a paper about them. */
export async function insertAbsences(
  { orm }: Database,
  objects: ObjectStore,
  day: string,
  fieldOperativeId: string,
): Promise<void> {
  const year = Number(day.slice(0, 4)) - (day.slice(5) < "04-01" ? 1 : 0);
  await orm
    .insert(schema.holidayYear)
    .values([year - 1, year, year + 1].map(holidayYearOf))
    .onConflictDoNothing();
  await orm
    .insert(schema.absence)
    .values(absencesAround(day).map((row) => ({ ...row, fieldOperativeId })))
    .onConflictDoNothing();
  const paper = await drawHere(absencePolicy);
  const sha256 = createHash("sha256").update(paper).digest("hex");
  await objects.put(sha256, paper);
  await orm
    .insert(schema.absenceDocument)
    .values({
      documentId: idOf("absence-document/policy"),
      fieldOperativeId: null,
      name: absencePolicy.title,
      sha256,
      bytes: paper.length,
    })
    .onConflictDoNothing();
}

function holidayYearOf(year: number) {
  const [dateFrom, dateTo] = [`${year}-04-01`, `${year + 1}-03-31`];
  return {
    holidayYearId: year,
    dateFrom,
    dateTo,
    allowance: 25,
    nonWorkingDays: bankHolidays.filter((off) => dateFrom <= off && off <= dateTo),
  };
}

function absencesAround(day: string) {
  const monday = (weeks: number) => addDays(day, 8 - weekdayOf(day) + 7 * (weeks - 1));
  const range = (weeks: number, days: number) => [
    { dateFrom: monday(weeks), dateTo: addDays(monday(weeks), days - 1) },
  ];
  const row = (
    key: string,
    asked: number,
    rest: Omit<AbsenceSeed, "absenceId" | "requestedOn">,
  ) => ({
    ...rest,
    absenceId: idOf(`absence/${key}`),
    requestedOn: londonMoment(addDays(day, -asked), "17:40"),
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
