import type { JobGroup, JobStatus } from "@fieldfare/domain";
import { defineWords, plural } from "../../ui/language.ts";

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

const refusals: Readonly<Partial<Record<string, string>>> = {
  "not-found": "This job is no longer on this device.",
};

export const words = defineWords({
  en: {
    title: "Jobs",
    list: "Jobs",
    groups,
    statuses,
    bookedFor: "Booked for",
    accessNotes: "Access notes",
    none: "n/a",
    removalRequested: "Removal requested",
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
    oneActive: {
      title: "You may only have one active job at a time.",
      text: "An active job may be cancelled before access is gained or put on hold afterwards.",
      open: "Go to active job",
      stay: "Stay here",
    },
    refusals,
  },
});
