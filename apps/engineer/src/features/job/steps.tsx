import {
  advanceJob,
  cancelJob,
  type Device,
  type JobRow,
  readRecordedWork,
  releaseHold,
} from "@fieldfare/device";
import {
  advance,
  isAvailable,
  type MainAction,
  type mainAction,
  releaseHold as decideRelease,
  type Result,
} from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useDevice } from "../../phone/device.tsx";
import { type CommonRefusal, toastRefusal } from "../../phone/refusals.ts";
import { Button } from "../../ui/button.tsx";
import type { PlainPath } from "../../ui/screen-address.ts";
import { ask, confirm } from "../../ui/dialog.tsx";
import { useSingleFlight } from "../../ui/single-flight.ts";
import { useCooldown } from "./cooldown.ts";
import type { JobRefusal } from "./record/outcome.ts";
import { type JobSaving, useJobSaving } from "./job-saving.ts";
import { strings } from "./strings.ts";

type GoTo = (path: PlainPath) => Promise<void>;

interface Step {
  readonly device: Device;
  readonly job: JobRow;
  readonly goTo: GoTo;
  readonly save: JobSaving["save"];
}

/** What each main action does. `run` shows a toast for a refusal. */
const mainActionHandlers: Record<MainAction, (step: Step) => Promise<StepResult>> = {
  advance: takeStep,
  "gain-access": gainAccess,
  close: confirmClose,
  "release-hold": confirmRelease,
};

const sideActions = ["cancel", "hold"] as const;

type SideAction = (typeof sideActions)[number];

const sideActionHandlers: Record<SideAction, (step: Step) => Promise<StepResult>> = {
  cancel: confirmCancel,
  hold: async ({ goTo }) => goTo("/jobs/selected/hold"),
};

/** Returns the actions next to the next step: cancel before access is gained, hold afterwards. */
export function sideSteps(job: JobRow): readonly SideAction[] {
  return sideActions.filter((action) => isAvailable(action, job));
}

/** The button of the job's next step. For 400 ms after the step has changed, taps do nothing. */
export function MainStep(props: { job: JobRow; step: NonNullable<ReturnType<typeof mainAction>> }) {
  const { job, step } = props;
  const run = useActionRunner(job);
  const isCoolingDown = useCooldown(step.label);
  return (
    <Button
      kind="main"
      busy={isCoolingDown && step.label}
      onClick={() => run(mainActionHandlers[step.action])}
    >
      {step.label}
    </Button>
  );
}

/** The buttons of the actions that `sideSteps` returns. */
export function SideSteps({ job, sides }: { job: JobRow; sides: readonly SideAction[] }) {
  const run = useActionRunner(job);
  const { isSaving } = useJobSaving();
  return sides.map((side) => (
    <Button
      key={side}
      icon={side === "hold" ? "pause" : "close"}
      busy={isSaving && strings().step[side]}
      onClick={() => run(sideActionHandlers[side])}
    >
      {strings().step[side]}
    </Button>
  ));
}

type StepResult = Result<unknown, JobRefusal | CommonRefusal> | undefined | void;

/** Runs one action at a time. A tap while an action is running is ignored. */
function useActionRunner(job: JobRow) {
  const device = useDevice();
  const navigate = useNavigate();
  const { save } = useJobSaving();
  const { run } = useSingleFlight();
  return (step: (parts: Step) => Promise<StepResult>) =>
    run(async () => {
      const result = await step({ device, job, goTo: (to) => navigate({ to }), save });
      if (result && !result.ok) toastRefusal(result.refusal, strings().refusals);
    });
}

/** Another job cannot be the working one while this one is selected, so no other job decides about the step. */
async function takeStep({ device, job, save }: Step): Promise<StepResult> {
  const next = advance(job, [], new Date());
  return save(next.ok ? next.value : null, () => advanceJob(device, job.jobId, job.status));
}

async function gainAccess(step: Step): Promise<StepResult> {
  const text = strings().step;
  const answer = await ask({
    title: text.accessQuestion,
    text: text.accessText,
    confirm: text.accessYes,
    cancel: text.accessNo,
  });
  if (answer === null) return undefined;
  return answer ? takeStep(step) : step.goTo("/jobs/selected/noaccess");
}

async function confirmClose({ goTo }: Step): Promise<StepResult> {
  const text = strings().step;
  const isConfirmed = await confirm({
    title: text.accessQuestion,
    text: text.closeText,
    confirm: text.accessYes,
  });
  return isConfirmed ? goTo("/jobs/selected/outcome") : undefined;
}

async function confirmRelease({ device, job, save }: Step): Promise<StepResult> {
  const text = strings().step;
  const isConfirmed = await confirm({
    title: text.releaseQuestion,
    text: text.releaseText,
    confirm: text.releaseConfirm,
  });
  if (!isConfirmed) return undefined;
  const next = decideRelease(job, []);
  const released = await save(next.ok ? next.value : null, () => releaseHold(device, job.jobId));
  if (released.ok || released.refusal !== "another-job-active") return released;
  toastRefusal(released.refusal, { "another-job-active": text.releaseRefused });
  return undefined;
}

async function confirmCancel({ device, job, goTo }: Step): Promise<StepResult> {
  const text = strings().step;
  const recorded = await readRecordedWork(device, job.jobId);
  const isConfirmed = await confirm({
    title: text.cancelQuestion,
    text: recorded ? `${text.cancelText} ${text.cancelRecorded(recorded)}` : text.cancelText,
    confirm: text.cancelConfirm,
    cancel: text.cancelKeep,
    danger: true,
  });
  if (!isConfirmed) return undefined;
  const cancelled = await cancelJob(device, job.jobId);
  if (cancelled.ok) await goTo("/jobs");
  return cancelled;
}
