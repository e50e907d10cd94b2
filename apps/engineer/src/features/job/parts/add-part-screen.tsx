import { addPart } from "@fieldfare/device";
import { blankPart, offersVanStock, type PartAnswers, quantityLabel } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useDevice } from "../../../device/device.tsx";
import { speakRefusal } from "../../../device/refusals.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ChoiceButtons, Switch, TextArea, TextField } from "../../../ui/field.tsx";
import { Form, useForm } from "../../../ui/form.tsx";
import { Skeleton } from "../../../ui/loading.tsx";
import { Page } from "../../../ui/page.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useUnsafePoint } from "../../../ui/unsafe-point.ts";
import { DiscardButton } from "../discard-button.tsx";
import { type Draft, useDraft } from "../drafts.ts";
import { type JobScreen, useRequiredAction } from "../selected-job.tsx";
import { words as jobWords } from "../words.ts";
import { CatalogueField } from "./catalogue-field.tsx";
import { checkPart, parseAnswers } from "./part-answers.ts";
import { words } from "./words.ts";

const list = "/jobs/selected/parts";

/** A part that was used from stock, or one that has to be ordered. */
export function AddPartScreen({ job }: JobScreen) {
  const { isAllowed } = useRequiredAction(job, "edit-work");
  const draft = useDraft(job.jobId, "part", parseAnswers);
  if (isAllowed && draft.initial)
    return <AddPartForm job={job} draft={draft} initial={draft.initial} />;
  return (
    <Page title={words().addTitle} back={list}>
      <Skeleton cards={1} />
    </Page>
  );
}

function AddPartForm(props: JobScreen & { draft: Draft<PartAnswers>; initial: PartAnswers }) {
  const { job, draft, initial } = props;
  useUnsafePoint();
  const device = useDevice();
  const navigate = useNavigate();
  const spoken = words();
  const form = useForm<PartAnswers>({
    initial,
    check: checkPart,
    onChange: draft.keep,
    onSubmit: async (answers) => {
      await draft.settle();
      const added = await addPart(device, job.jobId, answers);
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
          kind="part"
          draft={draft}
          values={form.values}
          original={blankPart}
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
          <ChoiceButtons<"stock" | "order">
            name="isPartRequired"
            label={spoken.source}
            value={form.values.isPartRequired ? "order" : "stock"}
            choices={[
              { value: "stock", text: spoken.fromStock },
              { value: "order", text: spoken.toOrder },
            ]}
            onChange={(chosen) => form.set("isPartRequired", chosen === "order")}
          />
          <CatalogueField form={form} />
          <TextArea label={spoken.shortDescription} isShort {...form.field("shortDescription")} />
          <TextField
            label={quantityLabel(form.values)}
            inputMode="numeric"
            {...form.field("quantity")}
          />
          {offersVanStock(form.values) && (
            <Switch label={spoken.vanStock} {...form.field("isVanStock")} />
          )}
          <TextArea label={spoken.comments} isShort {...form.field("comments")} />
        </Form>
      </Card>
    </Page>
  );
}
