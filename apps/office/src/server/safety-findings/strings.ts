import type { UnsafeClass } from "@fieldfare/domain";

export const findingStrings = {
  classes: {
    ID: "Immediately Dangerous",
    AR: "At Risk",
    NCS: "Not to Current Standards",
  } satisfies Record<UnsafeClass, string>,
  noClass: "No class",
  open: "Danger not ended",
  notOpen: "No open danger",
  noJob: "No open gas job",
  done: (text: string) => `Done: ${text}`,
  notice: (number: string) => (number === "" ? "Notice issued" : `Notice ${number}`),
  noNotice: "No warning notice",
  refused: "Making safe was refused",
  reportable: "Reportable (RIDDOR)",
} as const;
