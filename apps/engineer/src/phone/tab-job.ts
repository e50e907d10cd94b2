import type { Device } from "@fieldfare/device";

/** The job that this tab shows. The selected job is shared by all tabs, and their addresses do not name it. */
let shown: { readonly jobId: string; readonly ownerId: string } | null = null;

/** Remembers which job this tab shows; null: whichever is selected. */
export function setTabJob({ engineer }: Device, jobId: string | null): void {
  shown = jobId === null || !engineer ? null : { jobId, ownerId: engineer.ownerId };
}

/** Returns the id of the job that this tab has shown to the current engineer; null when it has shown none. */
export function readTabJob({ engineer }: Device): string | null {
  return shown !== null && shown.ownerId === engineer?.ownerId ? shown.jobId : null;
}
