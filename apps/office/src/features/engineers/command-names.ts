import type { Payload } from "@fieldfare/contract";

const names: Readonly<Record<string, string>> = {
  CancelJob: "Removal",
  JobUpdate: "Update",
  DataDump: "Data dump",
  ExportDatabase: "Export of the database",
  AccountNotice: "Notice about the account",
  AbsenceDecision: "Decision on an absence",
  ContactsRemoved: "Removal of contacts",
};

/** The name of a command's type. A type that this build does not know is shown as it is. */
export const nameCommand = (type: string): string => names[type] ?? type;

const outcomes: Readonly<Record<string, string>> = {
  "not-found": "The phone does not have the job",
  ignored: "The phone kept the job",
  deleted: "The phone removed the job",
  alert: "The engineer is told",
  closed: "The job was closed on the phone",
  done: "Done",
  failed: "It failed",
  unsupported: "The app on the phone is too old for it",
} satisfies Record<Payload<"CommandAcknowledgement">["outcome"], string>;

interface Answer {
  readonly type: string;
  readonly outcome: string | null;
  readonly details: string | null;
}

/** What a phone has answered to a command, in words. Empty: it has not answered. */
export function describeAnswer({ type, outcome, details }: Answer): string {
  if (outcome === null) return "";
  const isAsked = type === "CancelJob" && outcome === "alert";
  const words = isAsked ? "The engineer is asked" : (outcomes[outcome] ?? outcome);
  return details ? `${words}: ${details}` : words;
}
