import { readAbsences, requestAbsence, recordingTime } from "@fieldfare/device";
import {
  type AbsenceAnswers,
  absenceFaults,
  type AbsenceSetting,
  type AbsenceType,
  absenceTypes,
  countWorkingDays,
  daysOverAllowance,
  holidayYearOf,
  londonDay,
} from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useDevice, useLive, useSession } from "../../device/device.tsx";
import { type Draft, type Kept, useDraft } from "../../device/drafts.ts";
import { speakRefusal } from "../../device/refusals.ts";
import { useAddressPart } from "../../ui/address.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { Skeleton } from "../../ui/loading.tsx";
import { Banner } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useUnsafePoint } from "../../ui/unsafe-point.ts";
import { words } from "./words.ts";

const dashboard = "/absences/holidays";

/** Asks for days off of the type that the address names. */
export function RequestScreen() {
  const type = useAddressPart("type");
  const known = absenceTypes.find((each) => each === type);
  const navigate = useNavigate();
  useEffect(() => {
    if (!known) void navigate({ to: "/absences/request", replace: true });
  }, [known, navigate]);
  return known ? <RequestOf key={known} type={known} /> : null;
}

function RequestOf({ type }: { type: AbsenceType }) {
  const device = useDevice();
  const { user } = useSession();
  const absences = useLive(() => readAbsences(device), [device]);
  const draft = useDraft(user?.id ?? "", `absence:${type}`, parseAnswers);
  if (absences && draft.initial) {
    const setting = {
      type,
      today: londonDay(recordingTime(device)),
      years: absences.years,
      others: absences.absences,
    };
    return <RequestForm setting={setting} draft={draft} initial={draft.initial} />;
  }
  return (
    <Page title={words().requestTitle(type)} back="/absences/request">
      <Skeleton cards={1} />
    </Page>
  );
}

function RequestForm(props: {
  setting: AbsenceSetting;
  draft: Draft<AbsenceAnswers>;
  initial: AbsenceAnswers;
}) {
  const { setting, draft, initial } = props;
  useUnsafePoint();
  const device = useDevice();
  const navigate = useNavigate();
  const spoken = words();
  const form = useForm<AbsenceAnswers>({
    initial,
    check: (answers) => wordsOf(answers, setting),
    onChange: draft.keep,
    onSubmit: async (answers) => {
      await draft.settle();
      const kept = await requestAbsence(device, setting.type, answers);
      if (!kept.ok) return speakRefusal(kept.refusal, spoken.faults);
      showToast({ text: spoken.kept, kind: "good", duration: "long" });
      const { holidayYearId } = kept.value;
      await navigate({ to: dashboard, search: { year: holidayYearId }, replace: true });
    },
  });
  const over = overOf(form.values, setting);
  return (
    <Page
      title={spoken.requestTitle(setting.type)}
      back="/absences/request"
      main={
        <Button type="submit" form={form.id} kind="main" busy={form.isBusy && spoken.saving}>
          {spoken.submit}
        </Button>
      }
    >
      <Card>
        <Form form={form}>
          <TextField label={spoken.dateFrom} type="date" {...form.field("dateFrom")} />
          <TextField
            label={spoken.dateTo}
            type="date"
            hint={countOf(form.values, setting)}
            {...form.field("dateTo")}
          />
          {over && <Banner tone="warn">{over}</Banner>}
          <TextArea label={spoken.comment} isShort {...form.field("comment")} />
        </Form>
      </Card>
    </Page>
  );
}

function wordsOf(answers: AbsenceAnswers, setting: AbsenceSetting) {
  const faults = absenceFaults(answers, setting);
  return Object.fromEntries(
    Object.entries(faults).map(([field, fault]) => [field, words().faults[fault]]),
  );
}

/** The days worked out, as soon as both dates make sense. */
function countOf(answers: AbsenceAnswers, setting: AbsenceSetting): string | undefined {
  const { dateFrom, dateTo } = absenceFaults(answers, { ...setting, others: [] });
  if (dateFrom || dateTo) return undefined;
  const days = [{ dateFrom: answers.dateFrom, dateTo: answers.dateTo }];
  const year = holidayYearOf(days, setting.years);
  return words().days(countWorkingDays(days, year?.nonWorkingDays ?? []));
}

/** What is said of a request that exceeds the allowance of its holiday year. */
function overOf(answers: AbsenceAnswers, setting: AbsenceSetting): string | null {
  const { dateFrom, dateTo } = absenceFaults(answers, { ...setting, others: [] });
  if (dateFrom || dateTo) return null;
  const days = daysOverAllowance(answers, setting);
  const year = holidayYearOf(
    [{ dateFrom: answers.dateFrom, dateTo: answers.dateTo }],
    setting.years,
  );
  if (days === 0 || !year) return null;
  const spoken = words();
  return spoken.overAllowance(
    days,
    spoken.yearOf(year.dateFrom.slice(0, 4), year.dateTo.slice(0, 4)),
  );
}

function parseAnswers(kept: Kept): AbsenceAnswers {
  return {
    dateFrom: kept.text("dateFrom"),
    dateTo: kept.text("dateTo"),
    comment: kept.text("comment"),
  };
}
