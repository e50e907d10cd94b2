import { defineCall } from "../call.ts";
import { id, z } from "../schema.ts";

/** What of the office's data changed: what a screen that shows it reads again. */
export const changeKinds = [
  "jobs",
  "engineers",
  "absences",
  "devices",
  "refused-messages",
] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** The data of an event `changed`. */
export const officeChange = z.object({
  kinds: z.array(z.enum(changeKinds)),
  /** The jobs that changed, their appointments and commands included; null: too many to name. */
  jobIds: z.nullable(z.array(id)),
  /**
   * The jobs of which something arrived or was made: messages of phones with their photos, documents, checks of forms. A list
   * of jobs shows nothing of it. Null: too many to name.
   */
  recordedJobIds: z.prefault(z.nullable(z.array(id)), []),
});
export type OfficeChange = z.output<typeof officeChange>;

/**
 * The events of the stream. `live`: from here on every change is reported, so everything is read once more. `changed`: what
 * changed. `not-live`: changes may be missed until the next `live`. `ended`: the server ends the stream.
 */
export const changeEvents = ["live", "changed", "not-live", "ended"] as const;
export type ChangeEvent = (typeof changeEvents)[number];

export const watchChanges = defineCall({
  name: "watchChanges",
  method: "GET",
  path: "/api/office/changes",
  audience: "office",
  permission: "Scheduler.View",
  summary:
    "Server-sent events that say at once what changed, until the token expires or the session ends",
  response: z.unknown(),
});
