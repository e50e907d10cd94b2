import { addWarningNotice, type JobForm, type JobRow, recordingTime } from "@fieldfare/device";
import {
  type Danger,
  dangersOnRecord,
  dangersWithoutNotice,
  findFormToReturnTo,
  formIds,
  londonDay,
  readNoticeNumber,
  recordPathFor,
  withNoticeQuoted,
} from "@fieldfare/domain";
import { type FormSession, parsePath, type SessionChange } from "@fieldfare/forms";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useDevice } from "../../../../phone/device.tsx";
import { toastRefusal } from "../../../../phone/refusals.ts";
import { confirm } from "../../../../ui/dialog.tsx";
import { formScreen } from "../../warning-notice.tsx";
import { strings as jobStrings } from "../../strings.ts";
import { strings } from "../strings.ts";
import { describeDanger } from "./notice-banner.tsx";

interface NoticeOptions {
  readonly job: JobRow;
  readonly form: JobForm;
  readonly session: FormSession;
  readonly isEditable: boolean;
}

/** Offers to write the warning notice as soon as an answer on the gas safety record makes one necessary. */
export function useNoticeOffer({ job, form, session, isEditable }: NoticeOptions) {
  const device = useDevice();
  const navigate = useNavigate();
  const { customFormId } = form.entry;
  const isRecord = isEditable && customFormId === formIds.gasSafetyRecord;
  const [dangers, setDangers] = useState(() =>
    isRecord ? findUncoveredDangers(session, form) : [],
  );
  useEffect(() => {
    if (!isRecord) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The check runs after the typed letter is drawn, and reads only the answers that decide it.
    const checkDangers = (change: SessionChange) => {
      if (change !== "answer") return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        quoteWrittenNotice(form, session, session.quote);
        const found = findUncoveredDangers(session, form);
        // Most answers change no danger: then nothing is drawn again.
        setDangers((before) => (JSON.stringify(before) === JSON.stringify(found) ? before : found));
      }, checkDelayMs);
    };
    const stopListening = session.onChange(checkDangers);
    return () => {
      clearTimeout(timer);
      stopListening();
    };
  }, [form, isRecord, session]);

  /** Records on the gas safety record that the notice is issued, with its number. */
  const quote = () => {
    const day = londonDay(recordingTime(device));
    const number = readNoticeNumber(form.notice, job.formattedJobId, day);
    for (const danger of findUncoveredDangers(session, form)) {
      session.quote(parsePath(recordPathFor(danger, "Issued")), "yes");
      session.quote(parsePath(recordPathFor(danger, "Number")), number);
    }
  };
  const write = async () => {
    const added = await addWarningNotice(device, job);
    if (added.ok) return navigate(formScreen(formIds.warningNotice));
    return toastRefusal(added.refusal, { ...jobStrings().refusals, ...strings().refusals });
  };
  const returnTo = findFormToReturnTo(customFormId, job.customForms);
  return {
    dangers,
    quote,
    /** Before answers are checked: a complete notice of this visit gives its number to the record. */
    quoteWritten: (answer: FormSession["quote"]) => {
      if (isRecord) quoteWrittenNotice(form, session, answer);
    },
    write,
    next: returnTo === null ? null : formScreen(returnTo),
    /** Asks the engineer before the record is completed. Resolves to true if they want to write the notice now. */
    isWanted: async () => {
      const missing = isRecord ? findUncoveredDangers(session, form) : [];
      return missing.length > 0 && (await askForNotice(missing));
    },
  };
}

const checkDelayMs = 150;

function askForNotice(dangers: readonly Danger[]): Promise<boolean> {
  const text = strings().notice;
  return confirm({
    title: text.title,
    text: text.text(dangers.map(describeDanger)),
    confirm: text.write,
    cancel: text.later,
  });
}

function findUncoveredDangers(session: FormSession, { entry, notice }: JobForm): Danger[] {
  const record = { ...entry, completedForm: session.answers() };
  return dangersWithoutNotice(notice ? [record, notice] : [record]);
}

/** The record may say that the notice is issued after the notice was completed. */
function quoteWrittenNotice(
  { entry, notice }: JobForm,
  session: FormSession,
  answer: FormSession["quote"],
) {
  if (!notice) return;
  const record = { ...entry, completedForm: session.answers() };
  const [quoted] = withNoticeQuoted([record, notice]);
  for (const danger of dangersOnRecord(quoted?.completedForm ?? {})) {
    const numberPath = parsePath(recordPathFor(danger, "Number"));
    const isAnswered = session.question(numberPath)?.read().isAnswered ?? true;
    if (!isAnswered && danger.noticeNumber !== "") answer(numberPath, danger.noticeNumber);
  }
}
