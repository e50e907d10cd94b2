import { addWarningNotice, type JobForm, type JobRow, recordingTime } from "@fieldfare/device";
import {
  type Danger,
  dangersOnRecord,
  dangersWithoutNotice,
  formIds,
  londonDay,
  formatUnsafeName,
  buildNoticeNumber,
  withNoticeQuoted,
} from "@fieldfare/domain";
import type { OpenForm } from "@fieldfare/forms";
import { useNavigate } from "@tanstack/react-router";
import { createContext, useContext, useEffect, useState } from "react";
import type { Question } from "survey-core";
import { useDevice } from "../../../../phone/device.tsx";
import { toastRefusal } from "../../../../phone/refusals.ts";
import { Button } from "../../../../ui/button.tsx";
import { confirm } from "../../../../ui/dialog.tsx";
import { Banner } from "../../../../ui/banner.tsx";
import { strings as jobStrings } from "../../strings.ts";
import { strings } from "../strings.ts";
import { findQuestionAt, locateQuestion } from "./place.ts";

const noticePath = `/jobs/selected/form/${formIds.warningNotice}`;
const recordPath = `/jobs/selected/form/${formIds.gasSafetyRecord}`;

interface NoticeOptions {
  readonly job: JobRow;
  readonly form: JobForm;
  readonly open: OpenForm;
  readonly isEditable: boolean;
}

/** Offers to write the warning notice as soon as an answer on the gas safety record makes one necessary. */
export function useNoticeOffer({ job, form, open, isEditable }: NoticeOptions) {
  const device = useDevice();
  const navigate = useNavigate();
  const { customFormId } = form.entry;
  const isRecord = isEditable && customFormId === formIds.gasSafetyRecord;
  const [dangers, setDangers] = useState(() => (isRecord ? findUncoveredDangers(open, form) : []));
  useEffect(() => {
    if (!isRecord) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The check runs after the typed letter is drawn, and reads only the answers that decide it.
    const checkDangers = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        quoteWrittenNotice(open, form);
        setDangers(findUncoveredDangers(open, form));
      }, checkDelayMs);
    };
    open.model.onValueChanged.add(checkDangers);
    return () => {
      clearTimeout(timer);
      open.model.onValueChanged.remove(checkDangers);
    };
  }, [form, isRecord, open]);

  /** Records on the gas safety record that the notice is issued, with its number. */
  const quote = () => {
    const written: unknown = form.notice?.completedForm?.["noticeNumber"];
    const number =
      typeof written === "string" && written !== ""
        ? written
        : buildNoticeNumber(job.formattedJobId, londonDay(recordingTime(device)));
    for (const { path } of findUncoveredDangers(open, form)) {
      setValue(findNoticeQuestion(open, path, "Issued"), "yes");
      setValue(findNoticeQuestion(open, path, "Number"), number);
    }
  };
  const write = async () => {
    const added = await addWarningNotice(device, job);
    if (added.ok) return navigate({ to: noticePath });
    return toastRefusal(added.refusal, { ...jobStrings().refusals, ...strings().refusals });
  };
  /** After a warning notice is completed, the engineer returns to the gas safety record in progress. */
  const isRecordOpen = job.customForms.some(
    (one) => one.customFormId === formIds.gasSafetyRecord && one.completionStatus === "InProgress",
  );
  const isNotice = customFormId === formIds.warningNotice;
  return {
    dangers,
    quote,
    /** Before answers are checked: a complete notice of this visit gives its number to the record. */
    quoteWritten: () => {
      if (isRecord) quoteWrittenNotice(open, form);
    },
    write,
    next: isNotice && isRecordOpen ? recordPath : null,
    /** Asks the engineer before the record is completed. Resolves to true if they want to write the notice now. */
    isWanted: async () => {
      const missing = isRecord ? findUncoveredDangers(open, form) : [];
      return missing.length > 0 && (await askForNotice(missing));
    },
  };
}

const checkDelayMs = 150;

interface NoticeOfferValue {
  readonly dangers: readonly Danger[];
  readonly onWrite: () => Promise<void>;
}

const NoticeOfferContext = createContext<NoticeOfferValue>({
  dangers: [],
  onWrite: () => Promise.resolve(),
});

export const NoticeOfferProvider = NoticeOfferContext.Provider;

/** Drawn below the question that classes a danger: the engineer has just tapped there. */
export function NoticeOffer({ question }: { question: Question }) {
  const { dangers, onWrite } = useContext(NoticeOfferContext);
  if (dangers.length === 0) return null;
  const path = locateQuestion(question).join(".");
  const danger = dangers.find((one) => one.path === path);
  if (!danger) return null;
  return (
    <Banner tone="danger" title={describeDanger(danger)} alert>
      <Button kind="danger" onClick={onWrite}>
        {strings().notice.write}
      </Button>
    </Banner>
  );
}

function askForNotice(dangers: readonly Danger[]): Promise<boolean> {
  const text = strings().notice;
  return confirm({
    title: text.title,
    text: text.text(dangers.map(describeDanger)),
    confirm: text.write,
    cancel: text.later,
  });
}

function describeDanger({ row, classification }: Danger): string {
  return strings().notice.danger(formatUnsafeName(row), classification);
}

function findUncoveredDangers(open: OpenForm, { entry, notice }: JobForm): Danger[] {
  const record = { ...entry, completedForm: open.model.data as Record<string, unknown> };
  return dangersWithoutNotice(notice ? [record, notice] : [record]);
}

/** The record may say that the notice is issued after the notice was completed. */
function quoteWrittenNotice(open: OpenForm, { entry, notice }: JobForm) {
  if (!notice) return;
  const record = { ...entry, completedForm: open.model.data as Record<string, unknown> };
  const [quoted] = withNoticeQuoted([record, notice]);
  for (const { path, noticeNumber } of dangersOnRecord(quoted?.completedForm ?? {})) {
    const question = findNoticeQuestion(open, path, "Number");
    if (question?.isEmpty() && noticeNumber !== "") question.value = noticeNumber;
  }
}

function findNoticeQuestion(
  open: OpenForm,
  path: string,
  field: "Issued" | "Number",
): Question | null {
  const [list, index] = path.split(".");
  return index === undefined
    ? findQuestionAt(open.model, [`pipeworkNotice${field}`])
    : findQuestionAt(open.model, [String(list), Number(index), `warningNotice${field}`]);
}

function setValue(question: Question | null, value: string) {
  if (question) question.value = value;
}
