/**
 * Reads what the fields in an element hold, as one text that can be compared; null: there is no field. Empty fields are left
 * out: a section that is opened and left empty is no change. What is typed into a search is not work.
 */
export function readEnteredValues(element: ParentNode): string | null {
  const fields = [...element.querySelectorAll("input, select, textarea")];
  if (fields.length === 0) return null;
  return JSON.stringify(fields.map(readField).filter((value) => value !== ""));
}

function readField(field: Element): string {
  if (field.closest("search") !== null) return "";
  if (field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement)
    return field.value.trim();
  if (!(field instanceof HTMLInputElement) || field.type === "file") return "";
  if (field.type !== "checkbox" && field.type !== "radio") return field.value.trim();
  return field.checked ? `${field.labels?.[0]?.textContent ?? ""} ${field.value}` : "";
}
