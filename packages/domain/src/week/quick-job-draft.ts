// Home uses this file at every start. The rest of the quick job is loaded with its screens.

/** Whether leaving would lose something. A quick job begins with its property: a chosen client alone does not count. */
export function isQuickJobBegun(job: {
  readonly property: unknown;
  readonly isNewProperty: boolean;
}): boolean {
  return job.property !== null || job.isNewProperty;
}
