import { readJobParts } from "@fieldfare/device";
import { formIds, type OutcomeId, offeredOutcomes, owedNotices } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useDevice, useLive } from "../../../device/device.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { confirm } from "../../../ui/dialog.tsx";
import { Select } from "../../../ui/field.tsx";
import { Skeleton } from "../../../ui/loading.tsx";
import { Page } from "../../../ui/page.tsx";
import { useUnsafePoint } from "../../../ui/unsafe-point.ts";
import { type Draft, useDraft } from "../../../device/drafts.ts";
import { type JobScreen, useRequiredAction } from "../selected-job.tsx";
import { words } from "../words.ts";
import { surveyPath } from "../close/survey-path.ts";
import { useDetourFrom } from "../detour.ts";
import { ClosingPanel } from "./closing-panel.tsx";
import { useNoticeFindings } from "../warning-notice.tsx";
import { DangerPanel } from "./danger-panel.tsx";
import { OptionalFormsPanel } from "./optional-forms-panel.tsx";
import { outcomePath, parseOutcome, type OutcomeDraft } from "./outcome-draft.ts";
import { UnopenablePanel } from "./unopenable-panel.tsx";
import { UnsavedPanel } from "./unsaved-panel.tsx";
import { useClosingCheck } from "./use-closing-check.ts";

/** With which outcome the job ends, and whether it may. */
export function OutcomeScreen({ job }: JobScreen) {
  const device = useDevice();
  const { isAllowed } = useRequiredAction(job, "close");
  const draft = useDraft(job.jobId, "outcome", parseOutcome);
  const parts = useLive(() => readJobParts(device, job.jobId), [device, job.jobId]);
  if (isAllowed && draft.initial && parts) {
    const offered = offeredOutcomes(parts);
    return <OutcomeForm job={job} draft={draft} initial={draft.initial} offered={offered} />;
  }
  return (
    <Page title={words().outcome.title} back="/jobs/selected">
      <Skeleton cards={1} />
    </Page>
  );
}

function OutcomeForm(
  props: JobScreen & {
    draft: Draft<OutcomeDraft>;
    initial: OutcomeDraft;
    offered: ReturnType<typeof offeredOutcomes>;
  },
) {
  const { job, draft, initial, offered } = props;
  useUnsafePoint();
  useDetourFrom(outcomePath);
  const navigate = useNavigate();
  const spoken = words().outcome;
  const [chosen, setChosen] = useState(initial.outcomeId);
  // Van stock that was on the job when it was chosen may be gone by now.
  const outcomeId = offered.find((outcome) => outcome.outcomeId === chosen)?.outcomeId ?? null;
  const check = useClosingCheck(job.jobId, outcomeId);
  const findings = useNoticeFindings(job.jobId);
  const owed = owedNotices(findings ?? []);
  const isValid = check.faults?.length === 0 && findings !== undefined;
  const next = async () => {
    // The wizard asks why a notice is missing. A contradiction is for the engineer to judge here.
    if ((findings ?? []).length > owed.length && !(await isRightAsItIs())) return;
    await draft.settle();
    await navigate({ to: surveyPath });
  };
  return (
    <Page
      title={spoken.title}
      back="/jobs/selected"
      main={
        <Button kind="main" disabled={!isValid} onClick={() => void next()}>
          {spoken.next}
        </Button>
      }
    >
      <Card>
        <Select<OutcomeId>
          name="outcome"
          label={spoken.label}
          value={outcomeId}
          choices={offered.map((outcome) => ({ value: outcome.outcomeId, text: outcome.name }))}
          onChange={(value) => {
            setChosen(value);
            draft.keep({ outcomeId: value });
          }}
        />
      </Card>
      <ClosingPanel check={check} />
      {/* After what says that the job may be closed, so that this is the last word before Next. */}
      {findings && <DangerPanel job={job} findings={findings} />}
      <OptionalFormsPanel
        job={job}
        outcomeId={outcomeId}
        except={owed.length > 0 ? formIds.warningNotice : null}
      />
      <UnopenablePanel jobId={job.jobId} />
      <UnsavedPanel jobId={job.jobId} />
    </Page>
  );
}

/** A notice may stand on somebody's pad: the engineer decides, and the office is told. */
function isRightAsItIs(): Promise<boolean> {
  const { title, ask, goOn, stay } = words().outcome.danger;
  return confirm({ title, text: ask, confirm: goOn, cancel: stay });
}
