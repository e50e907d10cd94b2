import { useState } from "react";
import { useOperativeName } from "../../server/names.ts";
import { ChangedSinceNotice } from "../../ui/changed-since-notice.tsx";
import { isEnded } from "./ended-notice.tsx";
import type { FieldJob } from "./queries.ts";
import { strings } from "./strings.ts";

const words = strings.movedSince;

/**
 * Follows whether somebody else moves the job while a dialog is open. `isPending`: the dialog itself is changing the job.
 */
export function useEngineerSeen(field: FieldJob, isPending: boolean) {
  /** Who had the job when the dialog was opened, or as the user has read since. */
  const [seen, setSeen] = useState(field.fieldOperativeId);
  return {
    seen,
    hasMoved: field.fieldOperativeId !== seen && !isEnded(field) && !isPending,
    accept: () => setSeen(field.fieldOperativeId),
  };
}

interface MovedNoticeProps {
  readonly field: FieldJob;
  /** What the button says with which the user goes on; null if that makes no sense without an engineer. */
  readonly goOn: (engineer: string | null) => string | null;
  readonly onGoOn: () => void;
}

/** Says in a dialog who has the job since somebody else has moved it. */
export function MovedNotice({ field, goOn, onGoOn }: MovedNoticeProps) {
  const engineerName = useOperativeName();
  const engineer = field.fieldOperativeId && engineerName(field.fieldOperativeId);
  const text = engineer === null ? words.nobodyHasIt : words.hasIt(engineer);
  const button = goOn(engineer);
  return (
    <ChangedSinceNotice
      title={words.title}
      lines={[text]}
      {...(button !== null && { goOn: button, onGoOn })}
    />
  );
}
