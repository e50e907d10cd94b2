import type { PropertyImport } from "@fieldfare/contract/office";
import { findExtent } from "../../server/import-extent.ts";
import type { Tone } from "../../ui/pill.tsx";
import { statusTones, strings } from "./strings.ts";

interface ImportDescription {
  /** Its state in a word or two. */
  readonly status: string;
  readonly tone: Tone;
  /** What applying it has done. Null: it has not ended. */
  readonly title: string | null;
}

/** Says in words how far an import is, and how much of it was done. */
export function describeImport(found: PropertyImport): ImportDescription {
  const { status, counts } = found;
  if (status !== "applied")
    return { status: strings.statuses[status], tone: statusTones[status], title: null };
  const lines = countLines(found);
  const extent = findExtent(lines, counts.refused);
  return {
    status: strings.appliedStatuses[extent],
    tone: extent === "all" ? statusTones.applied : "warn",
    title: strings.appliedTitle[extent](lines, counts.refused),
  };
}

/** How many lines of a file add or change a home or a tenant, or have done so. */
export function countLines({ counts }: Pick<PropertyImport, "counts">): number {
  return counts.added + counts.changed;
}
