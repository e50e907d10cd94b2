import type { PhoneSettingName, PhoneSettings, RaisedJobHistory } from "@fieldfare/contract/office";

interface SettingText {
  readonly label: string;
  /** What it means for an engineer. */
  readonly means: string;
  readonly unit?: string;
}

const onPhones: readonly PhoneSettingName[] = [
  "supportPhone",
  "lockAfterMinutes",
  "standaloneOnly",
  "blockPolling",
  "syncWarnSizeInMb",
];
const onServer: readonly PhoneSettingName[] = [
  "deviceApproval",
  "mayResetPin",
  "signInDays",
  "raisedJobHistory",
  "homesPerDay",
];

const history: Readonly<Record<RaisedJobHistory, string>> = {
  photos: "Photos",
  documents: "Documents",
  "private-notes": "Private notes",
};

/** What the screen of the settings of phones says. */
export const strings = {
  title: "Settings of phones",
  loading: "The settings are loading",
  sections: [
    {
      id: "on-phones",
      title: "On the phones",
      note: "A phone fetches these when its app starts, and every hour while it is open and reaches the server.",
      names: onPhones,
    },
    {
      id: "on-server",
      title: "What phones may do",
      note: "The server decides these, so they count at once for every phone.",
      names: onServer,
    },
  ],
  settings: {
    supportPhone: {
      label: "Telephone number of support",
      means: "The app shows it where it says to call support. Without one it shows none.",
    },
    lockAfterMinutes: {
      label: "Ask for the PIN again",
      means:
        'After this time without use, and at each start of the app, the engineer types the PIN. With "never", anybody who holds the phone can open it.',
      unit: "minutes without use",
    },
    standaloneOnly: {
      label: "Only in the installed app",
      means:
        "A browser tab on a phone with the installed app says to open the app. Engineers cannot work in the tab any more.",
    },
    blockPolling: {
      label: "Ask for new jobs only by hand",
      means:
        "Phones learn of new jobs and commands only when the engineer asks, which saves data. They still send what they have recorded.",
    },
    syncWarnSizeInMb: {
      label: "Ask before a large synchronisation",
      means: "A synchronisation of more megabytes asks the engineer first.",
      unit: "megabytes",
    },
    deviceApproval: {
      label: "Approve further phones",
      means:
        "A second or further phone of an engineer works only after the office has approved it. A browser that has lost its data counts as a further phone.",
    },
    mayResetPin: {
      label: "A forgotten PIN can be changed on the phone",
      means:
        "With the password, a code of the office or a sign-in at your provider. Otherwise the office helps in person.",
    },
    signInDays: {
      label: "A sign-in ends",
      means:
        "The engineer then signs in again with the PIN. A shorter time ends older sign-ins at once.",
      unit: "days after it began",
    },
    raisedJobHistory: {
      label: "Earlier visits at a home where the engineer raised the job",
      means:
        "What engineers may read of them. Public notes and warnings of danger are always shown.",
    },
    homesPerDay: {
      label: "Alarm about opened homes",
      means:
        "An engineer who opens more homes on a day, without a job of the office there, raises the alarm many-homes-opened.",
      unit: "homes on a day",
    },
  } as const satisfies Readonly<Record<PhoneSettingName, SettingText>>,
  history,
  none: "None",
  never: "Never",
  noNumber: "No number",
  asServer: (value: string) => `As the server has it: ${value}`,
  own: "Chosen here",
  useServer: (label: string) => `Use the server's value: ${label}`,
  useServerShort: "Use the server's value",
  on: "On",
  off: "Off",
  review: "Review changes",
  discard: "Discard",
  nothingChanged: "Nothing is changed.",
  unsaved: "There are changes that are not saved.",
  wrong: "Correct the marked settings first.",
  confirmTitle: "Change the settings of phones?",
  confirm: "Save",
  saved: "The settings are saved",
  from: (before: string, after: string) => `${before} → ${after}`,
  noEffect: "No value in force changes: only who decides it.",
  when: "Every server follows within five seconds. A phone that is switched off or has no network follows when it is back.",
  changedTitle: "Somebody else has changed these settings",
  changedAdvice:
    "What is stored now is loaded. What you chose is below: review it again, and save it if it is still right.",
  reach: "How far they are",
  reached: (withThem: number, all: number) =>
    all === 0
      ? "No phone is in use yet"
      : `${withThem.toLocaleString("en-GB")} of ${all.toLocaleString("en-GB")} phones in use have fetched the present settings`,
  changedOn: "Last changed",
  neverChanged: "Never: all settings are as the server has them",
  server: "Set by the people who run the server",
  serverNote:
    "These follow from how the server is installed. Its variables change them, with a restart.",
  address: "Address for links on documents",
  noAddress: "None: documents have no link",
  bounds: "Bounds of the question before a synchronisation",
  provider: "Engineers sign in at your provider",
  adminPath: "Path before the document pages",
} as const;

/** A value as people read it. */
export function describeValue<Name extends PhoneSettingName>(
  name: Name,
  settings: Pick<PhoneSettings, Name>,
): string {
  const value: PhoneSettings[PhoneSettingName] = settings[name];
  if (value === null) return name === "lockAfterMinutes" ? strings.never : strings.noNumber;
  if (typeof value === "boolean") return value ? strings.on : strings.off;
  if (typeof value === "object")
    return value.map((part) => history[part]).join(", ") || strings.none;
  const text: SettingText = strings.settings[name];
  const written = typeof value === "number" ? value.toLocaleString("en-GB") : value;
  return text.unit === undefined ? written : `${written} ${text.unit}`;
}
