import type { MessageType } from "@fieldfare/contract";

export const messageNames: Readonly<Record<MessageType, string>> = {
  JobStatusChange: "Status",
  JobHoldChange: "Hold",
  JobImage: "Photo or signature",
  JobNoAccess: "No access",
  JobClose: "Job closed",
  JobRemove: "Job removed",
  RejectRemoveRequest: "Removal declined",
  SignatureUpdate: "Signature of the engineer",
  PartCollected: "Part collected",
  PropertyNotificationConfirm: "Notice read",
  ContactFavouriteChange: "Favourite contact",
  CommandAcknowledgement: "Answer to the office",
  MemoryProfile: "Memory report",
  MileageAdd: "Mileage added",
  MileageUpdate: "Mileage changed",
  MileageRemove: "Mileage removed",
  AbsenceRequest: "Absence requested",
  AbsenceCancel: "Absence cancelled",
};

const flagTexts: readonly (readonly [start: string, text: string])[] = [
  [
    "closing: capped-on-notice",
    "the warning notice says that the supply was capped, and the close does not",
  ],
  [
    "closing: heating-though-off",
    "the heating works by the close, though the gas supply or the boiler is off",
  ],
  [
    "closing: hot-water-though-off",
    "there is hot water by the close, though the gas supply or the boiler is off",
  ],
  ["collection: received-invalid", "more was received than the office's order had left"],
  ["collection: no longer ordered", "the office had taken this part out of the job"],
  [
    "orders-outdated",
    "the phone had not received the office's last change of planned SORs and ordered parts",
  ],
  ["device-locked", "it arrived from a locked device"],
  ["account-disabled", "the account was disabled when it arrived"],
  ["sign-in-ended", "the sign-in had ended when it arrived"],
  ["recorded-while-disabled", "recorded while the account was disabled: it changed nothing"],
  ["accepted-after-enabling", "took effect when the account was enabled again"],
  ["given-back", "it was evidence, and counts since the job was given back to the engineer"],
  ["appointment-ended", "its appointment had ended: it is evidence, and changed nothing"],
  ["clock-corrected", "the clock of the phone was wrong, and its times were corrected"],
  ["clock-off", "the clock of the phone was wrong, or it was on its way for so long"],
];

/** Says what a flag means, with the details that it has. A flag without a text is shown as it is. */
export function describeFlag(flag: string): string {
  const known = flagTexts.find(([start]) => flag.startsWith(start));
  if (!known) return flag;
  const details = flag.slice(known[0].length).replace(/^[:\s]+/, "");
  return details ? `${known[1]} (${details})` : known[1];
}
