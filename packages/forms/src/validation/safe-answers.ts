import type { Answers } from "../definition/definition.ts";

/** Names with a meaning in JavaScript itself. */
export const hostileKeys: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** No person fills in more rows in one list. */
const maxRows = 200;
const maxDepth = 16;

/** Returns a copy that is safe for the library: without hostile names, endless lists and deep nesting. */
export function safeAnswers(answers: Answers): Answers {
  return copyRow(answers, maxDepth);
}

function copy(value: unknown, left: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (left === 0) return null;
  if (Array.isArray(value)) return value.slice(0, maxRows).map((entry) => copy(entry, left - 1));
  return copyRow(value, left);
}

function copyRow(value: object, left: number): Answers {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !hostileKeys.has(key))
      .map(([key, entry]) => [key, copy(entry, left - 1)]),
  );
}

/** Returns the paths that `safeAnswers` leaves out. */
export function unsafePaths(answers: unknown, path = "", left = maxDepth): string[] {
  if (typeof answers !== "object" || answers === null) return [];
  if (left === 0) return [path];
  if (Array.isArray(answers)) {
    const over = answers.length > maxRows ? [path] : [];
    const inside = answers
      .slice(0, maxRows)
      .flatMap((entry, index) => unsafePaths(entry, `${path}.${index}`, left - 1));
    return [...over, ...inside];
  }
  return Object.entries(answers).flatMap(([key, entry]) => {
    const at = path === "" ? key : `${path}.${key}`;
    return hostileKeys.has(key) ? [at] : unsafePaths(entry, at, left - 1);
  });
}
