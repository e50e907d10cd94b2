import { readNumberField, readTextField } from "@fieldfare/domain";
import { useDataRows } from "./queries.ts";

/** Returns the text of a value of a list of the reference data, such as the type of an appliance. */
export type ReadListText = (fieldName: string, value: number | null) => string | null;

/** Finds the text of a value in a list of the office. An unknown value is shown as its number; null stays null. */
export function useListTexts(): ReadListText {
  const { data } = useDataRows("DomainData");
  return (fieldName, value) => {
    if (value === null) return null;
    const row = data?.find(
      (each) =>
        readTextField(each, "fieldName") === fieldName && readNumberField(each, "value") === value,
    );
    return readTextField(row, "text") ?? String(value);
  };
}
