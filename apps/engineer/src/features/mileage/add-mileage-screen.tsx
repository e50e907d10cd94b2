import { z } from "@fieldfare/contract";
import {
  addMileage,
  type MileageRow,
  readMileage,
  readRegistrationFormats,
  recordingTime,
} from "@fieldfare/device";
import {
  blankMileage,
  cutTypedMileage,
  cutRegistration,
  type MileageAnswers,
  validateMileage,
  mileageFields,
  parseMileage,
  type RegistrationFormat,
} from "@fieldfare/domain";
import { useDevice, useLive, useSession } from "../../phone/device.tsx";
import { DraftFormPage, useDraftForm } from "../../phone/draft-form.tsx";
import { type AnswersSchema, type Draft, draftParser, useDraft } from "../../phone/drafts.ts";
import { toastRefusal } from "../../phone/refusals.ts";
import { Card } from "../../ui/card.tsx";
import { Switch, TextField } from "../../ui/field.tsx";
import { describeIssues, Form } from "../../ui/form.tsx";
import { LoadingPage } from "../../ui/loading-page.tsx";
import { useReturnTo } from "../../ui/return-to.ts";
import { showToast } from "../../ui/toast.tsx";
import { EntryDetails } from "./entry-details.tsx";
import { confirmMileage } from "./confirm-mileage.ts";
import { strings } from "./strings.ts";

const listPath = "/mileage";

const answersSchema: AnswersSchema<MileageAnswers> = z.object({
  currentMileage: z.string(),
  registration: z.string(),
  isVehicleChanged: z.boolean(),
  previousVehicleMileage: z.string(),
  newRegistration: z.string(),
});

const parseDraft = draftParser(answersSchema, blankMileage);

/**
 * The engineer records the mileage of the vehicle, or that the vehicle has changed. What is typed is saved as a draft.
 */
export function AddMileageScreen() {
  const device = useDevice();
  const { user } = useSession();
  const loaded = useLive(
    async () => ({
      previous: (await readMileage(device))[0] ?? null,
      formats: await readRegistrationFormats(device),
    }),
    [device],
  );
  const ownerId = user?.id ?? "";
  const draft = useDraft(ownerId, "mileage", parseDraft);
  if (loaded && draft.initial)
    return <AddMileageForm {...loaded} ownerId={ownerId} draft={draft} initial={draft.initial} />;
  return <LoadingPage title={strings().addTitle} back={listPath} />;
}

function AddMileageForm(props: {
  previous: MileageRow | null;
  formats: readonly RegistrationFormat[];
  ownerId: string;
  draft: Draft<MileageAnswers>;
  initial: MileageAnswers;
}) {
  const { previous, formats, draft } = props;
  const device = useDevice();
  const returnTo = useReturnTo();
  const text = strings();
  const form = useDraftForm<MileageAnswers>({
    draft,
    initial: props.initial,
    check: (answers) => describeIssues(validateMileage(answers, previous, formats), text.issues),
    submit: async (answers) => {
      const now = recordingTime(device).toISOString();
      const before = answers.isVehicleChanged ? null : previous;
      const miles = parseMileage(answers.currentMileage) ?? 0;
      if (!(await confirmMileage(miles, now, before))) return;
      const last = answers.isVehicleChanged ? parseMileage(answers.previousVehicleMileage) : null;
      if (last !== null && !(await confirmMileage(last, now, previous))) return;
      const added = await addMileage(device, answers, formats);
      if (!added.ok) return toastRefusal(added.refusal, text.refusals);
      showToast({ text: text.added, kind: "good" });
      await returnTo(listPath);
    },
  });
  const fields = mileageFields(form.values, previous);
  const mileageProps = (name: "currentMileage" | "previousVehicleMileage") => ({
    ...form.field(name),
    inputMode: "numeric" as const,
    onChange: (typed: string) => form.set(name, cutTypedMileage(typed)),
  });
  const registrationProps = (name: "registration" | "newRegistration") => ({
    ...form.field(name),
    hint: text.registrationHint,
    onChange: (typed: string) => form.set(name, cutRegistration(typed)),
  });
  return (
    <DraftFormPage
      title={text.addTitle}
      back={listPath}
      form={form}
      jobId={props.ownerId}
      kind="mileage"
      draft={draft}
      original={blankMileage}
      submit={text.submit}
      busy={form.isBusy && text.submitting}
    >
      {previous && <EntryDetails title={text.previous} entry={previous} />}
      <Card>
        <Form form={form}>
          {fields.registration && (
            <TextField label={text.registration} {...registrationProps("registration")} />
          )}
          <TextField label={text.currentMileage} {...mileageProps("currentMileage")} />
          {fields.vehicleSwitch && (
            <Switch label={text.changedVehicles} {...form.field("isVehicleChanged")} />
          )}
          {fields.previousVehicleMileage && (
            <TextField
              label={text.previousVehicleMileage}
              {...mileageProps("previousVehicleMileage")}
            />
          )}
          {fields.newRegistration && (
            <TextField label={text.newRegistration} {...registrationProps("newRegistration")} />
          )}
        </Form>
      </Card>
    </DraftFormPage>
  );
}
