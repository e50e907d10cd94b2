import { type MessageType, type Payload, z } from "@fieldfare/contract";
import { isolateText } from "@fieldfare/domain";
import type { JobName, OutboxRow } from "@fieldfare/device";
import { defineStrings } from "../ui/language.ts";

const en: Record<MessageType, string> = {
  JobStatusChange: "Job status",
  JobHoldChange: "Job hold",
  JobImage: "Photo",
  JobNoAccess: "No access",
  JobClose: "Job closed",
  JobRemove: "Job removed",
  RejectRemoveRequest: "Job retained",
  SignatureUpdate: "Signature",
  PartCollected: "Part collected",
  PropertyNotificationConfirm: "Notice confirmed",
  ContactFavouriteChange: "Favourite contact",
  CommandAcknowledgement: "Answer to the office",
  MemoryProfile: "Memory report",
  MileageAdd: "Mileage added",
  MileageUpdate: "Mileage changed",
  MileageRemove: "Mileage removed",
  AbsenceRequest: "Absence request",
  AbsenceCancel: "Absence cancelled",
};

/** The name of each message type on the screens that list queued messages. */
export const messageNames = defineStrings({ en });

const statuses: Readonly<Partial<Record<string, string>>> = {
  Travelling: "travelling",
  OnSite: "on site",
  AccessGained: "access gained",
  Closed: "closed",
  Reset: "cancelled",
  New: "received",
} satisfies Record<Payload<"JobStatusChange">["currentStatus"], string>;

const states = defineStrings({
  en: { statuses, onHold: "put on hold", released: "hold released" },
});

const statusPayload = z.object({
  currentStatus: z.optional(z.string()),
  isOnHold: z.optional(z.boolean()),
});

/**
 * Returns a message's name, with the job status if the message reports one. `part` is the name of the part that it
 * reports as collected.
 */
export function describeMessage(
  { type, payload }: Pick<OutboxRow, "type" | "payload">,
  part?: string | null,
): string {
  const name = messageNames()[type];
  if (part) return `${name}: ${isolateText(part)}`;
  const text = states();
  const parsed = statusPayload.safeParse(payload);
  const { currentStatus, isOnHold } = parsed.success ? parsed.data : {};
  if (type === "JobStatusChange" && currentStatus)
    return `${name}: ${text.statuses[currentStatus] ?? currentStatus}`;
  if (type === "JobHoldChange") return `${name}: ${isOnHold ? text.onHold : text.released}`;
  return name;
}

/** Returns the job's number and the first line of its address; null for a job that this phone does not know. */
export function describeJob(name: JobName | undefined): string | null {
  return name ? `${name.formattedJobId}, ${isolateText(name.addressLine1)}` : null;
}
