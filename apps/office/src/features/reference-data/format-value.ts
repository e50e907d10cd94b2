import type { ReferenceRowAnswer } from "@fieldfare/contract/office";
import { strings } from "./strings.ts";

type Value = ReferenceRowAnswer["values"][string];

/** The text of a value: of a reference the name that it stands for. */
export function formatValue(value: Value, name?: string): string {
  if (name !== undefined) return name;
  if (value === null) return "";
  if (typeof value === "boolean") return value ? strings.yes : strings.no;
  return typeof value === "object" ? value.join(" ") : String(value);
}
