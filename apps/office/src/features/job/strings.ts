import type { JobStatus } from "@fieldfare/domain";

export const strings = {
  job: "Job",
  loading: "The job is loading",
  toJobs: "Go to the jobs",
  notAssigned: "Not assigned",
  onThisPage: "On this page",
  sections: {
    attention: "Needs attention",
    asked: "What was asked",
    outcome: "Outcome",
    timeline: "Timeline",
    work: "Work",
    photos: "Photos",
    forms: "Forms",
    property: "Property",
    documents: "Documents",
  },
  statuses: {
    New: "New",
    Travelling: "Travelling",
    OnSite: "On site",
    AccessGained: "Access gained",
    Closed: "Closed",
  } satisfies Record<JobStatus, string>,
} as const;
