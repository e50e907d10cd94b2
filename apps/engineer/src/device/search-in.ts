import { searchable } from "@fieldfare/domain";
import type { PickerProps } from "../ui/picker.tsx";

/** A search through a list that is at hand, for the picker: whatever contains all that was typed, in any case and with or without apostrophes. */
export function searchIn<T>(
  items: readonly T[],
  textOf: (item: T) => string,
): PickerProps<T>["search"] {
  return async (typed, most) => {
    const needle = searchable(typed.trim());
    const found: T[] = [];
    for (const item of items) {
      if (found.length >= most) break;
      if (searchable(textOf(item)).includes(needle)) found.push(item);
    }
    return found;
  };
}
