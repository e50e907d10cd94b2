import type { z } from "@fieldfare/contract";
import {
  type Device,
  type DraftBasis,
  type DraftKind,
  forCurrentEngineer,
  isQuotaError,
  keepLateText,
  logError,
  readDraft,
  saveDraftChange,
} from "@fieldfare/device";
import { useEffect, useRef, useState } from "react";
import { showToast } from "../ui/toast.tsx";
import { useDevice } from "./device.tsx";
import { toastRefusal } from "./refusals.ts";
import { strings } from "./work-strings.ts";

export interface Draft<V> {
  /** The values when the screen opened; undefined while they are read. */
  readonly initial: V | undefined;
  /** Stores the values in the background. */
  readonly save: (values: V) => void;
  /**
   * Resolves when all given values are stored. Needed before an action that ends the draft. Tries once more to store
   * values that could not be stored; false: they still could not.
   */
  readonly settle: () => Promise<boolean>;
}

/**
 * Stores what the engineer enters, so that a killed page opens with it again. A draft without a job has a name in place
 * of the job's id.
 */
export function useDraft<V>(jobId: string, kind: DraftKind, parse: DraftParser<V>): Draft<V> {
  const device = useDevice();
  const [initial, setInitial] = useState<V>();
  const parser = useRef(parse);
  const [autosave] = useState(() => createDraftAutosave(device, jobId, kind));
  useEffect(() => {
    let isActive = true;
    const show = (saved: unknown, malformed: readonly string[] = []) => {
      if (!isActive) return;
      const names = new Set(malformed);
      const parsed = parser.current(saved, (name) => names.add(name));
      autosave.opened(parsed, saved);
      setInitial(parsed);
      if (names.size > 0) reportMalformed(device, kind, [...names]);
    };
    readDraft(device, jobId, kind).then(show, () => show(undefined, ["draft"]));
    return () => {
      isActive = false;
    };
  }, [autosave, device, jobId, kind]);
  return { initial, ...autosave };
}

/**
 * Writes one at a time, always the latest values, so that fast typing does not queue up writes. The values belong to the
 * engineer who opened the screen, also when another one signs in in another tab. If the same screen is open in another
 * tab, only what was changed in this one is written.
 */
export function createDraftAutosave(unbound: Device, jobId: string, kind: DraftKind) {
  const device = forCurrentEngineer(unbound);
  type Values = { readonly values: unknown };
  let basis: DraftBasis = { shown: undefined, stored: undefined, isBehind: false };
  let latest: Values | null = null;
  let failed: Values | null = null;
  let running: Promise<void> | null = null;
  const run = async () => {
    while (latest) {
      const current: Values = latest;
      latest = null;
      try {
        const saved = await saveDraftChange(device, jobId, kind, current.values, basis);
        const stored = saved?.values ?? current.values;
        basis = { shown: current.values, stored, isBehind: saved?.isBehind ?? false };
        if (saved?.isOverwritten)
          showToast({ text: strings().draftOverwritten, kind: "warn", key: "draft overwritten" });
        await keepLateText(device, jobId);
        failed = null;
      } catch (error) {
        failed = current;
        toastRefusal(isQuotaError(error) ? "storage-full" : "storage-failed");
      }
    }
    running = null;
  };
  return {
    /** Called with the values that the screen shows, and with those that were stored. */
    opened(shown: unknown, stored: unknown) {
      basis = { shown, stored, isBehind: false };
    },
    save(values: unknown) {
      latest = { values };
      running ??= run();
    },
    async settle() {
      if (!running && failed) {
        latest = failed;
        running = run();
      }
      await running;
      return failed === null;
    },
  };
}

/** The schema of a form's answers. */
export type AnswersSchema<V extends object> = z.ZodMiniType<V>;

/** Is called with the name of each stored value that is malformed. */
export type ReportMalformed = (name: string) => void;

/** Parses any stored value. What is malformed is reported, and the rest is kept. */
export type DraftParser<V> = (saved: unknown, report: ReportMalformed) => V;

/** Returns the parser of a draft whose values have one schema. `original` are the values without a draft. */
export function draftParser<V extends object>(
  schema: AnswersSchema<V>,
  original: V,
): DraftParser<V> {
  return (saved, report) => parseAnswers(schema, saved, original, report);
}

/**
 * Parses a stored draft. A field that is missing or malformed, as in the draft of another version of the app, has its
 * value of `original`.
 */
export function parseAnswers<V extends object>(
  schema: AnswersSchema<V>,
  saved: unknown,
  original: V,
  report: ReportMalformed = ignore,
): V {
  if (saved === undefined || saved === null) return original;
  if (typeof saved !== "object") {
    report("draft");
    return original;
  }
  const parsed = schema.safeParse({ ...original, ...saved });
  if (parsed.success) return parsed.data;
  const malformed = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
  malformed.forEach(report);
  const valid = Object.entries(saved).filter(([field]) => !malformed.has(field));
  const rest = schema.safeParse({ ...original, ...Object.fromEntries(valid) });
  return rest.success ? rest.data : original;
}

function ignore(): void {}

/** Says that a part of what was stored could not be read. Logs the names of its values, not what was typed. */
function reportMalformed(device: Device, kind: DraftKind, names: readonly string[]): void {
  showToast({
    text: strings().draftMalformed,
    kind: "warn",
    duration: "long",
    key: "draft malformed",
  });
  void logError(
    device,
    new Error(`The draft "${kind}" is malformed: ${names.join(", ")}`),
    "draft",
  );
}
