import type { CallAnswer } from "@fieldfare/contract";
import type { listAbsences, listJobs, listOperatives } from "@fieldfare/contract/office";
import {
  compareFits,
  fitSlot,
  postcodeDistrict,
  plannedSpan,
  type SlotFit,
} from "@fieldfare/domain";
import { formatCount } from "../../ui/count.ts";
import { formatTime } from "../../ui/dates.ts";

type Operative = Pick<
  CallAnswer<typeof listOperatives>[number],
  "fieldOperativeId" | "name" | "disabledOn"
>;
type DayJob = Pick<
  CallAnswer<typeof listJobs>[number],
  "jobId" | "fieldOperativeId" | "formattedJobId" | "appointmentDateTime" | "address" | "status"
>;
type Absence = Pick<
  CallAnswer<typeof listAbsences>[number],
  "fieldOperativeId" | "days" | "status" | "cancelStatus" | "removedOn"
>;

/** The appointment for which somebody is chosen. */
interface Slot {
  /** In London, `2026-01-31`. */
  readonly day: string;
  /** ISO 8601. */
  readonly moment: string;
  /** Of the home, with its postcode at the end. */
  readonly address: string;
  /** The job that gets the appointment, which keeps nobody busy; null: it does not exist yet. */
  readonly jobId: string | null;
}

interface EngineerChoice {
  readonly fieldOperativeId: string;
  readonly name: string;
  readonly isAway: boolean;
  readonly fit: SlotFit;
}

const approved = 2;

/** The engineers for a new appointment: those who are away last, the others by how it fits into their day. */
export function rankEngineers(
  operatives: readonly Operative[],
  jobs: readonly DayJob[],
  absences: readonly Absence[],
  { day, moment, address, jobId }: Slot,
): EngineerChoice[] {
  return operatives
    .filter(({ disabledOn }) => disabledOn === null)
    .map(({ fieldOperativeId, name }): EngineerChoice => {
      const visits = jobs.filter(
        (job) =>
          job.fieldOperativeId === fieldOperativeId &&
          job.status !== "Closed" &&
          job.jobId !== jobId,
      );
      return {
        fieldOperativeId,
        name,
        isAway: absences.some(
          (absence) => absence.fieldOperativeId === fieldOperativeId && covers(absence, day),
        ),
        fit: fitSlot({ appointmentDateTime: moment, address }, visits),
      };
    })
    .toSorted(
      (one, other) =>
        Number(one.isAway) - Number(other.isAway) ||
        compareFits(one.fit, other.fit) ||
        one.name.localeCompare(other.name),
    );
}

/** Says why an engineer is a good choice or not: "free, from a visit until 09:45 in LS6, 3 jobs that day". */
export function describeChoice({ isAway, fit }: Omit<EngineerChoice, "name">): string {
  if (isAway) return "away";
  const { clash, before, after, visits } = fit;
  if (clash) return `has ${clash.formattedJobId} at ${formatTime(clash.appointmentDateTime)}`;
  if (visits === 0) return "no job that day";
  return [
    "free",
    before && `a visit until ${endOf(before.appointmentDateTime)}${placeOf(before)}`,
    after && `one from ${formatTime(after.appointmentDateTime)}${placeOf(after)}`,
    `${formatCount(visits, "job")} that day`,
  ]
    .filter(Boolean)
    .join(", ");
}

const endOf = (appointmentDateTime: string) =>
  formatTime(new Date(plannedSpan({ appointmentDateTime }).to).toISOString());

function placeOf({ address }: { readonly address: string }): string {
  const district = postcodeDistrict(address);
  return district === null ? "" : ` in ${district}`;
}

function covers({ days, status, cancelStatus, removedOn }: Absence, day: string): boolean {
  if (status !== approved || cancelStatus === approved || removedOn !== null) return false;
  return days.some(({ dateFrom, dateTo }) => dateFrom <= day && day <= dateTo);
}
