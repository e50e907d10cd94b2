import type { AlertKind } from "@fieldfare/device";
import type { JobGroup, JobStatus } from "@fieldfare/domain";
import { defineStrings, plural } from "../../ui/language.ts";

const groups: Record<JobGroup, string> = {
  current: "Current job",
  "on-hold": "Jobs on hold",
  scheduled: "Scheduled Jobs",
  closed: "Closed Jobs",
};

const statuses: Record<JobStatus, string> = {
  New: "New",
  Travelling: "Travelling",
  OnSite: "On site",
  AccessGained: "Access gained",
  Closed: "Closed",
};

/** The mark on a card with an unread alert. */
const unread: Record<AlertKind, string> = {
  "job-added": "New",
  "job-changed": "Changed by the office",
  "removal-requested": "Removal requested",
  "removal-declined": "Removal declined",
  "job-removed": "Removed",
  "text-not-sent": "Text not sent",
};

export const strings = defineStrings({
  en: {
    title: "Jobs",
    list: "Jobs",
    groups,
    statuses,
    number: (formattedJobId: string) => `Job ${formattedJobId}`,
    bookedFor: "Booked for",
    accessNotes: "Access notes",
    priority: "Priority",
    phone: "Phone",
    onHold: "On hold",
    none: "n/a",
    unread,
    comment: "Comment from the office",
    removalRequested: "Removal requested",
    earlierVisits: {
      danger: "Danger found at an earlier visit",
      "no-access": "No access at the last visit",
    },
    severity: { 1: "Warning at this property", 2: "Danger at this property" },
    refresh: "Refresh jobs",
    refreshing: "Refreshing jobs",
    added: (count: number) => plural(count, { one: "# new job", other: "# new jobs" }),
    noNew: { title: "No new jobs available", text: "Please try again later" },
    failed: { title: "Error fetching new jobs", text: "Please try again later" },
    empty: {
      title: "No jobs found",
      text: "There are no jobs currently on this device. Please click the Refresh jobs button below to check for new assignments.",
    },
  },
});
