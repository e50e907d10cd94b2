import { isolateText } from "@fieldfare/domain";
import type { JobChange } from "@fieldfare/domain";
import { defineStrings } from "../ui/language.ts";

const facts: Record<JobChange["fact"], string> = {
  appointment: "Appointment",
  preferredTime: "Preferred slot",
  address: "Address",
  jobType: "Job type",
  priority: "Priority",
  description: "Job notes",
  accessNotes: "Access notes",
  keySafe: "Key safe",
  visitContacts: "Contacts for this visit",
  documents: "To read before the visit",
  plannedSors: "Planned SORs",
  orderedParts: "Ordered parts",
  contacts: "Contacts",
  warnings: "Notifications",
  earlierVisits: "Earlier visits",
};

export const jobChangesStrings = defineStrings({
  en: {
    facts,
    now: (fact: string, text: string) => `${fact}: ${isolateText(text)}`,
    none: "none",
    leftOut: (fact: JobChange["fact"], text: string) =>
      `${fact === "plannedSors" ? "No longer planned" : "No longer ordered"}: ${isolateText(text)}`,
    changed: (names: readonly string[]) => `Changed: ${names.join(", ")}`,
  },
});
