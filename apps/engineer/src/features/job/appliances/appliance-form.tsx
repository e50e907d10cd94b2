import { discardDraftPhotos, recordingTime } from "@fieldfare/device";
import { type ApplianceAnswers, chooseType, londonDay } from "@fieldfare/domain";
import { type ReactNode, useState } from "react";
import { useDevice } from "../../../phone/device.tsx";
import { Card } from "../../../ui/card.tsx";
import { Form } from "../../../ui/form.tsx";
import { useEntityPhotos } from "../photos/entity-photos.ts";
import { PhotoField } from "../photos/photo-field.tsx";
import { Selector } from "../selector.tsx";
import { checkAppliance, setAnswers } from "./appliance-answers.ts";
import { DetailFields } from "./detail-fields.tsx";
import { useLists } from "./lists.ts";
import { ManufacturerField } from "./manufacturer-field.tsx";
import { type Entry, RecordPage, useRecordForm } from "../record-form.tsx";
import { strings } from "./strings.ts";

/**
 * Adds an appliance, or changes the appliance with `applianceId`. The type is asked first: it determines the other
 * fields.
 */
export function ApplianceForm(
  props: Omit<Entry<ApplianceAnswers>, "check" | "saving" | "refusals"> & {
    applianceId?: string;
    /** Further actions for this appliance, shown below the form. */
    children?: ReactNode;
  },
) {
  const { job, applianceId } = props;
  const device = useDevice();
  const text = strings();
  const lists = useLists();
  const { photos, saved } = useEntityPhotos(job.jobId, "appliance", applianceId);
  const [isAdding, setAdding] = useState(false);
  const entry: Entry<ApplianceAnswers> = {
    ...props,
    check: (answers) => checkAppliance(answers, londonDay(recordingTime(device))),
    saving: text.saving,
    refusals: text.refusals,
  };
  const form = useRecordForm(entry);
  const { type } = form.values;
  return (
    <RecordPage
      entry={entry}
      form={form}
      photos={{
        count: photos.length,
        discard: () => discardDraftPhotos(device, job.jobId, "appliance", applianceId),
      }}
      busy={isAdding && text.addingPhoto}
    >
      <Card>
        <Form form={form}>
          <Selector
            {...form.field("type")}
            label={text.type}
            choices={lists?.type}
            none={text.noMatch}
            onChange={(chosen) =>
              chosen === null
                ? form.set("type", null)
                : setAnswers(form, chooseType(form.values, chosen))
            }
          />
          {type !== null && (
            <>
              <ManufacturerField form={form} type={type} />
              <DetailFields form={form} lists={lists} />
            </>
          )}
          <PhotoField
            name="photos"
            label={text.photos}
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
    </RecordPage>
  );
}
