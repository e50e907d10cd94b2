/** What leads to a new job at a home. */
export const raiseJobStrings = {
  raise: "Raise job",
  raiseFor: (address: string) => `Raise job at ${address}`,
} as const;
