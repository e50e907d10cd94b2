import { isolateText } from "@fieldfare/domain";
import type { FormDocumentKind } from "@fieldfare/documents";
import { defineStrings } from "../../../ui/language.ts";

const show: Readonly<Record<FormDocumentKind, string>> = {
  "gas-safety-record": "Show gas safety record",
  "warning-notice": "Show warning notice",
};

const share: Readonly<Record<FormDocumentKind, string>> = {
  "gas-safety-record": "Share gas safety record",
  "warning-notice": "Share warning notice",
};

export const strings = defineStrings({
  en: {
    show,
    share,
    opening: "Document",
    save: "Save as PDF",
    preparing: "Preparing PDF",
    failed: {
      title: "The PDF could not be made",
      text: "What is shown here is saved, and the office gets the same document when the job is closed.",
    },
    again: "Try again",
    saved: "Saved to your downloads",
    row: (heading: string, value: string) => `${heading} ${isolateText(value)}`,
    grouped: (group: string, heading: string) => `${group}: ${heading}`,
    notShown: (caption: string) => `${caption} (cannot be shown here, but is saved with the job)`,
  },
});
