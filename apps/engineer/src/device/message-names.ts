import type { MessageType } from "@fieldfare/contract";
import { defineWords } from "../ui/language.ts";

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

/** What each kind of queued message is called on the screens that list them. */
export const messageNames = defineWords({ en });
