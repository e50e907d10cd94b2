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
  mileageFaults,
  mileageFields,
  parseMileage,
  type RegistrationFormat,
} from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useDevice, useLive, useSession } from "../../device/device.tsx";
import { DiscardButton } from "../../device/discard-button.tsx";
import { type Draft, type Kept, useDraft } from "../../device/drafts.ts";
import { speakRefusal } from "../../device/refusals.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Switch, TextField } from "../../ui/field.tsx";
import { Form, type FormErrors, useForm } from "../../ui/form.tsx";
import { Skeleton } from "../../ui/loading.tsx";
import { Page } from "../../ui/page.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useUnsafePoint } from "../../ui/unsafe-point.ts";
import { EntryFacts } from "./entry-facts.tsx";
import { isMileageMeant } from "./implausible.ts";
import { words } from "./words.ts";

const list = "/mileage";

export function AddMileageScreen() {
  const device = useDevice();
  const { user } = useSession();
  const known = useLive(
    async () => ({
      previous: (await readMileage(device))[0] ?? null,
      formats: await readRegistrationFormats(device),
    }),
    [device],
  );
  const ownerId = user?.id ?? "";
  const draft = useDraft(ownerId, "mileage", parseAnswers);
  if (known && draft.initial)
    return <AddMileageForm {...known} ownerId={ownerId} draft={draft} initial={draft.initial} />;
  return (
    <Page title={words().addTitle} back={list}>
      <Skeleton cards={1} />
    </Page>
  );
}

function parseAnswers(kept: Kept): MileageAnswers {
  return {
    currentMileage: cutMileage(kept.text("currentMileage")),
    registration: cutRegistration(kept.text("registration")),
    isVehicleChanged: kept.flag("isVehicleChanged"),
    previousVehicleMileage: cutMileage(kept.text("previousVehicleMileage")),
    newRegistration: cutRegistration(kept.text("newRegistration")),
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
  useUnsafePoint();
  const device = useDevice();
  const navigate = useNavigate();
  const spoken = words();
  const form = useForm<MileageAnswers>({
    initial: props.initial,
    check: (answers) => inWords(mileageFaults(answers, previous, formats)),
    onChange: draft.keep,
    onSubmit: async (answers) => {
      const now = recordingTime(device).toISOString();
      const before = answers.isVehicleChanged ? null : previous;
      const miles = parseMileage(answers.currentMileage) ?? 0;
      if (!(await isMileageMeant(miles, now, before))) return;
      const last = answers.isVehicleChanged ? parseMileage(answers.previousVehicleMileage) : null;
      if (last !== null && !(await isMileageMeant(last, now, previous))) return;
      await draft.settle();
      const added = await addMileage(device, answers, formats);
      if (!added.ok) return speakRefusal(added.refusal, spoken.refusals);
      showToast({ text: spoken.added, kind: "good" });
      await navigate({ to: list, replace: true });
    },
  });
  const asked = mileageFields(form.values, previous);
  const digits = (name: "currentMileage" | "previousVehicleMileage") => ({
    ...form.field(name),
    inputMode: "numeric" as const,
    onChange: (typed: string) => form.set(name, cutMileage(typed)),
  });
  const plate = (name: "registration" | "newRegistration") => ({
    ...form.field(name),
    hint: spoken.registrationHint,
    onChange: (typed: string) => form.set(name, cutRegistration(typed)),
  });
  return (
    <Page
      title={spoken.addTitle}
      back={list}
      secondary={
        <DiscardButton
          jobId={props.ownerId}
          kind="mileage"
          draft={draft}
          values={form.values}
          original={blankMileage}
          to={list}
        />
      }
      main={
        <Button type="submit" form={form.id} kind="main" busy={form.isBusy && spoken.submitting}>
          {spoken.submit}
        </Button>
      }
    >
      {previous && <EntryFacts title={spoken.previous} entry={previous} />}
      <Card>
        <Form form={form}>
          {asked.registration && (
            <TextField label={spoken.registration} {...plate("registration")} />
          )}
          <TextField label={spoken.currentMileage} {...digits("currentMileage")} />
          {asked.vehicleSwitch && (
            <Switch label={spoken.changedVehicles} {...form.field("isVehicleChanged")} />
          )}
          {asked.previousVehicleMileage && (
            <TextField
              label={spoken.previousVehicleMileage}
              {...digits("previousVehicleMileage")}
            />
          )}
          {asked.newRegistration && (
            <TextField label={spoken.newRegistration} {...plate("newRegistration")} />
          )}
        </Form>
      </Card>
    </Page>
  );
}

function inWords(faults: ReturnType<typeof mileageFaults>): FormErrors<MileageAnswers> {
  const spoken: Readonly<Record<string, string>> = words().faults;
  return Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, spoken[fault]]));
}
