import { hasReached, type JobStatus } from "./status.ts";

/** The hub's sections in order, each with the status from which it is enabled. */
export const hubSections = [
  { section: "When", from: "New" },
  { section: "Where", from: "New" },
  { section: "What", from: "New" },
  { section: "Who", from: "New" },
  { section: "Notifications", from: "New" },
  { section: "Completed Job History", from: "New" },
  { section: "Parts", from: "New" },
  { section: "SORs", from: "New" },
  { section: "Forms", from: "AccessGained" },
  { section: "Engineer Notes", from: "AccessGained" },
  { section: "Property Appliances", from: "AccessGained" },
] as const satisfies readonly { section: string; from: JobStatus }[];

export type HubSection = (typeof hubSections)[number]["section"];

/** Whether the job has reached the status from which the section of its hub can be opened. */
export function isSectionEnabled(section: HubSection, status: JobStatus): boolean {
  const entry = hubSections.find((candidate) => candidate.section === section);
  return entry !== undefined && hasReached(status, entry.from);
}
