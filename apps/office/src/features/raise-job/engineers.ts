import type { CallAnswer } from "@fieldfare/contract";
import type { listAbsences, listJobs, listOperatives } from "@fieldfare/contract/office";

type Operative = Pick<
  CallAnswer<typeof listOperatives>[number],
  "fieldOperativeId" | "name" | "disabledOn"
>;
type DayJob = Pick<
  CallAnswer<typeof listJobs>[number],
  "fieldOperativeId" | "appointmentDateTime" | "status"
>;
type Absence = Pick<
  CallAnswer<typeof listAbsences>[number],
  "fieldOperativeId" | "days" | "status" | "cancelStatus" | "removedOn"
>;

interface EngineerChoice {
  readonly fieldOperativeId: string;
  readonly name: string;
  readonly isAway: boolean;
  /** The appointments of the day, in ms. */
  readonly appointments: readonly number[];
  /** How far the nearest appointment is from the new one, in ms; null: there is none on the day. */
  readonly nearestMs: number | null;
}

const approved = 2;

/**
 * The engineers for a new appointment: those without an absence on the day first, then those with the fewest jobs on the
 * day, then those whose nearest appointment is the furthest away in time.
 */
export function rankEngineers(
  operatives: readonly Operative[],
  jobs: readonly DayJob[],
  absences: readonly Absence[],
  { day, moment }: { readonly day: string; readonly moment: number },
): EngineerChoice[] {
  return operatives
    .filter(({ disabledOn }) => disabledOn === null)
    .map(({ fieldOperativeId, name }): EngineerChoice => {
      const appointments = jobs
        .filter((job) => job.fieldOperativeId === fieldOperativeId && job.status !== "Closed")
        .map(({ appointmentDateTime }) => Date.parse(appointmentDateTime))
        .toSorted((one, other) => one - other);
      const distances = appointments.map((appointment) => Math.abs(appointment - moment));
      return {
        fieldOperativeId,
        name,
        isAway: absences.some(
          (absence) => absence.fieldOperativeId === fieldOperativeId && covers(absence, day),
        ),
        appointments,
        nearestMs: distances.length === 0 ? null : Math.min(...distances),
      };
    })
    .toSorted(
      (one, other) =>
        Number(one.isAway) - Number(other.isAway) ||
        one.appointments.length - other.appointments.length ||
        (other.nearestMs ?? 0) - (one.nearestMs ?? 0) ||
        one.name.localeCompare(other.name),
    );
}

function covers({ days, status, cancelStatus, removedOn }: Absence, day: string): boolean {
  if (status !== approved || cancelStatus === approved || removedOn !== null) return false;
  return days.some(({ dateFrom, dateTo }) => dateFrom <= day && day <= dateTo);
}
