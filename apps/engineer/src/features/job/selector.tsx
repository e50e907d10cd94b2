import { selectorKind } from "@fieldfare/domain";
import { ChoiceButtons, Select } from "../../ui/choice-field.tsx";
import { type FieldProps } from "../../ui/field.tsx";
import { createListSearch } from "../../phone/search-in.ts";
import { Picker } from "../../ui/picker.tsx";
import { MissingReasons } from "./reasons.tsx";

interface Option {
  readonly value: number;
  readonly text: string;
}

interface SelectorProps extends FieldProps<number | null> {
  /** Undefined while the choices are read. */
  readonly choices: readonly Option[] | undefined;
  /** The text shown when a search finds nothing. */
  readonly none: string;
}

/** Chooses one option with buttons, a dropdown or a search, depending on the number of options. */
export function Selector({ choices, none, ...field }: SelectorProps) {
  // The disabled field reserves the space: the fields below do not move when the choices arrive.
  if (!choices) return <Select<number> {...field} value={null} choices={[]} disabled />;
  const kind = selectorKind(choices.length);
  if (kind === "dropdown") return <Select {...field} choices={choices} />;
  if (kind === "typeahead") return <Search {...field} choices={choices} none={none} />;
  return (
    <>
      <ChoiceButtons {...field} choices={choices} />
      <MissingReasons reasons={choices} />
    </>
  );
}

function Search(
  props: Omit<SelectorProps, "choices" | "hint"> & { readonly choices: readonly Option[] },
) {
  const { choices, value } = props;
  return (
    <Picker<Option>
      name={props.name}
      label={props.label}
      error={props.error}
      none={props.none}
      isOpenEmpty
      value={choices.find((choice) => choice.value === value) ?? null}
      onChange={(choice) => props.onChange(choice?.value ?? null)}
      search={createListSearch(choices, ({ text }) => text)}
      line={({ value: key, text: label }) => ({ key, label })}
    />
  );
}
