export const strings = {
  meanwhile: "A new password was set meanwhile",
  setOn: (moment: string) => `It was set on ${moment}. Another one ends it.`,
  goOn: "Set another all the same",
  replaced: "Another password was set since: this one no longer works",
  change: {
    meanwhile: "Somebody else has changed this account",
    goOn: "Go on with what I typed",
    isNow: (name: string, value: string) => `${name}, now: ${value}`,
    names: { name: "Name", email: "Email address", roles: "Roles", state: "State" },
    states: { active: "Active", disabled: "Disabled" },
    noRoles: "None",
  },
} as const;
