import {
  type Device,
  type JobRow,
  readJobCards,
  readSelectedJob,
  readUnreadAlerts,
} from "@fieldfare/device";
import { isAvailable, type JobAction } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { type ComponentType, useEffect, useMemo, useRef, useState } from "react";
import { useDevice, useLive } from "../../phone/device.tsx";
import { readTabJob, setTabJob } from "../../phone/tab-job.ts";
import { useWhileSaving } from "../../phone/while-saving.ts";
import { Page } from "../../ui/page.tsx";
import { showToast } from "../../ui/toast.tsx";
import { JobSavingProvider } from "./job-saving.ts";
import { Notices } from "./notices/notices.tsx";
import { OtherJob } from "./other-job.tsx";
import { strings } from "./strings.ts";

export interface JobScreen {
  readonly job: JobRow;
}

/** The job that the current screen shows, and the engineer who has it. */
let shownJob: { readonly job: JobRow; readonly ownerId: string | undefined } | null = null;

/**
 * Passes the selected job to `Screen`, live. Opens the job list when no job is selected or the job is gone. When another job
 * was opened in another tab, it says so in place of the screen. `startsWithPreviousJob`: the screen starts with the job as
 * the screen before it had it, and gets what is stored as soon as that is read.
 */
export function withSelectedJob(
  Screen: ComponentType<JobScreen>,
  { startsWithPreviousJob = false } = {},
): ComponentType {
  return function SelectedJobScreen() {
    const device = useDevice();
    const navigate = useNavigate();
    const [previousJob] = useState(() => (startsWithPreviousJob ? shownJob : null));
    const read = useLive(async () => (await readSelectedJob(device)) ?? null, [device]);
    const isOwn = previousJob?.ownerId === device.engineer?.ownerId;
    const job = read === undefined && isOwn ? previousJob?.job : read;
    useEffect(() => {
      if (!read) return undefined;
      const shown = { job: read, ownerId: device.engineer?.ownerId };
      shownJob = shown;
      return () => {
        if (shownJob === shown) shownJob = null;
      };
    }, [device, read]);
    const previous = useRef<{ jobId: string; ownerId: string | undefined }>(undefined);
    const [, redraw] = useState(0);
    useEffect(() => {
      if (job === null) setTabJob(device, null);
      else if (job && readTabJob(device) === null) setTabJob(device, job.jobId);
    }, [device, job]);
    useEffect(() => {
      const ownerId = device.engineer?.ownerId;
      if (job) previous.current = { jobId: job.jobId, ownerId };
      if (job !== null) return;
      // After a colleague's sign-in in another tab, the job is still on the phone.
      if (previous.current && previous.current.ownerId === ownerId)
        void toastIfEnded(device, previous.current.jobId);
      void navigate({ to: "/jobs", replace: true });
    }, [device, job, navigate]);
    if (!job) return <Page title={strings().loading}>{null}</Page>;
    const shownId = readTabJob(device);
    if (shownId !== null && shownId !== job.jobId) {
      const follow = () => {
        setTabJob(device, job.jobId);
        redraw((count) => count + 1);
        // The address may name a row of the job before.
        void navigate({ to: "/jobs/selected", replace: true });
      };
      return <OtherJob opened={job} shownId={shownId} onFollow={follow} />;
    }
    return <WithSaving key={job.jobId} Screen={Screen} storedJob={job} />;
  };
}

/** Shows the outcome of a step from the next frame on, while it is being saved. */
function WithSaving(props: { Screen: ComponentType<JobScreen>; storedJob: JobRow }) {
  const { Screen, storedJob } = props;
  const { shown, isSaving, save } = useWhileSaving(storedJob);
  const saving = useMemo(() => ({ storedJob, isSaving, save }), [storedJob, isSaving, save]);
  return (
    <JobSavingProvider value={saving}>
      <Screen job={shown} />
      <Notices job={shown} />
    </JobSavingProvider>
  );
}

const expectedEnds = new Set<string>();

/** Called before this tab ends the visit or removes the job, so that no toast reports it as done elsewhere. */
export function expectEnd(jobId: string, isExpected = true): void {
  if (isExpected) expectedEnds.add(jobId);
  else expectedEnds.delete(jobId);
}

/** A cancelled job is still in the list. So is one that was closed in another tab; one that the office removed is not. */
async function toastIfEnded(device: Device, jobId: string): Promise<void> {
  if (expectedEnds.has(jobId)) return;
  const [cards, { toConfirm }] = await Promise.all([
    readJobCards(device),
    readUnreadAlerts(device),
  ]);
  // The alert that has to be confirmed reports the end of the job, and what happened to the engineer's draft.
  if (toConfirm?.jobId === jobId) return;
  const card = cards.find((one) => one.jobId === jobId);
  if (!card) showToast({ text: strings().gone, kind: "warn", duration: "long" });
  else if (card.status === "Closed")
    showToast({ text: strings().endedInAnotherTab, kind: "warn", duration: "long" });
}

/**
 * Opens the hub when the action of this screen is not available, or no longer available.
 * A screen sets `leaving` before it performs the action itself, and then navigates on its own.
 */
export function useRequiredAction(job: JobRow, action: JobAction) {
  const navigate = useNavigate();
  const leaving = useRef(false);
  const isAllowed = isAvailable(action, job);
  useEffect(() => {
    if (!isAllowed && !leaving.current) void navigate({ to: "/jobs/selected", replace: true });
  }, [isAllowed, navigate]);
  return { isAllowed, leaving };
}
