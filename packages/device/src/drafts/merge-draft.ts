/** What a tab knew of a draft before a change. */
export interface DraftBasis {
  /** The values that the tab showed. */
  readonly shown: unknown;
  /** The values that it had last read or stored; undefined without a draft. */
  readonly stored: unknown;
  /** Whether that had changes of another tab which this one does not show. */
  readonly isBehind: boolean;
}

export interface MergedDraft {
  readonly values: unknown;
  /** Whether a value that another tab had stored meanwhile was replaced. */
  readonly isOverwritten: boolean;
  /** Whether the values have changes of another tab. */
  readonly isBehind: boolean;
}

/**
 * Applies what was changed in a tab to the draft as it is stored now: another tab may have stored a later one, and what
 * was not changed here stays as it is there. Of a value that was changed in both, the later change counts.
 */
export function mergeDraft(values: unknown, basis: DraftBasis, current: unknown): MergedDraft {
  const isAlone = current === undefined || (!basis.isBehind && isSame(current, basis.stored));
  if (isAlone) return { values, isOverwritten: false, isBehind: false };
  const { shown, stored = shown } = basis;
  const merged = merge(values, shown, stored, current);
  return { ...merged, isBehind: !isSame(merged.values, values) };
}

interface Merged {
  readonly values: unknown;
  readonly isOverwritten: boolean;
}

function merge(values: unknown, shown: unknown, stored: unknown, current: unknown): Merged {
  if (isSame(values, shown)) return { values: current, isOverwritten: false };
  if (isRecord(values) && isRecord(shown) && isRecord(current)) {
    const merged: Record<string, unknown> = {};
    let isOverwritten = false;
    for (const [name, value] of Object.entries(values)) {
      const before = isRecord(stored) ? stored[name] : undefined;
      const part = merge(value, shown[name], before, current[name]);
      merged[name] = part.values;
      isOverwritten ||= part.isOverwritten;
    }
    return { values: { ...current, ...merged }, isOverwritten };
  }
  return { values, isOverwritten: !isSame(current, stored) && !isSame(current, values) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
