import { listKeys } from "../keys.ts";

/** The texts of a job that an engineer reads and the office may change. */
export interface JobDetails {
  /** ISO 8601 UTC */
  readonly appointment: string;
  readonly preferredTime: string | null;
  readonly address: string;
  readonly jobType: string;
  readonly priority: string | null;
  readonly description: string | null;
  readonly accessNotes: string | null;
  readonly keySafe: string | null;
  /** Whom to reach about the visit besides the contacts of the home. */
  readonly visitContacts: string | null;
  /** The names of what is to be read before the visit. */
  readonly documents: string | null;
  readonly plannedSors: string | null;
  /** The parts that were ordered in advance. */
  readonly orderedParts: string | null;
  readonly contacts: string | null;
  readonly warnings: string | null;
  readonly earlierVisits: string | null;
}

export interface JobChange {
  readonly fact: keyof JobDetails;
  /** Null if the office has removed the value. */
  readonly now: string | null;
  /** What the office has taken out of the list. Missing: nothing. */
  readonly leftOut?: string;
}

/** What the office has taken out of lists of a job; null: nothing. */
export type LeftOut = Readonly<Partial<Record<keyof JobDetails, string | null>>>;

/** The order in which changes are listed. */
const detailNames: Readonly<Record<keyof JobDetails, true>> = {
  appointment: true,
  preferredTime: true,
  address: true,
  jobType: true,
  priority: true,
  description: true,
  accessNotes: true,
  keySafe: true,
  visitContacts: true,
  documents: true,
  plannedSors: true,
  orderedParts: true,
  contacts: true,
  warnings: true,
  earlierVisits: true,
};

/** Lists the differences between a job as the phone has it and as the office has it now. */
export function listJobChanges(
  before: JobDetails,
  after: JobDetails,
  leftOut: LeftOut = {},
): readonly JobChange[] {
  return listKeys(detailNames).flatMap((fact): readonly JobChange[] => {
    const [was, now] = [normaliseText(before[fact]), normaliseText(after[fact])];
    const gone = normaliseText(leftOut[fact] ?? null);
    if (gone !== null) return [{ fact, now, leftOut: gone }];
    return was === now ? [] : [{ fact, now }];
  });
}

function normaliseText(value: string | null): string | null {
  return value?.trim() || null;
}
