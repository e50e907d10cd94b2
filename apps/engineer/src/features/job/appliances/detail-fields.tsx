import { type ApplianceAnswers, type ApplianceDetail, detailsOf } from "@fieldfare/domain";
import type { ReactNode } from "react";
import { TextField } from "../../../ui/field.tsx";
import type { FormOf } from "../../../ui/form.tsx";
import { Selector } from "../selector.tsx";
import type { ListedField, Lists } from "./lists.ts";
import { words } from "./words.ts";

interface OfForm {
  readonly form: FormOf<ApplianceAnswers>;
  readonly lists: Lists | undefined;
}

/** Each detail's field; a type shows those that it has. */
const fields: Readonly<Record<ApplianceDetail, (of: OfForm) => ReactNode>> = {
  gasCouncilNumber: ({ form }) => (
    <TextField
      label={words().optional(words().details.gasCouncilNumber)}
      inputMode="numeric"
      {...form.field("gasCouncilNumber")}
    />
  ),
  location: (of) => <ListField {...of} name="location" />,
  fuelType: (of) => <ListField {...of} name="fuelType" />,
  flueType: (of) => <ListField {...of} name="flueType" />,
  flueDirection: (of) => <ListField {...of} name="flueDirection" />,
  ownership: (of) => <ListField {...of} name="ownership" />,
  condition: (of) => <ListField {...of} name="condition" />,
  serialNumber: ({ form }) => (
    <TextField
      label={words().optional(words().details.serialNumber)}
      autoCapitalize="characters"
      {...form.field("serialNumber")}
    />
  ),
  estimatedAge: ({ form }) => (
    <TextField
      label={words().optional(words().details.estimatedAge)}
      hint={words().years}
      inputMode="numeric"
      {...form.field("estimatedAge")}
    />
  ),
  dateInstalled: ({ form }) => (
    <TextField
      label={words().optional(words().details.dateInstalled)}
      type="date"
      {...form.field("dateInstalled")}
    />
  ),
};

export function DetailFields(of: OfForm) {
  return detailsOf(of.form.values.type).map((detail) => {
    const Field = fields[detail];
    return <Field key={detail} {...of} />;
  });
}

function ListField({ form, lists, name }: OfForm & { name: Exclude<ListedField, "type"> }) {
  return (
    <Selector
      label={words().details[name]}
      choices={lists?.[name]}
      none={words().noMatch}
      {...form.field(name)}
    />
  );
}
