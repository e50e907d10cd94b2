/** What an engineer reads of a job and the office may change, each as one text. */
export interface JobDetails {
  /** ISO 8601 UTC */
  readonly appointment: string;
  readonly preferredTime: string | null;
  readonly address: string;
  readonly jobType: string;
  readonly priority: string | null;
  readonly description: string | null;
  readonly accessNotes: string | null;
  readonly contacts: string | null;
  readonly warnings: string | null;
}

export interface JobChange {
  readonly fact: keyof JobDetails;
  /** Null where there is none any more. */
  readonly now: string | null;
}

/** In the order in which they are told. */
const detailNames: Readonly<Record<keyof JobDetails, true>> = {
  appointment: true,
  preferredTime: true,
  address: true,
  jobType: true,
  priority: true,
  description: true,
  accessNotes: true,
  contacts: true,
  warnings: true,
};

/** What differs between a job as the phone had it and as the office has it now. */
export function listJobChanges(before: JobDetails, after: JobDetails): readonly JobChange[] {
  return (Object.keys(detailNames) as readonly (keyof JobDetails)[]).flatMap((fact) => {
    const [was, now] = [normaliseText(before[fact]), normaliseText(after[fact])];
    return was === now ? [] : [{ fact, now }];
  });
}

function normaliseText(value: string | null): string | null {
  return value?.trim() || null;
}
