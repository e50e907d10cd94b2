import {
  type ChosenPhoneSettings,
  type PhoneSettingName,
  phoneSettings,
  type PhoneSettings,
  phoneSettingSchemas,
  type PhoneSettingsReport,
} from "@fieldfare/contract/office";
import { listKeys } from "@fieldfare/domain";

const settingNames: readonly PhoneSettingName[] = listKeys(phoneSettingSchemas);

/** Values as they are typed: numbers are text. A name that is absent is as the server has it. */
export type Draft = Readonly<Partial<Record<PhoneSettingName, DraftValue>>>;
type DraftValue = string | boolean | readonly string[] | null;

/** Writes a value as it is typed. */
export function writeValue(value: PhoneSettings[PhoneSettingName]): DraftValue {
  return typeof value === "number" ? String(value) : value;
}

/** What is typed when nothing has been changed yet. */
export function makeDraft(chosen: PhoneSettingsReport["chosen"]): Draft {
  const draft: Partial<Record<PhoneSettingName, DraftValue>> = {};
  for (const name of settingNames) {
    const value = chosen[name];
    if (value !== undefined) draft[name] = writeValue(value);
  }
  return draft;
}

interface ReadDraft {
  readonly chosen: ChosenPhoneSettings;
  /** What is wrong, in words, by name. */
  readonly issues: ReadonlyMap<PhoneSettingName, string>;
}

const numbers: readonly PhoneSettingName[] = [
  "lockAfterMinutes",
  "syncWarnSizeInMb",
  "signInDays",
  "homesPerDay",
];

/** Reads what was typed with the contract's rules, and within what the server's environment allows. */
export function readDraft(
  draft: Draft,
  { syncMinSizeInMb, syncMaxSizeInMb }: PhoneSettingsReport["server"],
): ReadDraft {
  const chosen: Record<string, unknown> = {};
  const issues = new Map<PhoneSettingName, string>();
  for (const name of settingNames) {
    const typed = draft[name];
    if (typed === undefined) continue;
    const value = numbers.includes(name) ? readNumber(typed) : typed;
    const parsed = phoneSettingSchemas[name].safeParse(value);
    if (parsed.success) chosen[name] = parsed.data;
    else issues.set(name, describeIssue(name, parsed.error.issues[0]?.message));
  }
  const { syncWarnSizeInMb: size } = chosen;
  if (typeof size === "number" && (size < syncMinSizeInMb || size > syncMaxSizeInMb))
    issues.set(
      "syncWarnSizeInMb",
      `A number of megabytes from ${syncMinSizeInMb} to ${syncMaxSizeInMb}`,
    );
  return { chosen, issues };
}

/** Anything but a number stays as it was typed, and the schema of a number refuses it. */
function readNumber(typed: DraftValue): DraftValue | number {
  return typeof typed === "string" && /^\d+(\.\d+)?$/.test(typed.trim()) ? Number(typed) : typed;
}

const limits: Partial<Record<PhoneSettingName, string>> = {
  lockAfterMinutes: "A whole number of minutes from 1 to 1,440",
  syncWarnSizeInMb: "A number of megabytes from 0 to 999",
  signInDays: "A whole number of days from 1 to 3,650",
  homesPerDay: "A whole number from 1 to 1,000",
  supportPhone: "A telephone number, such as 0113 496 0000",
};

function describeIssue(name: PhoneSettingName, message = "This value is not possible"): string {
  return limits[name] ?? message;
}

/** The values in force with what is chosen. */
export function applyChosen(otherwise: PhoneSettings, chosen: ChosenPhoneSettings): PhoneSettings {
  return phoneSettings.parse({ ...otherwise, ...chosen });
}

/** The names whose value in force would change. */
export function listChanges(
  { inForce, otherwise }: PhoneSettingsReport,
  chosen: ChosenPhoneSettings,
): readonly PhoneSettingName[] {
  const next = applyChosen(otherwise, chosen);
  return settingNames.filter(
    (name) => JSON.stringify(next[name]) !== JSON.stringify(inForce[name]),
  );
}

/** Whether two drafts say the same. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  return settingNames.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
}
