/** The characters that a job's texts may have, as the contract says. */
export const textLimits = { taskDetails: 10_000, accessNotes: 2000 } as const;
