import { recordingTime } from "@fieldfare/device";
import { type ApplianceAnswers, chooseType, londonDay } from "@fieldfare/domain";
import type { ReactNode } from "react";
import { useDevice } from "../../../phone/device.tsx";
import { Card } from "../../../ui/card.tsx";
import { Form } from "../../../ui/form.tsx";
import type { Entry } from "../record/record-entry.tsx";
import { RecordPage, useRecordForm } from "../record/record-form.tsx";
import { RecordPhotoField, useRecordPhotos } from "../record/record-photos.tsx";
import { Selector } from "../selector.tsx";
import { checkAppliance, setAnswers } from "./appliance-answers.ts";
import { DetailFields } from "./detail-fields.tsx";
import { useLists } from "./lists.ts";
import { ManufacturerField } from "./manufacturer-field.tsx";
import { strings } from "./strings.ts";

/** The type is asked first: it determines the other fields. */
export function ApplianceForm(props: {
  entry: Entry<ApplianceAnswers>;
  /** Further actions for this appliance, shown below the form. */
  children?: ReactNode;
}) {
  const { entry } = props;
  const device = useDevice();
  const text = strings();
  const lists = useLists();
  const photos = useRecordPhotos(entry, "appliance");
  const form = useRecordForm(entry, (answers) =>
    checkAppliance(answers, londonDay(recordingTime(device))),
  );
  const { type } = form.values;
  return (
    <RecordPage entry={entry} form={form} photos={photos}>
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
          <RecordPhotoField entry={entry} photos={photos} />
        </Form>
      </Card>
      {props.children}
    </RecordPage>
  );
}
