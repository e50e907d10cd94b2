export const strings = {
  meanwhile: "A new password was set meanwhile",
  setOn: (moment: string) => `It was set on ${moment}. Another one ends it.`,
  goOn: "Set another all the same",
  replaced: "Another password was set since: this one no longer works",
} as const;
