import { addWarningNotice, type JobForm, type JobRow, recordingTime } from "@fieldfare/device";
import {
  type Danger,
  dangersWithoutNotice,
  formIds,
  londonDay,
  nameOfUnsafe,
  noticeNumberOf,
} from "@fieldfare/domain";
import type { OpenForm } from "@fieldfare/forms";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Question } from "survey-core";
import { useDevice } from "../../../../device/device.tsx";
import { speakRefusal } from "../../../../device/refusals.ts";
import { Button } from "../../../../ui/button.tsx";
import { confirm } from "../../../../ui/dialog.tsx";
import { Banner } from "../../../../ui/notice.tsx";
import { words as jobWords } from "../../words.ts";
import { words } from "../words.ts";
import { questionAt } from "./place.ts";

const noticePath = `/jobs/selected/form/${formIds.warningNotice}`;
const recordPath = `/jobs/selected/form/${formIds.gasSafetyRecord}`;

interface Given {
  readonly job: JobRow;
  readonly form: JobForm;
  readonly open: OpenForm;
  readonly isEditable: boolean;
}

/** A danger on the gas safety record leads to its warning notice, from the answer that calls for one. */
export function useNoticeOffer({ job, form, open, isEditable }: Given) {
  const device = useDevice();
  const navigate = useNavigate();
  const { customFormId } = form.entry;
  const isRecord = isEditable && customFormId === formIds.gasSafetyRecord;
  const [dangers, setDangers] = useState(() => (isRecord ? uncovered(open, form) : []));
  useEffect(() => {
    if (!isRecord) return undefined;
    let later: ReturnType<typeof setTimeout> | undefined;
    // Only what decides it is looked at, and after the letter is on the screen.
    const look = () => {
      clearTimeout(later);
      later = setTimeout(() => setDangers(uncovered(open, form)), lookMs);
    };
    open.model.onValueChanged.add(look);
    return () => {
      clearTimeout(later);
      open.model.onValueChanged.remove(look);
    };
  }, [form, isRecord, open]);

  /** The record says that the notice is issued, and quotes it. */
  const quote = () => {
    const written: unknown = form.notice?.completedForm?.["noticeNumber"];
    const number =
      typeof written === "string" && written !== ""
        ? written
        : noticeNumberOf(job.formattedJobId, londonDay(recordingTime(device)));
    for (const { path } of uncovered(open, form)) {
      set(questionFor(open, path, "Issued"), "yes");
      set(questionFor(open, path, "Number"), number);
    }
  };
  const write = async () => {
    const added = await addWarningNotice(device, job);
    if (added.ok) return navigate({ to: noticePath });
    return speakRefusal(added.refusal, { ...jobWords().refusals, ...words().refusals });
  };
  /** Where the engineer goes on once this form is complete: from a notice back to the record that it is about. */
  const isRecordOpen = job.customForms.some(
    (one) => one.customFormId === formIds.gasSafetyRecord && one.completionStatus === "InProgress",
  );
  const isNotice = customFormId === formIds.warningNotice;
  return {
    dangers,
    quote,
    write,
    next: isNotice && isRecordOpen ? recordPath : null,
    /** Asked before the record is completed. */
    isWanted: async () => {
      const missing = isRecord ? uncovered(open, form) : [];
      return missing.length > 0 && (await askForNotice(missing));
    },
  };
}

const lookMs = 150;

export function NoticeOffer(props: { dangers: readonly Danger[]; onWrite: () => Promise<void> }) {
  const spoken = words().notice;
  const [first] = props.dangers;
  if (!first) return null;
  return (
    <Banner tone="danger" title={spoken.found(props.dangers.map(described))} alert>
      <Button kind="danger" onClick={props.onWrite}>
        {spoken.write}
      </Button>
    </Banner>
  );
}

function askForNotice(dangers: readonly Danger[]): Promise<boolean> {
  const spoken = words().notice;
  return confirm({
    title: spoken.title,
    text: spoken.text(dangers.map(described)),
    confirm: spoken.write,
    cancel: spoken.later,
  });
}

function described({ row, classification }: Danger): string {
  return words().notice.danger(nameOfUnsafe(row), classification);
}

function uncovered(open: OpenForm, { entry, notice }: JobForm): Danger[] {
  const record = { ...entry, completedForm: open.model.data as Record<string, unknown> };
  return dangersWithoutNotice(notice ? [record, notice] : [record]);
}

function questionFor(open: OpenForm, path: string, field: "Issued" | "Number"): Question | null {
  const [list, index] = path.split(".");
  return index === undefined
    ? questionAt(open.model, [`pipeworkNotice${field}`])
    : questionAt(open.model, [String(list), Number(index), `warningNotice${field}`]);
}

function set(question: Question | null, value: string) {
  if (question) question.value = value;
}
