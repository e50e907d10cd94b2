import { type Device, type DraftKind, readDraft, saveDraft } from "@fieldfare/device";
import { useEffect, useRef, useState } from "react";
import { useDevice } from "./device.tsx";
import { toastRefusal } from "./refusals.ts";

export interface Draft<V> {
  /** As they were when the screen opened; undefined while they are read. */
  readonly initial: V | undefined;
  /** Stores the values as they are given. */
  readonly save: (values: V) => void;
  /** Resolves when all that was given is stored: before an action that ends the draft. */
  readonly settle: () => Promise<void>;
}

/** What is being entered, for a job or (with a name in its place) elsewhere, so that a killed page comes back to it. `parse` takes anything. */
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

/** One write at a time, always of the latest values: fast typing does not queue up behind the disk. */
function createDraftAutosave(device: Device, jobId: string, kind: DraftKind) {
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

/** What came out of the storage, read value by value: an older version may have written it. */
export interface DraftReader {
  /** All of it, for whoever has a schema. */
  readonly raw: unknown;
  /** Whether anything was kept under the name: what was emptied stays empty. */
  readonly has: (name: string) => boolean;
  readonly text: (name: string) => string;
  readonly number: (name: string) => number | null;
  readonly flag: (name: string) => boolean;
  /** Null as long as neither was chosen. */
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
