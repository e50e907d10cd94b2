import type { JobRow } from "@fieldfare/device";
import {
  readManufacturerName,
  readModelName,
  type SignOffAnswers,
  validateSignOff,
} from "@fieldfare/domain";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { Switch } from "../../../ui/field.tsx";
import type { FormState } from "../../../ui/form.tsx";
import { formatType } from "../appliances/appliance-labels.ts";
import { useLists } from "../appliances/lists.ts";
import { type Closing, formStep } from "./step.tsx";
import { strings } from "./strings.ts";

export const signOffStep = formStep<"signOff">({
  title: () => strings().signOff.title,
  check: (answers) =>
    validateSignOff(answers).isAgreed ? { isAgreed: strings().signOff.agreeMissing } : {},
  Fields: SignOffFields,
});

function SignOffFields(props: { form: FormState<SignOffAnswers>; closing: Closing }) {
  const text = strings().signOff;
  const { removedRecords } = props.closing.job;
  return (
    <>
      <p>{text.text}</p>
      {removedRecords && <Removed records={removedRecords} />}
      <Switch label={text.agree} {...props.form.field("isAgreed")} />
    </>
  );
}

/** Lists the records of earlier visits that this visit removed: the close removes them at the office too. */
function Removed({ records }: { records: NonNullable<JobRow["removedRecords"]> }) {
  const text = strings().signOff.removed;
  const lists = useLists();
  const { appliances, contacts, parts } = records;
  const names = [
    [
      text.appliances,
      appliances.map((row) =>
        [formatType(row, lists), readManufacturerName(row), readModelName(row)]
          .filter(Boolean)
          .join(" "),
      ),
    ],
    [text.contacts, contacts.map(({ fullName }) => fullName)],
    [text.parts, parts.map(({ shortDescription }) => shortDescription)],
  ] as const;
  return (
    <DescriptionList
      items={names.flatMap(([name, values]) =>
        values.length === 0 ? [] : [[name, values.join("\n")] as const],
      )}
    />
  );
}
