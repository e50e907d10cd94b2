import type { FieldJob } from "./queries.ts";

type Evidence = FieldJob["evidence"][number];

/** Returns the messages of visits that do not count, in order of arrival. What the job has taken over is not among them. */
export function listEvidence({ evidence }: Pick<FieldJob, "evidence">): readonly Evidence[] {
  return evidence.filter(({ isTakenOver }) => !isTakenOver);
}

/** What a message of such a visit says besides its notes, as lines of text. */
export interface EvidenceFacts {
  readonly used: readonly string[];
  readonly toOrder: readonly string[];
  readonly workDone: readonly string[];
  readonly forms: readonly string[];
}

/** Describes the parts, SORs and forms of a message. `nameOfForm` returns the name of a form of the job. */
export function describeEvidence(
  { job: { parts, plannedSors, customForms } }: Evidence,
  nameOfForm: (customFormId: string) => string,
): EvidenceFacts {
  const count = (qty: number, text: string) => `${qty} x ${text}`;
  return {
    used: parts
      .filter(({ qtyUsed }) => qtyUsed > 0)
      .map(({ qtyUsed, shortDescription }) => count(qtyUsed, shortDescription)),
    toOrder: parts
      .filter(({ usageType }) => usageType === 3)
      .map(({ qty, shortDescription }) => count(qty, shortDescription)),
    workDone: plannedSors
      .filter(({ qtyUsed }) => qtyUsed > 0)
      .map(({ qtyUsed, sorCode, shortDescription }) =>
        count(qtyUsed, `${sorCode} ${shortDescription}`),
      ),
    forms: customForms
      .filter(({ completionStatus }) => completionStatus !== "NotStarted")
      .map(({ customFormId, completionStatus }) =>
        completionStatus === "Complete"
          ? nameOfForm(customFormId)
          : `${nameOfForm(customFormId)} (not completed)`,
      ),
  };
}
