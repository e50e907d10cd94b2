import type { ReferenceImport } from "@fieldfare/contract/office";
import { findExtent } from "../../server/import-extent.ts";
import type { Tone } from "../../ui/pill.tsx";
import { statusTones, strings } from "./strings.ts";

interface ImportDescription {
  /** Its state in a word or two. */
  readonly status: string;
  readonly tone: Tone;
  /** What applying or undoing it has done. Null: neither has ended. */
  readonly title: string | null;
}

/** Says in words how far an import is, and how much of it was done. */
export function describeImport(found: ReferenceImport): ImportDescription {
  const { status, counts } = found;
  const rows = countRows(found);
  if (status === "applied" && counts) {
    const leftOut = counts.bad + counts.skipped;
    const extent = findExtent(rows, leftOut);
    return {
      status: strings.appliedStatuses[extent],
      tone: extent === "all" ? statusTones.applied : "warn",
      title: strings.appliedTitle[extent](rows, leftOut),
    };
  }
  if (status === "undone") {
    const left = found.notUndone ?? 0;
    const extent = findExtent(rows - left, left);
    return {
      status: strings.undoneStatuses[extent],
      tone: statusTones.undone,
      title: strings.undoneTitle[extent](rows - left, left),
    };
  }
  return { status: strings.statuses[status], tone: statusTones[status], title: null };
}

/** How many rows an import adds and changes, or has added and changed. */
export function countRows({ counts }: Pick<ReferenceImport, "counts">): number {
  return counts ? counts.new + counts.changed : 0;
}

/** What undoing an import would do, in sentences. */
export function describeUndo({ counts }: Pick<ReferenceImport, "counts">): string[] {
  if (!counts) return [];
  const other = counts.unchanged + counts.bad + counts.skipped;
  return [
    ...(counts.new > 0 ? [strings.undoAdded(counts.new)] : []),
    ...(counts.changed > 0 ? [strings.undoChanged(counts.changed)] : []),
    ...(other > 0 ? [strings.undoOther(other)] : []),
    strings.undoFirst,
  ];
}
