import type { ThemeChoice } from "../../ui/theme.ts";
import type { ExportRefusal, RescueResult, StoragePurpose, UnsentCounts } from "@fieldfare/device";
import type { CommandType, Payload } from "@fieldfare/contract";
import { defineStrings, formatNumber, plural } from "../../ui/language.ts";

const commandNames: Readonly<Partial<Record<string, string>>> = {
  CancelJob: "Remove a job",
  JobUpdate: "Job update",
  DataDump: "Data dump",
  ExportDatabase: "Export database",
  AccountNotice: "Notice about your account",
  AbsenceDecision: "Decision on an absence",
  ContactsRemoved: "Remove contacts",
} satisfies Record<CommandType, string>;

const outcomes: Readonly<Partial<Record<string, string>>> = {
  "not-found": "The job is not on this phone",
  ignored: "Nothing was changed",
  deleted: "The job was removed",
  alert: "Shown with the job",
  closed: "The job is closed",
  done: "Done",
  failed: "Failed",
  unsupported: "Not supported by this version",
} satisfies Record<Payload<"CommandAcknowledgement">["outcome"], string>;

const purposes: Readonly<Record<StoragePurpose, string>> = {
  unsent: "Unsent work",
  jobs: "Jobs",
  photos: "Photos that were sent",
  reference: "Lists and forms",
  history: "Sent messages and log",
  app: "App data and reserved space",
};

const offlineText = "The server could not be reached. Please try again later.";

const exportRefusals: Record<ExportRefusal, string> = {
  "storage-full": "There is not enough space on this phone to write the export.",
  "too-large": "The database is too large for the server.",
  refused: "The server refused the export.",
  ended: "This export has already ended. Start another one if you need it.",
  interrupted: offlineText,
  "signed-out": "You've been signed out",
};

const nothing = "Everything has been sent: there is nothing to rescue.";

const themes: Record<ThemeChoice, string> = {
  system: "Automatic",
  light: "Light",
  night: "Night",
  sunlight: "Sunlight",
};

