import type { AlertKind } from "@fieldfare/device";
import { defineStrings } from "../../ui/language.ts";

const titles: Record<AlertKind, string> = {
  "job-added": "New job",
  "job-changed": "Job changed",
  "removal-requested": "Removal request",
  "removal-declined": "Removal declined",
  "job-removed": "Job removed",
};

const texts: Record<AlertKind, string> = {
  "job-added": "The office has given you this job.",
  "job-changed": "The office has changed this job.",
  "removal-requested":
    "The office has asked to remove this job from your device. Open the job to answer.",
  "removal-declined":
    "The office asked for this job to be removed. The job stays on your device: access has been gained, or the job is closed. The office has been told.",
  "job-removed": "The office has removed this job from your device.",
};

/** The names of unsaved texts, by the kind of the draft. */
const things: Readonly<Record<string, string>> = {
  "no-access": "No access",
  hold: "Hold",
  close: "Completion",
  removal: "Answer to the removal request",
  outcome: "Outcome",
  note: "Engineering note",
  part: "Part",
  sor: "SOR",
  appliance: "Appliance",
  contact: "Contact",
  form: "Form",
};

export const strings = defineStrings({
  en: {
    title: "Alerts",
    empty: { title: "No alerts", text: "What the office does with your jobs is listed here." },
    titles,
    texts,
    region: "Alert from the office",
    unread: "Unread",
    received: (time: string) => `Received ${time}`,
    appointment: (time: string) => `Appointment ${time}`,
    read: "Read",
    seeAll: (count: number) => `See all ${count}`,
    removed: (formattedJobId: string) => `Job ${formattedJobId} has been removed`,
    confirm: "Confirm",
    thing: (thing: string) => things[thing] ?? "Other",
    unsaved:
      "What you had saved goes to the office. This text was typed and not saved, so the office does not have it:",
    unsavedLater: "You can read it again under Alerts.",
    nothingUnsaved: "What you had saved in it goes to the office. There was no unsaved text.",
  },
});
