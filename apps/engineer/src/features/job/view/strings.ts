import { defineStrings } from "../../../ui/language.ts";

export const strings = defineStrings({
  en: {
    title: "Jobs",
    missing: "This job is no longer on this device.",
    openJob: "Open job",
    readOnly: "Read-only",
    readOnlyText: "Another job is active. This one can be worked once that is done or on hold.",
    status: "Status",
    address: "Address",
    appointment: "Appointment",
    bookedFor: "Booked for",
    accessNotes: "Access notes",
    phone: "Phone",
    priority: "Priority",
    work: "Work",
    details: "Job notes",
    none: "n/a",
    severities: { 1: "Warning at this property", 2: "Danger at this property" },
  },
});
