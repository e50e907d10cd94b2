import { Progress } from "../ui/loading.tsx";
import { describeSync, useSyncRun } from "./sync.ts";

/** The progress of the running sync. Draws nothing while none runs. */
export function SyncProgress() {
  const run = useSyncRun();
  if (!run) return null;
  const isCounted = run.step !== "preparing";
  return (
    <Progress
      label={describeSync(run)}
      done={isCounted ? run.done : 0}
      total={isCounted ? run.total : null}
    />
  );
}
