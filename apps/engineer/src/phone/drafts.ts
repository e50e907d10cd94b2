import type { z } from "@fieldfare/contract";
import {
  type Device,
  type DraftKind,
  forCurrentEngineer,
  readDraft,
  saveDraft,
} from "@fieldfare/device";
import { useEffect, useRef, useState } from "react";
import { useDevice } from "./device.tsx";
import { toastRefusal } from "./refusals.ts";

export interface Draft<V> {
  /** The values when the screen opened; undefined while they are read. */
  readonly initial: V | undefined;
  /** Stores the values in the background. */
  readonly save: (values: V) => void;
  /** Resolves when all given values are stored. Needed before an action that ends the draft. */
  readonly settle: () => Promise<void>;
}

/**
 * Stores what the engineer enters, so that a killed page opens with it again. A draft without a job has a name in place
 * of the job's id. `parse` must accept any stored value.
 */
export function useDraft<V>(
  jobId: string,
  kind: DraftKind,
  parse: (saved: DraftReader) => V,
): Draft<V> {
  const device = useDevice();
  const [initial, setInitial] = useState<V>();
  const parser = useRef(parse);
  const [autosave] = useState(() => createDraftAutosave(device, jobId, kind));
  useEffect(() => {
    let isActive = true;
    void readDraft(device, jobId, kind)
      .catch(() => undefined)
      .then((saved) => {
        if (isActive) setInitial(parser.current(createDraftReader(saved)));
      });
    return () => {
      isActive = false;
    };
  }, [device, jobId, kind]);
  return { initial, ...autosave };
}

/**
 * Writes one at a time, always the latest values, so that fast typing does not queue up writes. The values belong to the
 * engineer who opened the screen, also when another one signs in in another tab.
 */
export function createDraftAutosave(unbound: Device, jobId: string, kind: DraftKind) {
  const device = forCurrentEngineer(unbound);
  let latest: { readonly values: unknown } | null = null;
  let running: Promise<void> | null = null;
  const run = async () => {
    while (latest) {
      const { values } = latest;
      latest = null;
      try {
        await saveDraft(device, jobId, kind, values);
      } catch {
        toastRefusal("storage-failed");
      }
    }
    running = null;
  };
  return {
    save(values: unknown) {
      latest = { values };
      running ??= run();
    },
    settle: () => running ?? Promise.resolve(),
  };
}

/** The schema of a form's answers. */
export type AnswersSchema<V extends object> = z.ZodMiniType<V>;

/**
 * Parses a stored draft. A field that is missing or malformed, as in the draft of another version of the app, has its
 * value of `original`.
 */
export function parseAnswers<V extends object>(
  schema: AnswersSchema<V>,
  saved: unknown,
  original: V,
): V {
  if (typeof saved !== "object" || saved === null) return original;
  const parsed = schema.safeParse({ ...original, ...saved });
  if (parsed.success) return parsed.data;
  const malformed = new Set(parsed.error.issues.map(({ path }) => path[0]));
  const valid = Object.entries(saved).filter(([field]) => !malformed.has(field));
  const rest = schema.safeParse({ ...original, ...Object.fromEntries(valid) });
  return rest.success ? rest.data : original;
}

/** Reads a stored draft value by value, because an older version may have written it. */
export interface DraftReader {
  /** The whole stored value, for a caller with a schema. */
  readonly raw: unknown;
  /** Whether a value is stored under the name. It tells a field that was emptied from one that was never filled. */
  readonly has: (name: string) => boolean;
  readonly text: (name: string) => string;
  readonly number: (name: string) => number | null;
  readonly flag: (name: string) => boolean;
  /** Null while neither was chosen. */
  readonly choice: (name: string) => boolean | null;
  readonly inner: (name: string) => DraftReader;
  readonly list: (name: string) => readonly DraftReader[];
}

function createDraftReader(raw: unknown): DraftReader {
  const value = (name: string): unknown =>
    typeof raw === "object" && raw !== null && Object.hasOwn(raw, name)
      ? (raw as Record<string, unknown>)[name]
      : undefined;
  return {
    raw,
    has: (name) => value(name) !== undefined,
    text: (name) => {
      const found = value(name);
      return typeof found === "string" ? found : "";
    },
    number: (name) => {
      const found = value(name);
      return typeof found === "number" ? found : null;
    },
    flag: (name) => value(name) === true,
    choice: (name) => {
      const found = value(name);
      return typeof found === "boolean" ? found : null;
    },
    inner: (name) => createDraftReader(value(name)),
    list: (name) => {
      const found = value(name);
      return Array.isArray(found) ? found.map(createDraftReader) : [];
    },
  };
}
