import { normaliseForSearch } from "@fieldfare/domain";
import type { PickerProps } from "../ui/picker.tsx";

/**
 * Makes a search for the picker over a list in memory. It finds the items that contain the typed text, in upper or lower
 * case and with or without apostrophes.
 */
export function createListSearch<T>(
  items: readonly T[],
  getText: (item: T) => string,
): PickerProps<T>["search"] {
  return async (typed, max) => {
    const query = normaliseForSearch(typed.trim());
    const found: T[] = [];
    for (const item of items) {
      if (found.length >= max) break;
      if (normaliseForSearch(getText(item)).includes(query)) found.push(item);
    }
    return found;
  };
}
