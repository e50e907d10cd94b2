import { isRecord } from "@fieldfare/domain";

interface ChangedValue {
  readonly name: string;
  /** As text; null: there was none. */
  readonly before: string | null;
  readonly after: string | null;
}

/** The values of an entry that differ before and after. */
export function listChangedValues(before: unknown, after: unknown): ChangedValue[] {
  if (!isRecord(before) && !isRecord(after)) return compare("Value", before, after);
  const [old, now] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  const names = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...names].flatMap((name) => compare(name, old[name], now[name]));
}

function compare(name: string, before: unknown, after: unknown): ChangedValue[] {
  const value = { name, before: write(before), after: write(after) };
  return value.before === value.after ? [] : [value];
}

function write(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** "device-locked" as words. */
export function describeType(type: string): string {
  const words = type.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
