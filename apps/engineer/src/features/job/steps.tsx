import { advanceJob, cancelJob, type Device, type JobRow, releaseHold } from "@fieldfare/device";
import { isAvailable, type MainAction, type mainAction } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useDevice } from "../../device/device.tsx";
import { speakRefusal } from "../../device/refusals.ts";
import { Button } from "../../ui/button.tsx";
import { ask, confirm } from "../../ui/dialog.tsx";
import { useOneAtATime } from "../../ui/one-at-a-time.ts";
import { useRest } from "./rest.ts";
import { words } from "./words.ts";

type Go = (path: string) => Promise<void>;

/** What each main action does; a refusal is put into words by `run`. */
const mainSteps: Record<MainAction, (device: Device, job: JobRow, go: Go) => Promise<Refused>> = {
  advance: (device, job) => advanceJob(device, job.jobId, job.status),
  "gain-access": gainAccess,
  close: askClose,
  "release-hold": askRelease,
};

const sideActions = ["cancel", "hold"] as const;

type SideAction = (typeof sideActions)[number];

const sideRuns: Record<SideAction, (device: Device, job: JobRow, go: Go) => Promise<Refused>> = {
  cancel: askCancel,
  hold: async (_device, _job, go) => go("/jobs/selected/hold"),
};

/** What may be done beside the next step: cancel before access is gained, hold afterwards. */
export function sideSteps(job: JobRow): readonly SideAction[] {
  return sideActions.filter((action) => isAvailable(action, job));
}

export function MainStep(props: { job: JobRow; step: NonNullable<ReturnType<typeof mainAction>> }) {
  const { job, step } = props;
  const run = useRun(job);
  const isResting = useRest(step.label);
  return (
    <Button kind="main" busy={isResting && step.label} onClick={() => run(mainSteps[step.action])}>
      {step.label}
    </Button>
  );
}

export function SideSteps({ job, sides }: { job: JobRow; sides: readonly SideAction[] }) {
  const run = useRun(job);
  return sides.map((side) => (
    <Button
      key={side}
      icon={side === "hold" ? "pause" : "close"}
      onClick={() => run(sideRuns[side])}
    >
      {words().step[side]}
    </Button>
  ));
}

type Refused =
  | { readonly ok: true }
  | { readonly ok: false; readonly refusal: string }
  | undefined
  | void;

/** One at a time: a tap while another one's work is under way is dropped. */
function useRun(job: JobRow) {
  const device = useDevice();
  const navigate = useNavigate();
  const { run } = useOneAtATime();
  return (step: (device: Device, job: JobRow, go: Go) => Promise<Refused>) =>
    run(async () => {
      const result = await step(device, job, (to) => navigate({ to }));
      if (result && !result.ok) speakRefusal(result.refusal, words().refusals);
    });
}

async function gainAccess(device: Device, job: JobRow, go: Go): Promise<Refused> {
  const spoken = words().step;
  const answer = await ask({
    title: spoken.accessQuestion,
    text: spoken.accessText,
    confirm: spoken.accessYes,
    cancel: spoken.accessNo,
  });
  if (answer === null) return undefined;
  return answer ? advanceJob(device, job.jobId, job.status) : go("/jobs/selected/noaccess");
}

async function askClose(_device: Device, _job: JobRow, go: Go): Promise<Refused> {
  const spoken = words().step;
  const isGained = await confirm({
    title: spoken.accessQuestion,
    text: spoken.closeText,
    confirm: spoken.accessYes,
  });
  return isGained ? go("/jobs/selected/outcome") : undefined;
}

async function askRelease(device: Device, job: JobRow): Promise<Refused> {
  const spoken = words().step;
  const isWanted = await confirm({
    title: spoken.releaseQuestion,
    text: spoken.releaseText,
    confirm: spoken.releaseConfirm,
  });
  if (!isWanted) return undefined;
  const released = await releaseHold(device, job.jobId);
  if (released.ok || released.refusal !== "another-job-active") return released;
  speakRefusal(released.refusal, { "another-job-active": spoken.releaseRefused });
  return undefined;
}

async function askCancel(device: Device, job: JobRow, go: Go): Promise<Refused> {
  const spoken = words().step;
  const isWanted = await confirm({
    title: spoken.cancelQuestion,
    text: spoken.cancelText,
    confirm: spoken.cancelConfirm,
    cancel: spoken.cancelKeep,
    danger: true,
  });
  if (!isWanted) return undefined;
  const cancelled = await cancelJob(device, job.jobId);
  if (cancelled.ok) await go("/jobs");
  return cancelled;
}
