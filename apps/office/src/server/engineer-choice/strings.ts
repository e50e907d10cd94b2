export const strings = {
  label: "Engineer",
  enterTime: "Enter the appointment to see who is free.",
  order: "Those who are free and near in time are first.",
  reading: "The jobs of that day are being read.",
  failed:
    "The jobs of that day could not be read, so this does not say who is free. The order is that of the names.",
  withoutAbsences: {
    failed:
      "Those who are free and near in time are first. Absences could not be read: somebody may be away.",
    "not-allowed":
      "Those who are free and near in time are first. You may not read absences: somebody may be away.",
  },
  choice: (name: string, reason: string) => `${name}: ${reason}`,
  disabled: (name: string) => `${name} (account disabled)`,
} as const;
