import { cancelAbsence, type KnownAbsence, readAbsences, refreshAbsences } from "@fieldfare/device";
import { absenceStatus, cancelBanner, cancelFault, mayCancelAbsence } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useDevice, useLive, useSession } from "../../device/device.tsx";
import { type Draft, useDraft } from "../../device/drafts.ts";
import { useRefresh } from "../../device/refresh.ts";
import { speakRefusal } from "../../device/refusals.ts";
import { useAddressPart } from "../../ui/address.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { confirm } from "../../ui/dialog.tsx";
import { Facts } from "../../ui/facts.tsx";
import { TextArea } from "../../ui/field.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { Skeleton } from "../../ui/loading.tsx";
import { Banner } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { showToast } from "../../ui/toast.tsx";
import { formatDays } from "./absence-card.tsx";
import { words } from "./words.ts";

const dashboard = "/absences/holidays";

/** One absence in full, and the way to cancel it. */
export function CancelScreen() {
  const id = useAddressPart("absenceRequestId");
  const device = useDevice();
  const { user } = useSession();
  const navigate = useNavigate();
  const known = useLive(() => readAbsences(device), [device]);
  useRefresh(refreshAbsences);
  const absence = known?.absences.find((one) => one.id === id);
  const draft = useDraft(user?.id ?? "", `absence:${id}`, (kept) => ({
    comment: kept.text("comment"),
  }));
  const isMissing = known !== undefined && absence === undefined;
  const isLeaving = useRef(false);
  useEffect(() => {
    if (!isMissing || isLeaving.current) return;
    showToast({ text: words().missing, kind: "warn" });
    void navigate({ to: dashboard, replace: true });
  }, [isMissing, navigate]);
  if (absence && draft.initial)
    return (
      <AbsenceOf
        key={absence.id}
        absence={absence}
        draft={draft}
        initial={draft.initial}
        onLeave={(isLeft) => {
          isLeaving.current = isLeft;
        }}
      />
    );
  return (
    <Page title={words().absenceTitle} back={dashboard}>
      <Skeleton cards={1} />
    </Page>
  );
}

interface Answers {
  readonly comment: string;
}

function AbsenceOf(props: {
  absence: KnownAbsence;
  draft: Draft<Answers>;
  initial: Answers;
  onLeave: (isLeft: boolean) => void;
}) {
  const { absence, draft } = props;
  const device = useDevice();
  const navigate = useNavigate();
  const spoken = words();
  const mayCancel = mayCancelAbsence(absence);
  const isApproved = absence.status === absenceStatus.approved;
  const form = useForm<Answers>({
    initial: props.initial,
    check: ({ comment }) => {
      const fault = cancelFault(absence, comment);
      return fault ? { comment: spoken.cancelFaults[fault] } : {};
    },
    onChange: draft.keep,
    onSubmit: async ({ comment }) => {
      if (!isApproved && !(await isWanted())) return;
      await draft.settle();
      props.onLeave(true);
      const cancelled = await cancelAbsence(device, absence.id, comment);
      if (!cancelled.ok) {
        props.onLeave(false);
        return speakRefusal(cancelled.refusal, spoken.refusals);
      }
      const text = cancelled.value === "asked" ? spoken.asked : spoken.removed;
      showToast({ text, kind: "good" });
      await navigate({ to: dashboard, replace: true });
    },
  });
  const banner = cancelBanner(absence);
  return (
    <Page title={spoken.absenceTitle} back={dashboard}>
      {banner && <Banner tone="warn">{spoken.banners[banner]}</Banner>}
      {absence.isUnsent && <Banner tone="info">{spoken.kept}</Banner>}
      <Card>
        <Facts facts={factsOf(absence)} />
      </Card>
      <Form form={form}>
        {mayCancel && isApproved && (
          <Card>
            <TextArea label={spoken.cancelComment} isShort {...form.field("comment")} />
          </Card>
        )}
        {mayCancel && (
          <Button type="submit" kind="danger" wide busy={form.isBusy && spoken.cancelling}>
            {spoken.cancel}
          </Button>
        )}
      </Form>
    </Page>
  );
}

function isWanted(): Promise<boolean> {
  const spoken = words();
  return confirm({
    title: spoken.question,
    text: spoken.questionText,
    confirm: spoken.cancel,
    cancel: spoken.keep,
    danger: true,
  });
}

function factsOf(absence: KnownAbsence): [string, string][] {
  const spoken = words();
  const facts: [string, string | null][] = [
    [spoken.type, spoken.types[absence.type]],
    [spoken.status, spoken.states[absence.status]],
    [spoken.when, formatDays(absence).join(", ")],
    [spoken.count, spoken.days(absence.dayCount)],
    [spoken.ownComment, absence.comment],
    [spoken.rejectReason, absence.rejectReason],
    [spoken.reviewerComment, absence.reviewerComment],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}
