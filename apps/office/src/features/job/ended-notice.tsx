import { Alert, Text } from "@mantine/core";
import { showNotice } from "../../ui/show-notice.ts";
import { describeCancelled } from "./cancellation.ts";
import type { FieldJob } from "./queries.ts";
import { strings } from "./strings.ts";

const words = strings.ended;

/** Returns true if nothing of the job can be changed any more. */
export function isEnded({ job }: FieldJob): boolean {
  return job.status === "Closed";
}

interface EndedNoticeProps {
  readonly field: FieldJob;
  /** Somebody may have typed a text, which is still in the dialog. */
  readonly hasText?: boolean;
}

/** Says in a dialog that the job has ended while it was open. */
export function EndedNotice({ field, hasText = false }: EndedNoticeProps) {
  const cancelled = describeCancelled(field);
  return (
    <Alert
      role="alert"
      color="var(--danger)"
      variant="outline"
      title={cancelled === null ? words.closed : words.cancelled}
      tabIndex={-1}
      ref={showNotice}
    >
      {cancelled !== null && <Text inherit>{cancelled}</Text>}
      <Text inherit>{words.nothingDone}</Text>
      {hasText && <Text inherit>{words.textStays}</Text>}
    </Alert>
  );
}
