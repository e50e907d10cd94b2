import type { AccountNotice, Payload } from "@fieldfare/contract";
import { engineerPermissionNames } from "@fieldfare/domain";
import { describeRead } from "../../server/comment-texts.ts";
import { formatMoment } from "../../ui/dates.ts";
import type { Command } from "./queries.ts";
import { strings } from "./strings.ts";

const names: Readonly<Record<string, string>> = {
  CancelJob: "Removal",
  JobUpdate: "Update",
  DataDump: "Data dump",
  ExportDatabase: "Export of the database",
  AccountNotice: "Notice about the account",
  AbsenceDecision: "Decision on an absence",
  ContactsRemoved: "Removal of contacts",
};

const notices: Readonly<Record<string, string>> = {
  "account-disabled": "The account was disabled",
  "account-enabled": "The account was enabled again",
  "password-changed": "The password was changed",
  "permissions-changed": "The office changed what the engineer may do",
  "device-registered": "Another phone was registered",
  "device-approved": "Another phone was approved",
  "device-locked": "A phone was locked",
  "device-unlocked": "A phone was unlocked",
  "wipe-requested": "A wipe was requested",
  "wipe-withdrawn": "The wipe of a phone was withdrawn",
  "device-wiped": "A phone was wiped",
  "pin-changed": "The PIN was changed",
  "reset-code-made": "A code for a forgotten PIN was made",
  "reset-code-wrong": "A wrong code for a new PIN was entered",
  "attempts-used-up": "A wrong PIN or password was entered too often",
  "device-key-replaced": "A phone was set up again",
  "signature-mismatch": "A request came from something else than the phone, and was refused",
  "signed-in-without-key": "Somebody signed in as a phone, without its key",
  "device-copied": "Two copies of the data of one phone sent work",
  "refresh-token-reused": "A sign-in was used twice, and was ended",
  "refresh-token-on-another-device": "A sign-in was tried on another phone",
} satisfies Record<AccountNotice, string>;

const rights: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    engineerPermissionNames.map((name) => [name, strings.form.permissions[name].label]),
  ),
  recordMileage: strings.form.names.recordsMileage,
};

type Named = Pick<Command, "type" | "isComment" | "notice" | "reason" | "granted" | "withdrawn">;

function describeChangedRights({ granted, withdrawn }: Named): string {
  const list = (names: readonly string[] | null | undefined) =>
    (names ?? []).map((name) => rights[name] ?? name).join(", ");
  const [now, noLonger] = [list(granted), list(withdrawn)];
  const parts = [now && `now: ${now}`, noLonger && `no longer: ${noLonger}`].filter(Boolean);
  return parts.length === 0 ? "" : ` (${parts.join("; ")})`;
}

/** The name of a command, and which notice it is. What this build does not know is shown as it is. */
export function nameCommand(command: Named): string {
  const { type, isComment, notice, reason } = command;
  if (isComment) return "Comment";
  const name = names[type] ?? type;
  if (notice) return `${name}: ${notices[notice] ?? notice}${describeChangedRights(command)}`;
  return reason === "ended-elsewhere" ? `${name}: the visit has ended with another phone` : name;
}

const unanswered = {
  waits: "Waits for the phone",
  "no-phone": "No phone can answer it",
  withdrawn: "Withdrawn",
} satisfies Record<NonNullable<Command["unanswered"]>, string>;

/** When a phone answered a command, or why none has. */
export function describeAnswered({ acknowledgedOn, unanswered: why }: Command): string {
  return acknowledgedOn === null ? unanswered[why ?? "waits"] : formatMoment(acknowledgedOn);
}

const outcomes: Readonly<Record<string, string>> = {
  "not-found": "The phone does not have the job",
  ignored: "The phone kept the job",
  deleted: "The phone removed the job",
  alert: "The phone has it, and shows an alert",
  closed: "The job was closed on the phone",
  done: "Done",
  failed: "It failed",
  unsupported: "The app on the phone is too old for it",
} satisfies Record<Payload<"CommandAcknowledgement">["outcome"], string>;

interface Answer {
  readonly type: string;
  readonly outcome: string | null;
  readonly details: string | null;
  readonly readOn?: string | null | undefined;
}

/** What a phone of the engineer has answered to a command, in words. Empty: it has not answered. */
export function describeAnswer(
  { type, outcome, details, readOn }: Answer,
  engineerName: string,
): string {
  if (outcome === null) return "";
  if (readOn) return describeRead(engineerName, readOn);
  const isAsked = type === "CancelJob" && outcome === "alert";
  const words = isAsked
    ? "The phone has it, and asks the engineer: the answer is shown at the job"
    : (outcomes[outcome] ?? outcome);
  return details ? `${words}: ${details}` : words;
}
