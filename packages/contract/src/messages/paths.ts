/** The path of each queued message. It is separate from the payloads, because the sender does not need them. */
export const messagePaths = {
  JobStatusChange: "/api/job/status",
  JobHoldChange: "/api/job/hold",
  JobImage: "/api/job/image",
  JobNoAccess: "/api/job/noaccess",
  JobClose: "/api/job/return",
  JobRemove: "/api/job/remove",
  RejectRemoveRequest: "/api/job/reject",
  SignatureUpdate: "/api/installation/signature",
  PartCollected: "/api/part/collected",
  PropertyNotificationConfirm: "/api/job/notice/confirm",
  ContactFavouriteChange: "/api/contact/favourite",
  CommandAcknowledgement: "/api/command/acknowledge",
  MemoryProfile: "/api/log/memory",
  MileageAdd: "/api/mileage/fieldoperative/add",
  MileageUpdate: "/api/mileage/fieldoperative/edit",
  MileageRemove: "/api/mileage/fieldoperative/remove",
  AbsenceRequest: "/api/absence",
  AbsenceCancel: "/api/absence/cancel",
} as const;

export type MessageType = keyof typeof messagePaths;

// The compiler does not know which keys an object has, nor that it has one at all.
// oxlint-disable-next-line typescript/consistent-type-assertions
export const messageTypes = Object.keys(messagePaths) as [MessageType, ...MessageType[]];
