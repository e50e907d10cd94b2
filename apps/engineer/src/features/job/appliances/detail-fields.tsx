import { type ApplianceAnswers, type ApplianceDetail, detailsForType } from "@fieldfare/domain";
import type { ReactNode } from "react";
import { TextField } from "../../../ui/field.tsx";
import type { FormState } from "../../../ui/form.tsx";
import { Selector } from "../selector.tsx";
import type { ApplianceListField, Lists } from "./lists.ts";
import { strings } from "./strings.ts";

interface DetailFieldProps {
  readonly form: FormState<ApplianceAnswers>;
  readonly lists: Lists | undefined;
}

/** The field of each detail. The appliance type determines which of them are shown. */
const fields: Readonly<Record<ApplianceDetail, (props: DetailFieldProps) => ReactNode>> = {
  gasCouncilNumber: ({ form }) => (
    <TextField
      label={strings().optional(strings().details.gasCouncilNumber)}
      inputMode="numeric"
      {...form.field("gasCouncilNumber")}
    />
  ),
  location: (props) => <ListField {...props} name="location" />,
  fuelType: (props) => <ListField {...props} name="fuelType" />,
  flueType: (props) => <ListField {...props} name="flueType" />,
  flueDirection: (props) => <ListField {...props} name="flueDirection" />,
  ownership: (props) => <ListField {...props} name="ownership" />,
  condition: (props) => <ListField {...props} name="condition" />,
  serialNumber: ({ form }) => (
    <TextField
      label={strings().optional(strings().details.serialNumber)}
      autoCapitalize="characters"
      {...form.field("serialNumber")}
    />
  ),
  estimatedAge: ({ form }) => (
    <TextField
      label={strings().optional(strings().details.estimatedAge)}
      hint={strings().years}
      inputMode="numeric"
      {...form.field("estimatedAge")}
    />
  ),
  dateInstalled: ({ form }) => (
    <TextField
      label={strings().optional(strings().details.dateInstalled)}
      type="date"
      {...form.field("dateInstalled")}
    />
  ),
};

/** The fields of the details that the chosen type has; nothing before a type is chosen. */
export function DetailFields(props: DetailFieldProps) {
  return detailsForType(props.form.values.type).map((detail) => {
    const Field = fields[detail];
    return <Field key={detail} {...props} />;
  });
}

function ListField({
  form,
  lists,
  name,
}: DetailFieldProps & { name: Exclude<ApplianceListField, "type"> }) {
  return (
    <Selector
      label={strings().details[name]}
      choices={lists?.[name]}
      none={strings().noMatch}
      {...form.field(name)}
    />
  );
}
