import { z } from "@fieldfare/contract";
import {
  type MileageAround,
  readMileageRecord,
  updateMileage,
  recordingTime,
} from "@fieldfare/device";
import {
  validateCorrection,
  cutTypedMileage,
  isMileageEditable,
  validateMileageUpdate,
  parseMileage,
} from "@fieldfare/domain";
import { useSearch } from "@tanstack/react-router";
import { useDevice, useLive, useSession } from "../../phone/device.tsx";
import { DraftFormPage, useDraftForm } from "../../phone/draft-form.tsx";
import { type AnswersSchema, type Draft, draftParser, useDraft } from "../../phone/drafts.ts";
import { useLeaveIfMissing } from "../../phone/leave-if-missing.ts";
import { toastRefusal } from "../../phone/refusals.ts";
import { Card } from "../../ui/card.tsx";
import { formatDateTime } from "../../phone/times.ts";
import { DescriptionList } from "../../ui/description-list.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { LoadingPage } from "../../ui/loading-page.tsx";
import { useReturnTo } from "../../ui/return-to.ts";
import { showToast } from "../../ui/toast.tsx";
import { EntryDetails } from "./entry-details.tsx";
import { confirmMileage } from "./confirm-mileage.ts";
import { strings } from "./strings.ts";

const listPath = "/mileage";

interface Answers {
  readonly currentMileage: string;
  /** Required when the day of the entry is over. */
  readonly reason: string;
}

const answersSchema: AnswersSchema<Answers> = z.object({
  currentMileage: z.string(),
  reason: z.string(),
});

/** The engineer corrects the entry that the address names, with a reason if its day is over. */
export function EditMileageScreen() {
  const device = useDevice();
  const { id = "" } = useSearch({ from: "/mileage/edit" });
  const entryContext = useLive(
    async () => (await readMileageRecord(device, id)) ?? null,
    [device, id],
  );
  useLeaveIfMissing(entryContext === null, listPath, null);
  if (entryContext) return <WithDraft key={id} entryContext={entryContext} />;
  return <Loading />;
}

function WithDraft({ entryContext }: { entryContext: MileageAround }) {
  const { user } = useSession();
  const ownerId = user?.id ?? "";
  const original: Answers = {
    currentMileage: String(entryContext.record.currentMileage),
    reason: "",
  };
  const draft = useDraft<Answers>(
    ownerId,
    `mileage:${entryContext.record.clientFieldOperativeMileageId}`,
    draftParser(answersSchema, original),
  );
  if (!draft.initial) return <Loading />;
  return <EditForm {...{ entryContext, ownerId, original, draft }} initial={draft.initial} />;
}

function EditForm(props: {
  entryContext: MileageAround;
  ownerId: string;
  original: Answers;
  draft: Draft<Answers>;
  initial: Answers;
}) {
  const { draft } = props;
  const { record, previous, following } = props.entryContext;
  const device = useDevice();
  const returnTo = useReturnTo();
  const text = strings();
  const id = record.clientFieldOperativeMileageId;
  const form = useDraftForm<Answers>({
    draft,
    initial: props.initial,
    check: ({ currentMileage, reason }) => {
      const issue = validateMileageUpdate(
        currentMileage,
        record,
        props.entryContext,
      ).currentMileage;
      const reasonIssue = validateCorrection(record, reason, recordingTime(device));
      return {
        ...(issue && { currentMileage: text.issues[issue] }),
        ...(reasonIssue && { reason: text.correctionIssues[reasonIssue] }),
      };
    },
    submit: async ({ currentMileage, reason }) => {
      const before = previous?.registration === record.registration ? previous : null;
      const miles = parseMileage(currentMileage) ?? 0;
      if (!(await confirmMileage(miles, record.dateRecorded, before))) return;
      const updated = await updateMileage(device, id, currentMileage, reason);
      if (!updated.ok) return toastRefusal(updated.refusal, text.refusals);
      showToast({ text: text.updated, kind: "good" });
      await returnTo(listPath);
    },
  });
  return (
    <DraftFormPage
      title={text.updateTitle}
      back={listPath}
      form={form}
      jobId={props.ownerId}
      kind={`mileage:${id}`}
      draft={draft}
      original={props.original}
      submit={text.update}
      busy={form.isBusy && text.updating}
    >
      {previous && <EntryDetails title={text.previous} entry={previous} />}
      <Card title={record.registration || text.noRegistration}>
        <DescriptionList items={[[text.dateRecorded, formatDateTime(record.dateRecorded)]]} />
        <Form form={form}>
          <TextField
            label={text.currentMileage}
            inputMode="numeric"
            {...form.field("currentMileage")}
            onChange={(typed) => form.set("currentMileage", cutTypedMileage(typed))}
          />
          {!isMileageEditable(record, recordingTime(device)) && (
            <TextArea
              label={text.reason}
              hint={text.correctHint}
              isShort
              {...form.field("reason")}
            />
          )}
        </Form>
      </Card>
      {following && <EntryDetails title={text.following} entry={following} />}
    </DraftFormPage>
  );
}

function Loading() {
  return <LoadingPage title={strings().updateTitle} back={listPath} />;
}
