import { type Device, type DraftKind, dropDraftPhotos } from "@fieldfare/device";
import { type ApplianceAnswers, chooseType, londonDay, type Result } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useDevice } from "../../../device/device.tsx";
import { speakRefusal } from "../../../device/refusals.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Form, useForm } from "../../../ui/form.tsx";
import { Page } from "../../../ui/page.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useUnsafePoint } from "../../../ui/unsafe-point.ts";
import { DiscardButton } from "../discard-button.tsx";
import type { Draft } from "../drafts.ts";
import { useEntityPhotos } from "../photos/entity-photos.ts";
import { PhotoField } from "../photos/photo-field.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { Selector } from "../selector.tsx";
import { words as jobWords } from "../words.ts";
import { checkAppliance, setAnswers } from "./appliance-answers.ts";
import { DetailFields } from "./detail-fields.tsx";
import { useLists } from "./lists.ts";
import { MakerField } from "./maker-field.tsx";
import { words } from "./words.ts";

const list = "/jobs/selected/property/appliances";

/** An appliance that is being added, or changed: then it has an id. The type comes first: the rest follows from it. */
export function ApplianceForm(
  props: JobScreen & {
    title: string;
    kind: DraftKind;
    applianceId?: string;
    draft: Draft<ApplianceAnswers>;
    initial: ApplianceAnswers;
    original: ApplianceAnswers;
    submit: string;
    done: string;
    save: (device: Device, answers: ApplianceAnswers) => Promise<Result<unknown, string>>;
    /** What else may be done with the appliance. */
    children?: ReactNode;
  },
) {
  const { job, draft, applianceId } = props;
  useUnsafePoint();
  const device = useDevice();
  const navigate = useNavigate();
  const spoken = words();
  const lists = useLists();
  const { photos, saved } = useEntityPhotos(job.jobId, "appliance", applianceId);
  const [isAdding, setAdding] = useState(false);
  const form = useForm<ApplianceAnswers>({
    initial: props.initial,
    check: (answers) => checkAppliance(answers, londonDay(device.ports.now())),
    onChange: draft.keep,
    onSubmit: async (answers) => {
      await draft.settle();
      const kept = await props.save(device, answers);
      if (!kept.ok)
        return speakRefusal(kept.refusal, { ...jobWords().refusals, ...spoken.refusals });
      showToast({ text: props.done, kind: "good" });
      await navigate({ to: list, replace: true });
    },
  });
  const { type } = form.values;
  const busy = isAdding ? spoken.addingPhoto : form.isBusy && spoken.saving;
  return (
    <Page
      title={props.title}
      back={list}
      secondary={
        <DiscardButton
          jobId={job.jobId}
          kind={props.kind}
          draft={draft}
          values={form.values}
          original={props.original}
          hasMore={photos.length > 0}
          alsoDrop={() => dropDraftPhotos(device, job.jobId, "appliance", applianceId)}
          to={list}
        />
      }
      main={
        <Button type="submit" form={form.id} kind="main" busy={busy}>
          {props.submit}
        </Button>
      }
    >
      <Card>
        <Form form={form}>
          <Selector
            {...form.field("type")}
            label={spoken.type}
            choices={lists?.type}
            none={spoken.noMatch}
            onChange={(chosen) =>
              chosen === null
                ? form.set("type", null)
                : setAnswers(form, chooseType(form.values, chosen))
            }
          />
          {type !== null && (
            <>
              <MakerField form={form} type={type} />
              <DetailFields form={form} lists={lists} />
            </>
          )}
          <PhotoField
            name="photos"
            label={spoken.photos}
            jobId={job.jobId}
            purpose="appliance"
            {...(applianceId !== undefined && { entityId: applianceId })}
            photos={photos}
            saved={saved}
            onAdding={setAdding}
          />
        </Form>
      </Card>
      {props.children}
    </Page>
  );
}
