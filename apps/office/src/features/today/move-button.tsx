import { Button } from "@mantine/core";
import type { Job } from "./layout.ts";
import type { MoveRequest } from "./move-dialog.tsx";
import { strings } from "./strings.ts";

interface MoveButtonProps {
  readonly job: Job;
  readonly onMove: ((request: MoveRequest) => void) | null;
}

/** Opens the dialog that moves a job: what a drag does, without one. */
export function MoveButton({ job, onMove }: MoveButtonProps) {
  if (!onMove) return null;
  const label = job.fieldOperativeId === null ? strings.assign : strings.move;
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`${label} ${job.formattedJobId}`}
      onClick={() => onMove({ jobId: job.jobId })}
    >
      {label}
    </Button>
  );
}
