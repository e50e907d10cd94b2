import { z } from "@fieldfare/contract";
import { cancelAbsence, type KnownAbsence, readAbsences, refreshAbsences } from "@fieldfare/device";
import {
  cancelBanner,
  validateAbsenceCancel,
  mayCancelAbsence,
  needsCancelDecision,
} from "@fieldfare/domain";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useDevice, useLive, useSession } from "../../phone/device.tsx";
import { type AnswersSchema, type Draft, draftParser, useDraft } from "../../phone/drafts.ts";
import { useLeaveIfMissing } from "../../phone/leave-if-missing.ts";
import { useRefresh } from "../../phone/refresh.ts";
import { toastRefusal } from "../../phone/refusals.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { confirm } from "../../ui/dialog.tsx";
import { DescriptionList } from "../../ui/description-list.tsx";
import { TextArea } from "../../ui/field.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { LoadingPage } from "../../ui/loading-page.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import { showToast } from "../../ui/toast.tsx";
import { formatDays } from "./absence-card.tsx";
import { strings } from "./strings.ts";

const dashboard = "/absences/holidays";

/** Shows all details of an absence, with the button to cancel it. */
export function AbsenceDetailsScreen() {
  const { absenceRequestId: id } = useParams({ from: "/absences/cancel/$absenceRequestId" });
  const search = useSearch({ from: "/absences/cancel/$absenceRequestId" });
  const device = useDevice();
  const navigate = useNavigate();
  const { user } = useSession();
  const saved = useLive(() => readAbsences(device), [device]);
  useRefresh(refreshAbsences);
  const absence = saved?.absences.find((one) => one.id === id);
  const draft = useDraft(user?.id ?? "", `absence:${id}`, parseDraft);
  const isMissing = saved !== undefined && absence === undefined;
  const expectRemoval = useLeaveIfMissing(isMissing, dashboard, strings().missing);
  if (absence && draft.initial)
    return (
      <AbsenceDetails
        key={absence.id}
        absence={absence}
        search={search}
        draft={draft}
        initial={draft.initial}
        expectRemoval={expectRemoval}
      />
    );
  return (
    <LoadingPage
      title={strings().absenceTitle}
      back={() => void navigate({ to: dashboard, search })}
    />
  );
}

interface Answers {
  readonly comment: string;
}

const answersSchema: AnswersSchema<Answers> = z.object({ comment: z.string() });

const parseDraft = draftParser(answersSchema, { comment: "" });

function AbsenceDetails(props: {
  absence: KnownAbsence;
  /** The holiday year that the dashboard shows again afterwards. */
  search: { readonly year?: number };
  draft: Draft<Answers>;
  initial: Answers;
  expectRemoval: (isExpected?: boolean) => void;
}) {
  const { absence, search, draft } = props;
  const device = useDevice();
  const navigate = useNavigate();
  const labels = strings();
  const mayCancel = mayCancelAbsence(absence);
  const needsDecision = needsCancelDecision(absence);
  const form = useForm<Answers>({
    initial: props.initial,
    check: ({ comment }) => {
      const issue = validateAbsenceCancel(absence, comment);
      return issue ? { comment: labels.cancelIssues[issue] } : {};
    },
    onChange: draft.save,
    onSubmit: async ({ comment }) => {
      if (!needsDecision && !(await confirmCancel())) return;
      await draft.settle();
      props.expectRemoval();
      const cancelled = await cancelAbsence(device, absence.id, comment);
      if (!cancelled.ok) {
        props.expectRemoval(false);
        return toastRefusal(cancelled.refusal, labels.refusals);
      }
      const text = cancelled.value === "requested" ? labels.requested : labels.removed;
      showToast({ text, kind: "good" });
      await navigate({ to: dashboard, search, replace: true });
    },
  });
  const banner = cancelBanner(absence);
  return (
    <Page title={labels.absenceTitle} back={() => void navigate({ to: dashboard, search })}>
      {banner && <Banner tone="warn">{labels.banners[banner]}</Banner>}
      {absence.isUnsent && <Banner tone="info">{labels.saved}</Banner>}
      <Card>
        <DescriptionList items={listDetails(absence)} />
      </Card>
      <Form form={form}>
        {mayCancel && needsDecision && (
          <Card>
            <TextArea label={labels.cancelComment} isShort {...form.field("comment")} />
          </Card>
        )}
        {mayCancel && (
          <Button type="submit" kind="danger" wide busy={form.isBusy && labels.cancelling}>
            {labels.cancel}
          </Button>
        )}
      </Form>
    </Page>
  );
}

function confirmCancel(): Promise<boolean> {
  const text = strings();
  return confirm({
    title: text.question,
    text: text.questionText,
    confirm: text.cancel,
    cancel: text.keep,
    danger: true,
  });
}

function listDetails(absence: KnownAbsence): [string, string][] {
  const text = strings();
  const details: [string, string | null][] = [
    [text.type, text.types[absence.type]],
    [text.status, text.states[absence.status]],
    [text.when, formatDays(absence).join(", ")],
    [text.count, text.days(absence.dayCount)],
    [text.ownComment, absence.comment],
    [text.rejectReason, absence.rejectReason],
    [text.reviewerComment, absence.reviewerComment],
  ];
  return details.filter((detail): detail is [string, string] => detail[1] !== null);
}