export const strings = defineStrings({
  en: {
    themeTitle: "Display",
    themes,
    title: "Settings",
    offline: {
      title: "Device not online",
      text: offlineText,
    },
    sync: {
      title: "Sync",
      lastSync: "Last synchronised",
      size: "Size",
      never: "Not yet",
      warn: "Asks before downloading more than",
      request: "Request sync",
      running: "Synchronising",
      largeHint: "The app asks before a large download, so that you can use WiFi.",
      offline: {
        title: "Unable to complete synchronisation",
        text: "Unable to complete synchronisation at this time",
      },
      error: { title: "Sync Error", text: "Unable to complete sync. Please try again later," },
    },
    commands: {
      title: "Commands",
      fetch: "Fetch commands",
      fetching: "Fetching",
      fetched: "The office has been asked",
      emptyTitle: "No commands found",
      empty: "Requests from the office to this phone are listed here with their results.",
      unknown: "Command",
      job: (formattedJobId: string) => `Job ${formattedJobId}`,
      name: (type: string) => commandNames[type] ?? type,
      outcome: (outcome: string | null) =>
        outcome === null ? "Under way" : (outcomes[outcome] ?? outcome),
      answerWaiting: "The answer is waiting to be sent",
    },
    messages: {
      title: "Message queue",
      emptyTitle: "No messages of yours waiting",
      count: (count: number) => plural(count, { one: "# message waits", other: "# messages wait" }),
      state: { queued: "Waiting", processing: "Sending", blocked: "Refused" },
      attempts: (count: number) =>
        count === 0
          ? "Not tried yet"
          : plural(count, { one: "Tried once", other: "Tried # times" }),
      process: "Try now",
      processing: "Sending",
      failedTitle: "Message processing result",
      failed: "Unable to process messages at this time",
    },
    message: {
      title: "Message",
      gone: "This message has been sent, or is not yours.",
      job: "Job",
      type: "Type",
      state: "State",
      attempts: "Attempts",
      lastError: "Last error",
      none: "None",
      recorded: "Recorded",
      id: "Id",
      content: "Content",
      show: "See the content",
      hide: "Hide the content",
      export: "Export",
    },
    storage: {
      title: "Device storage",
      used: "Used",
      of: (used: string, quota: string) => `${used} of ${quota}`,
      unknown: "The browser does not say",
      persistence: "Protected from automatic deletion",
      yes: "Yes",
      no: "No. The browser may delete it when space runs out",
      usedFor: "What it is used for",
      purpose: (purpose: StoragePurpose) => purposes[purpose],
      rows: (count: number) => plural(count, { one: "# entry", other: "# entries" }),
      other: "The app itself and the second copy of unsent work",
      counting: "Counting",
    },
    export: {
      title: "Database export",
      text: "Sends the data on this phone to the office in parts. You can keep working meanwhile.",
      last: "Last export",
      code: "Code for the office",
      never: "Not yet",
      start: "Export database",
      resume: "Continue export",
      gathering: "Writing the export",
      sending: "Sending the export",
      pieces: (sent: number, total: number) =>
        `${formatNumber(sent)} MB of ${formatNumber(total)} MB`,
      done: (code: string) => `Export completed. The code is ${code}.`,
      failed: "Export not completed, try again later",
      refusal: exportRefusals,
      waits: "An export was interrupted. It continues from where it stopped.",
    },
    rescue: {
      title: "Rescue file",
      writeTitle: "Save unsent work",
      writeText: ({ jobs, messages, images, drafts }: UnsentCounts) =>
        messages > 0
          ? plural(messages, {
              one: "# message is only on this phone. A rescue file contains it with open jobs, photos and drafts, protected by a passphrase that only you know.",
              other:
                "# messages are only on this phone. A rescue file contains them with open jobs, photos and drafts, protected by a passphrase that only you know.",
            })
          : jobs + images + drafts > 0
            ? "What you have recorded in open jobs is only on this phone. A rescue file contains it with photos and drafts, protected by a passphrase that only you know."
            : nothing,
      passphrase: "Passphrase",
      passphraseHint: "At least 10 characters. Nobody can open the file without it.",
      again: "Repeat the passphrase",
      short: (min: number) => `Please enter at least ${min} characters.`,
      different: "The passphrases do not match",
      save: "Save rescue file",
      saving: "Encrypting the file",
      saved: ({ jobs, messages, images, drafts }: UnsentCounts) =>
        `Saved: ${plural(messages, { one: "# message", other: "# messages" })}, ${plural(images, { one: "# photo", other: "# photos" })}, ${plural(drafts, { one: "# draft", other: "# drafts" })}, ${plural(jobs, { one: "# job", other: "# jobs" })}. Store the file and the passphrase separately.`,
      readTitle: "Restore from a rescue file",
      readText:
        "Sign in as the engineer the file belongs to. Messages are sent from this phone, each only once.",
      file: "Rescue file",
      filePassphrase: "Passphrase of the file",
      fileMissing: "Select a rescue file",
      passphraseMissing: "Please enter the passphrase.",
      read: "Read rescue file",
      reading: "Decrypting the file",
      done: ({ jobs, queued, known }: RescueResult) =>
        [
          plural(queued, {
            one: "# message waits to be sent",
            other: "# messages wait to be sent",
          }),
          ...(known > 0
            ? [plural(known, { one: "# was already here", other: "# were already here" })]
            : []),
          ...(jobs > 0 ? [plural(jobs, { one: "# job is back", other: "# jobs are back" })] : []),
        ].join(", "),
      refusal: {
        unreadable: "The file could not be read. Choose it again.",
        "not-a-rescue-file": "This is not a rescue file.",
        "wrong-version": "This rescue file is from another version of the app.",
        truncated: "The file is incomplete. Copy it again.",
        damaged: "The file is damaged. Nothing was read from it.",
        "wrong-passphrase": "The passphrase is wrong.",
        "another-owner": "This file belongs to another engineer. Sign in as its owner.",
        "too-large": "The file is too large.",
        "nothing-unsent": nothing,
      },
    },
    authenticator: {
      title: "Fingerprint or face",
      on: "Your fingerprint or face opens the app, as your PIN does. It is turned off when you change your PIN.",
      off: "Open the app with your fingerprint or face instead of your PIN. Everybody whose fingerprint, face or screen lock opens this phone can then open the app.",
      askPin: "Enter your PIN to turn it on.",
      cancel: "Cancel",
      working: "Waiting for your fingerprint or face",
      wrongPin: "The PIN is not right.",
      none: "This phone offers no fingerprint or face.",
      noPinStored:
        "This phone cannot check your PIN by itself. Try again where there is a network.",
    },
    version: {
      title: "Version",
      current: "This version",
      upToDate: "This is the latest version.",
      loading: "A new version is being loaded.",
      ready: "A new version is ready. You can update when no form or job step is open.",
      take: "Update now",
      check: "Look for a new version",
      checking: "Looking",
      refused: (isTriedAgain: boolean) =>
        "The browser has not saved the app, so the app cannot look for a new version. " +
        (isTriedAgain ? "It tries again by itself. " : "") +
        "Opened again with a network, it loads the latest version. A private window saves nothing: use a normal window.",
      failed: "The server could not be reached. Please try again later.",
    },
  },
});
