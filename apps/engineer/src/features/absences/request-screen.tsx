import { z } from "@fieldfare/contract";
import { readAbsences, requestAbsence, recordingTime } from "@fieldfare/device";
import {
  type AbsenceAnswers,
  validateAbsence,
  type AbsenceContext,
  type AbsenceType,
  absenceTypes,
  countWorkingDays,
  daysOverAllowance,
  findHolidayYear,
  londonDay,
} from "@fieldfare/domain";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { useDevice, useLive, useSession } from "../../phone/device.tsx";
import { useDraftForm } from "../../phone/draft-form.tsx";
import { type AnswersSchema, type Draft, draftParser, useDraft } from "../../phone/drafts.ts";
import { toastRefusal } from "../../phone/refusals.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { describeIssues, Form } from "../../ui/form.tsx";
import { LoadingPage } from "../../ui/loading-page.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import { showToast } from "../../ui/toast.tsx";
import { strings } from "./strings.ts";

const dashboard = "/absences/holidays";

const answersSchema: AnswersSchema<AbsenceAnswers> = z.object({
  dateFrom: z.string(),
  dateTo: z.string(),
  comment: z.string(),
});

const parseDraft = draftParser(answersSchema, { dateFrom: "", dateTo: "", comment: "" });

/** Requests an absence. The address names its type. */
export function RequestScreen() {
  const { type } = useParams({ from: "/absences/request/$type" });
  const known = absenceTypes.find((each) => each === type);
  const navigate = useNavigate();
  useEffect(() => {
    if (!known) void navigate({ to: "/absences/request", replace: true });
  }, [known, navigate]);
  return known ? <RequestLoader key={known} type={known} /> : null;
}

function RequestLoader({ type }: { type: AbsenceType }) {
  const device = useDevice();
  const { user } = useSession();
  const absences = useLive(() => readAbsences(device), [device]);
  const draft = useDraft(user?.id ?? "", `absence:${type}`, parseDraft);
  if (absences && draft.initial) {
    const setting = {
      type,
      today: londonDay(recordingTime(device)),
      years: absences.years,
      others: absences.absences,
    };
    return <RequestForm setting={setting} draft={draft} initial={draft.initial} />;
  }
  return <LoadingPage title={strings().requestTitle(type)} back="/absences/request" />;
}

function RequestForm(props: {
  setting: AbsenceContext;
  draft: Draft<AbsenceAnswers>;
  initial: AbsenceAnswers;
}) {
  const { setting, draft, initial } = props;
  const device = useDevice();
  const navigate = useNavigate();
  const text = strings();
  const form = useDraftForm<AbsenceAnswers>({
    draft,
    initial,
    check: (answers) => describeIssues(validateAbsence(answers, setting), text.issues),
    submit: async (answers) => {
      const result = await requestAbsence(device, setting.type, answers);
      if (!result.ok) return toastRefusal(result.refusal, text.issues);
      showToast({ text: text.saved, kind: "good", duration: "long" });
      const { holidayYearId } = result.value;
      await navigate({ to: dashboard, search: { year: holidayYearId }, replace: true });
    },
  });
  const excessWarning = describeExcess(form.values, setting);
  return (
    <Page
      title={text.requestTitle(setting.type)}
      back="/absences/request"
      main={
        <Button type="submit" form={form.id} kind="main" busy={form.isBusy && text.saving}>
          {text.submit}
        </Button>
      }
    >
      <Card>
        <Form form={form}>
          <TextField label={text.dateFrom} type="date" {...form.field("dateFrom")} />
          <TextField
            label={text.dateTo}
            type="date"
            hint={describeDayCount(form.values, setting)}
            {...form.field("dateTo")}
          />
          {excessWarning && <Banner tone="warn">{excessWarning}</Banner>}
          <TextArea label={text.comment} isShort {...form.field("comment")} />
        </Form>
      </Card>
    </Page>
  );
}

/** Describes the number of working days. It has a line before both dates are valid too, so that it moves nothing. */
function describeDayCount(answers: AbsenceAnswers, setting: AbsenceContext): string {
  const { dateFrom, dateTo } = validateAbsence(answers, { ...setting, others: [] });
  if (dateFrom || dateTo) return strings().dayCountOpen;
  const days = [{ dateFrom: answers.dateFrom, dateTo: answers.dateTo }];
  const year = findHolidayYear(days, setting.years);
  return strings().days(countWorkingDays(days, year?.nonWorkingDays ?? []));
}

/** The warning for a request that exceeds the allowance of its holiday year; null if it does not. */
function describeExcess(answers: AbsenceAnswers, setting: AbsenceContext): string | null {
  const { dateFrom, dateTo } = validateAbsence(answers, { ...setting, others: [] });
  if (dateFrom || dateTo) return null;
  const days = daysOverAllowance(answers, setting);
  const year = findHolidayYear(
    [{ dateFrom: answers.dateFrom, dateTo: answers.dateTo }],
    setting.years,
  );
  if (days === 0 || !year) return null;
  const text = strings();
  return text.overAllowance(
    days,
    text.yearRange(year.dateFrom.slice(0, 4), year.dateTo.slice(0, 4)),
  );
}
