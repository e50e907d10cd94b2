// Home uses this file at every start. The rest of the quick job is loaded with its screens.

/** A quick job begins with its property: leaving after choosing only a client loses nothing. */
export function isQuickJobBegun(job: {
  readonly property: unknown;
  readonly isNewProperty: boolean;
}): boolean {
  return job.property !== null || job.isNewProperty;
}
