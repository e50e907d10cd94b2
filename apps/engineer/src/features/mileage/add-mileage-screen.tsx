import {
  addMileage,
  type MileageRow,
  readMileage,
  readRegistrationFormats,
  recordingTime,
} from "@fieldfare/device";
import {
  blankMileage,
  cutMileage,
  cutRegistration,
  type MileageAnswers,
  validateMileage,
  mileageFields,
  parseMileage,
  type RegistrationFormat,
} from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useDevice, useLive, useSession } from "../../phone/device.tsx";
import { DiscardButton } from "../../phone/discard-button.tsx";
import { type Draft, type DraftReader, useDraft } from "../../phone/drafts.ts";
import { toastRefusal } from "../../phone/refusals.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Switch, TextField } from "../../ui/field.tsx";
import { Form, type FormErrors, useForm } from "../../ui/form.tsx";
import { Skeleton } from "../../ui/loading.tsx";
import { Page } from "../../ui/page.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useUnsavedChangesGuard } from "../../ui/unsaved-changes-guard.ts";
import { EntryDetails } from "./entry-details.tsx";
import { confirmMileage } from "./confirm-mileage.ts";
import { strings } from "./strings.ts";

const listPath = "/mileage";

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
  const draft = useDraft(ownerId, "mileage", parseAnswers);
  if (loaded && draft.initial)
    return <AddMileageForm {...loaded} ownerId={ownerId} draft={draft} initial={draft.initial} />;
  return (
    <Page title={strings().addTitle} back={listPath}>
      <Skeleton cards={1} />
    </Page>
  );
}

function parseAnswers(saved: DraftReader): MileageAnswers {
  return {
    currentMileage: cutMileage(saved.text("currentMileage")),
    registration: cutRegistration(saved.text("registration")),
    isVehicleChanged: saved.flag("isVehicleChanged"),
    previousVehicleMileage: cutMileage(saved.text("previousVehicleMileage")),
    newRegistration: cutRegistration(saved.text("newRegistration")),
  };
}

function AddMileageForm(props: {
  previous: MileageRow | null;
  formats: readonly RegistrationFormat[];
  ownerId: string;
  draft: Draft<MileageAnswers>;
  initial: MileageAnswers;
}) {
  const { previous, formats, draft } = props;
  useUnsavedChangesGuard();
  const device = useDevice();
  const navigate = useNavigate();
  const text = strings();
  const form = useForm<MileageAnswers>({
    initial: props.initial,
    check: (answers) => describeMileageIssues(validateMileage(answers, previous, formats)),
    onChange: draft.save,
    onSubmit: async (answers) => {
      const now = recordingTime(device).toISOString();
      const before = answers.isVehicleChanged ? null : previous;
      const miles = parseMileage(answers.currentMileage) ?? 0;
      if (!(await confirmMileage(miles, now, before))) return;
      const last = answers.isVehicleChanged ? parseMileage(answers.previousVehicleMileage) : null;
      if (last !== null && !(await confirmMileage(last, now, previous))) return;
      await draft.settle();
      const added = await addMileage(device, answers, formats);
      if (!added.ok) return toastRefusal(added.refusal, text.refusals);
      showToast({ text: text.added, kind: "good" });
      await navigate({ to: listPath, replace: true });
    },
  });
  const fields = mileageFields(form.values, previous);
  const mileageProps = (name: "currentMileage" | "previousVehicleMileage") => ({
    ...form.field(name),
    inputMode: "numeric" as const,
    onChange: (typed: string) => form.set(name, cutMileage(typed)),
  });
  const registrationProps = (name: "registration" | "newRegistration") => ({
    ...form.field(name),
    hint: text.registrationHint,
    onChange: (typed: string) => form.set(name, cutRegistration(typed)),
  });
  return (
    <Page
      title={text.addTitle}
      back={listPath}
      secondary={
        <DiscardButton
          jobId={props.ownerId}
          kind="mileage"
          draft={draft}
          values={form.values}
          original={blankMileage}
          to={listPath}
        />
      }
      main={
        <Button type="submit" form={form.id} kind="main" busy={form.isBusy && text.submitting}>
          {text.submit}
        </Button>
      }
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
    </Page>
  );
}

function describeMileageIssues(
  issues: ReturnType<typeof validateMileage>,
): FormErrors<MileageAnswers> {
  const text: Readonly<Record<string, string>> = strings().issues;
  return Object.fromEntries(Object.entries(issues).map(([field, issue]) => [field, text[issue]]));
}
