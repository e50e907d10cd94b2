import { readJobParts } from "@fieldfare/device";
import {
  findContradictedNotices,
  findMissingNotices,
  formIds,
  type OutcomeId,
  offeredOutcomes,
} from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useDevice, useLive } from "../../../phone/device.tsx";
import { DrawnTogether } from "../../../phone/drawn-together.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Select } from "../../../ui/choice-field.tsx";
import { LoadingPage } from "../../../ui/loading-page.tsx";
import { Page } from "../../../ui/page.tsx";
import { useUnsavedChangesGuard } from "../../../ui/unsaved-changes-guard.ts";
import { MissingLists } from "../../../phone/missing-lists.tsx";
import { type Draft, useDraft } from "../../../phone/drafts.ts";
import { type JobScreen, useRequiredAction } from "../selected-job.tsx";
import { strings } from "../strings.ts";
import { surveyPath } from "../close/survey-path.ts";
import { useSectionReturnPath } from "../section-return-path.ts";
import { ChangedAppliancesPanel } from "./changed-appliances-panel.tsx";
import { ClosingPanel } from "./closing-panel.tsx";
import { useNoticeIssues } from "../warning-notice.tsx";
import { confirmContradictions, DangerPanel } from "./danger-panel.tsx";
import { EarlierDangerPanel } from "./earlier-danger-panel.tsx";
import { OptionalFormsPanel } from "./optional-forms-panel.tsx";
import { type OutcomeDraft, parseOutcome } from "./outcome-draft.ts";
import { outcomePath } from "./outcome-path.ts";
import { RemovedAppliancesPanel } from "./removed-appliances-panel.tsx";
import { UnopenablePanel } from "./unopenable-panel.tsx";
import { UnusedSorsPanel } from "./unused-sors-panel.tsx";
import { confirmUnsavedLoss, UnsavedPanel, useUnsaved } from "../unsaved.tsx";
import { useClosingCheck } from "./use-closing-check.ts";

/** Asks for the outcome of the job, and shows whether the job may be closed with it. */
export function OutcomeScreen({ job }: JobScreen) {
  const device = useDevice();
  const { isAllowed } = useRequiredAction(job, "close");
  const draft = useDraft(job.jobId, "outcome", parseOutcome);
  const parts = useLive(() => readJobParts(device, job.jobId), [device, job.jobId]);
  if (isAllowed && draft.initial && parts) {
    const offered = offeredOutcomes(parts);
    return <OutcomeForm job={job} draft={draft} initial={draft.initial} offered={offered} />;
  }
  return <LoadingPage title={strings().outcome.title} back="/jobs/selected" />;
}

function OutcomeForm(
  props: JobScreen & {
    draft: Draft<OutcomeDraft>;
    initial: OutcomeDraft;
    offered: ReturnType<typeof offeredOutcomes>;
  },
) {
  const { job, draft, initial, offered } = props;
  useUnsavedChangesGuard();
  useSectionReturnPath(outcomePath);
  const navigate = useNavigate();
  const text = strings().outcome;
  const [chosen, setChosen] = useState(initial.outcomeId);
  // A saved outcome may no longer be offered: the van stock that it needs may have been removed from the job.
  const outcomeId = offered.find((outcome) => outcome.outcomeId === chosen)?.outcomeId ?? null;
  const check = useClosingCheck(job.jobId, outcomeId);
  const noticeIssues = useNoticeIssues(job.jobId);
  const unsaved = useUnsaved(job.jobId);
  const missingNotices = findMissingNotices(noticeIssues ?? []);
  const isValid = check.issues?.length === 0 && noticeIssues !== undefined;
  const next = async () => {
    // The close wizard asks why a notice is missing. A contradiction is confirmed here.
    if (!(await confirmContradictions(findContradictedNotices(noticeIssues ?? [])))) return;
    if (!(await confirmUnsavedLoss(job.jobId, unsaved))) return;
    // The close wizard reads the outcome from the draft.
    if (!(await draft.settle())) return;
    await navigate({ to: surveyPath });
  };
  return (
    <Page
      title={text.title}
      back="/jobs/selected"
      main={
        <Button kind="main" disabled={!isValid} onClick={() => void next()}>
          {text.next}
        </Button>
      }
    >
      <Card>
        <Select<OutcomeId>
          name="outcome"
          label={text.label}
          value={outcomeId}
          choices={offered.map((outcome) => ({ value: outcome.outcomeId, text: outcome.name }))}
          onChange={(value) => {
            setChosen(value);
            draft.save({ outcomeId: value });
          }}
        />
      </Card>
      <ClosingPanel check={check} />
      {/* What the check says moves nothing that is drawn. */}
      {!check.isChecking && (
        <DrawnTogether isRead={noticeIssues !== undefined && unsaved !== undefined}>
          <MissingLists />
          {/* Below the closing panel: the engineer reads the dangers after "Job valid" and before Next. */}
          {noticeIssues && <DangerPanel job={job} noticeIssues={noticeIssues} />}
          <EarlierDangerPanel job={job} />
          <OptionalFormsPanel
            job={job}
            outcomeId={outcomeId}
            except={missingNotices.length > 0 ? formIds.warningNotice : null}
          />
          <UnusedSorsPanel job={job} />
          <RemovedAppliancesPanel job={job} />
          <ChangedAppliancesPanel job={job} />
          <UnopenablePanel jobId={job.jobId} />
          <UnsavedPanel ending="close" unsaved={unsaved} />
        </DrawnTogether>
      )}
    </Page>
  );
}
