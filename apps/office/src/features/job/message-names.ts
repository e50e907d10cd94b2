import type { MessageType } from "@fieldfare/contract";
import type { MessageFlagHead } from "@fieldfare/domain";

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

/** Flags that are told in words of their own with their details. */
const wholeFlagTexts: Readonly<Record<string, string>> = {
  "closing: capped-on-notice":
    "the warning notice says that the supply was capped, and the close does not",
  "closing: heating-though-off":
    "the heating works by the close, though the gas supply or the boiler is off",
  "closing: hot-water-though-off":
    "there is hot water by the close, though the gas supply or the boiler is off",
  "closing: formsIncomplete": "the job was closed without a form that has to be complete",
  "closing: noteMissing": "the job was closed without a note, which its outcome requires",
  "closing: partNotAdded": "the job was closed without a part to order, which its outcome requires",
  "collection: received-invalid": "more was received than the office's order had left",
  "collection: no longer ordered": "the office had taken this part out of the job",
};

const flagTexts: Readonly<Record<MessageFlagHead, string>> = {
  "orders-outdated":
    "the phone had not received the office's last change of planned SORs and ordered parts",
  "device-locked": "it arrived from a locked device",
  "account-disabled": "the account was disabled when it arrived",
  "sign-in-ended":
    "the sign-in of the phone had ended when it arrived, as it does after a lock or a new password",
  "recorded-while-disabled": "recorded while the account was disabled: it changed nothing",
  "accepted-after-enabling": "took effect when the account was enabled again",
  "given-back": "it was evidence, and counts since the job was given back to the engineer",
  "appointment-ended": "its appointment had ended: it is evidence, and changed nothing",
  "visit-ended-elsewhere":
    "another phone of the engineer had ended the visit: it is evidence, and changed nothing",
  "clock-corrected": "the clock of the phone was wrong, and its times were corrected",
  "clock-off": "the clock of the phone was wrong, or it was on its way for so long",
  late: "older than what had arrived before it: it changed nothing",
  "begun-again":
    "the engineer began the visit again, on another phone or on one that was set up again",
  "unexpected-step": "a step that was not expected",
  "unexpected-hold": "put on hold at a time when it cannot be",
  "unexpected-release": "taken off hold, and it was not on hold",
  "number-of-messages": "it names another number of messages than it has photos for",
  "rows of another job": "it had entries of another job, which were not stored",
  "rows of another property": "it had entries of another home, which were not stored",
  "mileage-corrected": "the mileage was corrected",
  "mileage-not-expected": "the engineer is not asked for mileage",
  hold: "the hold breaks a rule",
  closing: "the close breaks a rule",
  collection: "what was collected breaks a rule",
  note: "a note breaks a rule",
  SOR: "a schedule of rates line breaks a rule",
  part: "a part breaks a rule",
  appliance: "an appliance breaks a rule",
  contact: "a contact breaks a rule",
  form: "a form contradicts the rest of the visit",
};

/** Says what a flag means, with the details that it has. A flag without a text is shown as it is. */
export function describeFlag(flag: string): string {
  const whole = wholeFlagTexts[flag];
  if (whole !== undefined) return whole;
  const end = flag.indexOf(":");
  const head = end === -1 ? flag : flag.slice(0, end);
  const known = Object.entries(flagTexts).find(([one]) => one === head)?.[1];
  if (known === undefined) return flag;
  const details = end === -1 ? "" : describeDetails(head, flag.slice(end + 1).trim());
  return details ? `${known} (${details})` : known;
}

/** The names of statuses and of rules in words. */
function describeDetails(head: string, details: string): string {
  if (head.startsWith("unexpected-") || head === "begun-again")
    return details
      .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
      .replaceAll(" > ", " to ");
  return /^[a-z-]+$/.test(details) ? details.replaceAll("-", " ") : details;
}
