import type { AbsenceRequest } from "@fieldfare/contract";
import {
  type AbsenceAnswers,
  validateAbsence,
  type AbsenceType,
  cancelAbsence as decideCancel,
  validateAbsenceCancel,
  countWorkingDays,
  done,
  firstIssue,
  findHolidayYear,
  londonDay,
  mayCancelAbsence,
  refused,
} from "@fieldfare/domain";
import type { Device } from "../device.ts";
import { newId } from "../ids.ts";
import { queueMessage } from "../outbox/queue.ts";
import { storedYears, yearsName } from "../reading/absences.ts";
import { type Actor, act } from "./act.ts";

/** Requests and cancellations of absences share one sequence, so the server gets them in order. */
const sequence = "Absence";

/** Stores the request and queues it. The office decides on it. */
export function requestAbsence(device: Device, type: AbsenceType, answers: AbsenceAnswers) {
  return act(device, ["absence", "lastSeen", "draft"], async (actor) => {
    const { unit, ownerId, at } = actor;
    const years = await readYears(actor);
    const others = await unit.database.absence.toArray();
    const issue = firstIssue(
      validateAbsence(answers, { type, today: londonDay(at), years, others }),
    );
    if (issue) return refused(issue);
    const days = [{ dateFrom: answers.dateFrom, dateTo: answers.dateTo }];
    const year = findHolidayYear(days, years);
    const request: AbsenceRequest = {
      id: newId(device.ports),
      holidayYearId: year?.id ?? 0,
      type,
      dayCount: countWorkingDays(days, year?.nonWorkingDays ?? []),
      days,
      comment: answers.comment.trim() === "" ? null : answers.comment.trim(),
      status: 1,
      rejectReason: null,
      reviewerComment: null,
      cancelStatus: null,
    };
    await unit.put("absence", request);
    await queueMessage(
      device,
      unit,
      "AbsenceRequest",
      { sequence },
      {
        id: request.id,
        holidayYearId: year?.id ?? null,
        type,
        dayCount: request.dayCount,
        days,
        comment: request.comment,
        changeTimestamp: at.toISOString(),
      },
    );
    await unit.remove("draft", [ownerId, `absence:${type}`]);
    return done(request);
  });
}

/** Asks the office to cancel an approved absence, and removes any other from the list. */
export function cancelAbsence(device: Device, id: string, comment: string) {
  return act(device, ["absence", "draft"], async ({ unit, ownerId, at }) => {
    const before = await unit.database.absence.get(id);
    if (!before) return refused("not-found");
    if (!mayCancelAbsence(before)) return refused("already-cancelling");
    const issue = validateAbsenceCancel(before, comment);
    if (issue) return refused(issue);
    const after = decideCancel(before);
    if (after) await unit.put("absence", after);
    else await unit.remove("absence", id);
    await queueMessage(
      device,
      unit,
      "AbsenceCancel",
      { sequence },
      {
        absenceRequestId: id,
        comment: comment.trim() === "" ? null : comment.trim(),
        changeTimestamp: at.toISOString(),
      },
    );
    await unit.remove("draft", [ownerId, `absence:${id}`]);
    return done(after === null ? ("removed" as const) : ("requested" as const));
  });
}

async function readYears({ unit }: Actor) {
  const row = await unit.database.lastSeen.get(yearsName);
  const parsed = storedYears.safeParse(row?.value);
  return parsed.success ? parsed.data : [];
}
