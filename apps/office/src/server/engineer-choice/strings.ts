export const strings = {
  label: "Engineer",
  enterTime: "Enter the appointment to see who is free.",
  order: "Those who are free and near in time are first.",
  choice: (name: string, reason: string) => `${name}: ${reason}`,
  disabled: (name: string) => `${name} (account disabled)`,
} as const;
