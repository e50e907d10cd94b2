import { NativeSelect } from "@mantine/core";
import { useOperatives } from "./names.ts";

interface EngineerSelectProps {
  readonly label: string;
  /** What the choice of no engineer in particular says. */
  readonly anybody: string;
  /** What the choice of work without an engineer says, whose value is `none`; absent: it is not offered. */
  readonly nobody?: string;
  /** The id of the engineer; undefined: any. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** A filter of a list by engineer. */
export function EngineerSelect({ label, anybody, nobody, value, onChange }: EngineerSelectProps) {
  const { data: operatives } = useOperatives();
  return (
    <NativeSelect
      label={label}
      value={value ?? ""}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      data={[
        { value: "", label: anybody },
        ...(nobody === undefined ? [] : [{ value: "none", label: nobody }]),
        ...(operatives ?? []).map(({ fieldOperativeId, name }) => ({
          value: fieldOperativeId,
          label: name,
        })),
      ]}
    />
  );
}
