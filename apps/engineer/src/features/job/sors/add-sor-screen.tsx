import { addSor, searchReference } from "@fieldfare/device";
import { cutQuantity, type SorAnswers, type SorChoice, sorFaults } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useDevice } from "../../../device/device.tsx";
import { speakRefusal } from "../../../device/refusals.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Form, type FormErrors, useForm } from "../../../ui/form.tsx";
import { Skeleton } from "../../../ui/loading.tsx";
import { Page } from "../../../ui/page.tsx";
import { Picker } from "../../../ui/picker.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useUnsafePoint } from "../../../ui/unsafe-point.ts";
import { DiscardButton } from "../discard-button.tsx";
import { type Draft, type Kept, useDraft } from "../drafts.ts";
import { type JobScreen, useRequiredAction } from "../selected-job.tsx";
import { words as jobWords } from "../words.ts";
import { words } from "./words.ts";

const list = "/jobs/selected/sors";
const blank: SorAnswers = { sor: null, quantity: "" };

export function AddSorScreen({ job }: JobScreen) {
  const { isAllowed } = useRequiredAction(job, "edit-work");
  const draft = useDraft(job.jobId, "sor", parseAnswers);
  if (isAllowed && draft.initial)
    return <AddSorForm job={job} draft={draft} initial={draft.initial} />;
  return (
    <Page title={words().addTitle} back={list}>
      <Skeleton cards={1} />
    </Page>
  );
}

function AddSorForm(props: JobScreen & { draft: Draft<SorAnswers>; initial: SorAnswers }) {
  const { job, draft, initial } = props;
  useUnsafePoint();
  const device = useDevice();
  const navigate = useNavigate();
  const spoken = words();
  const form = useForm<SorAnswers>({
    initial,
    check,
    onChange: draft.keep,
    onSubmit: async (answers) => {
      await draft.settle();
      const added = await addSor(device, job.jobId, answers);
      if (!added.ok)
        return speakRefusal(added.refusal, { ...jobWords().refusals, ...spoken.refusals });
      showToast({ text: spoken.added, kind: "good" });
      await navigate({ to: list, replace: true });
    },
  });
  return (
    <Page
      title={spoken.addTitle}
      back={list}
      secondary={
        <DiscardButton
          jobId={job.jobId}
          kind="sor"
          draft={draft}
          values={form.values}
          original={blank}
          to={list}
        />
      }
      main={
        <Button type="submit" form={form.id} kind="main" busy={form.isBusy && spoken.adding}>
          {spoken.submit}
        </Button>
      }
    >
      <Card>
        <Form form={form}>
          <Picker<SorChoice>
            label={spoken.sor}
            hint={spoken.sorHint}
            none={spoken.noMatch}
            search={(typed, most) => searchReference(device, "Sor", typed, most)}
            line={(sor) => ({ key: sor.sorCodeId, label: sor.code, detail: sor.description })}
            {...form.field("sor")}
            onChange={(sor) => form.set("sor", sor && choiceOf(sor))}
          />
          <TextField
            label={spoken.quantityLabel}
            inputMode="decimal"
            {...form.field("quantity")}
            onChange={(typed) => form.set("quantity", cutQuantity(typed))}
          />
        </Form>
      </Card>
    </Page>
  );
}

/** Without what else the row of reference data holds. */
function choiceOf({ sorCodeId, code, description }: SorChoice): SorChoice {
  return { sorCodeId, code, description };
}

function check(answers: SorAnswers): FormErrors<SorAnswers> {
  const spoken = words();
  const { sor, quantity } = sorFaults(answers);
  return {
    ...(sor && { sor: spoken.sorMissing }),
    ...(quantity && { quantity: spoken.quantityFaults[quantity] }),
  };
}

function parseAnswers(kept: Kept): SorAnswers {
  const sor = kept.inner("sor");
  const sorCodeId = sor.number("sorCodeId");
  return {
    sor:
      sorCodeId === null
        ? null
        : { sorCodeId, code: sor.text("code"), description: sor.text("description") },
    quantity: kept.text("quantity"),
  };
}
