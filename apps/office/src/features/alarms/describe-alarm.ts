import type { CallAnswer } from "@fieldfare/contract";
import type { listAlarms } from "@fieldfare/contract/office";
import { isRecord, readNumberField, readTextField } from "@fieldfare/domain";

export type Alarm = CallAnswer<typeof listAlarms>[number];

/** What the app can do about an alarm. */
type Remedy = "lock" | "dump" | "homes" | "sign-ins";

interface AlarmKind {
  readonly title: string;
  readonly advice: string;
  readonly remedies: readonly Remedy[];
  /** What the alarm says besides its kind. */
  readonly describe: (details: unknown) => string;
}

const describeAddress = (details: unknown) => {
  const address = readText(details, "address");
  return address === null ? "" : `From the network address ${address}.`;
};

const describeMisuse = (details: unknown) => {
  const usedOn = readText(details, "usedOn");
  return usedOn === null ? "" : `The token had been exchanged on ${usedOn.slice(0, 10)}.`;
};

const describeTask = (details: unknown) => {
  const attempts = readNumber(details, "attempts");
  return [
    `Task: ${readText(details, "kind") ?? "not named"}.`,
    attempts !== null && `Attempts: ${attempts}.`,
    `Last error: ${readText(details, "code") ?? "not named"}.`,
  ]
    .filter(Boolean)
    .join(" ");
};

const describeCount = (what: string, details: unknown, list: string) => {
  const ids = isRecord(details) ? details[list] : null;
  return Array.isArray(ids) ? `${what}: ${ids.length}.` : "";
};

/** The alarms of docs/operations.md. */
export const alarmKinds: Readonly<Record<string, AlarmKind>> = {
  "device-data-lost": {
    title: "A phone lost all its data",
    advice:
      "Ring the engineer. Compare the last step that arrived with what was done, and have the missing work entered again.",
    remedies: [],
    describe: (details) => {
      const queued = readNumber(details, "queuedMessages");
      const received = readNumber(details, "receivedMessages");
      const step = isRecord(details) ? details["lastStep"] : null;
      const reference = readText(step, "formattedJobId");
      return [
        queued === null
          ? "The phone does not know how many messages it had."
          : `The phone had made ${queued} messages.`,
        received !== null && `${received} have arrived.`,
        reference !== null &&
          `The last step that arrived is ${readText(step, "status") ?? ""} of ${reference}.`,
      ]
        .filter(Boolean)
        .join(" ");
    },
  },
  "many-homes-opened": {
    title: "An engineer opened many homes without a job there",
    advice: "Read in the audit which homes they were, and ask why.",
    remedies: ["homes"],
    describe: (details) =>
      `${readNumber(details, "homes") ?? "Many"} homes on ${readText(details, "day") ?? "one day"}.`,
  },
  "image-after-erasure": {
    title: "Photos came after a tenant's data were erased",
    advice:
      "Look at the new photos of the job. If one shows the tenant, erase the tenant's data again and name that photo.",
    remedies: [],
    describe: (details) => describeCount("Photos", details, "imageIds"),
  },
  "contact-after-erasure": {
    title: "A tenant whose data were erased may be back",
    advice:
      "Look at the contacts of the home. If somebody entered the erased tenant again by mistake, erase the new contact, and have it put right where it came from. If the tenant is a customer again, there is nothing to do.",
    remedies: [],
    describe: (details) =>
      describeCount(
        "Contacts of the home with the same name, number or email address",
        details,
        "contactIds",
      ),
  },
  "message-changed": {
    title: "A message came twice, with different content",
    advice:
      "The first one counts. Ask the engineer which is right, and ask the phone for a data dump, which the people who run the server need.",
    remedies: ["dump"],
    describe: (details) => `Message: ${readText(details, "type") ?? "not named"}.`,
  },
  "refresh-token-reused": {
    title: "A sign-in was used twice: somebody may have copied it",
    advice:
      "That sign-in has ended. The person signs in again with the password. If a phone is lost, lock it and change the password.",
    remedies: ["lock", "sign-ins"],
    describe: describeMisuse,
  },
  "refresh-token-on-another-device": {
    title: "A sign-in was tried on a phone that is not its own",
    advice:
      "It was refused. Ask the engineer. If a phone is lost, lock it and change the password.",
    remedies: ["lock", "sign-ins"],
    describe: describeMisuse,
  },
  "signature-mismatch": {
    title: "Somebody tried to act as a phone without its key",
    advice:
      "It was refused. A phone whose data were restored from a backup may do so until its engineer signs in: ask the engineer. If it was not their phone, lock it and change the password.",
    remedies: ["lock", "sign-ins"],
    describe: describeAddress,
  },
  "signed-in-without-key": {
    title: "Somebody signed in as a phone, without its key",
    advice:
      "The PIN or password was right. A phone that cannot store its key, for instance because it is full, does so too: ask the engineer. If it was not their phone, lock it and change the password.",
    remedies: ["lock", "sign-ins"],
    describe: describeAddress,
  },
  "device-copied": {
    title: "Two copies of one phone send work",
    advice:
      "Both are taken. Ask the engineer whether a profile was copied or a backup restored. If it was nobody of yours, lock the phone and change the password.",
    remedies: ["lock", "sign-ins"],
    describe: describeAddress,
  },
  "wiped-device-in-use": {
    title: "A phone that was wiped is still in use",
    advice:
      "A copy of its data is in use, or somebody knows its id. It stays locked, and its wipe has been asked for again. Ask the engineer, change the password, and look for the copy.",
    remedies: ["sign-ins"],
    describe: describeAddress,
  },
  "visit-ended-twice": {
    title: "A job was closed with two phones",
    advice:
      "The first close stands, and the second is kept as evidence. The job's page shows what both say. If the second one is right, raise another job for what is still to do.",
    remedies: [],
    describe: () => "",
  },
  "moved-job-kept": {
    title: "An engineer keeps a job that was moved",
    advice:
      "Two engineers have the job. Give it back on the job's page, so that the visit that has begun counts, or ask the engineer to stop. If the other engineer has begun it too or has closed it, call both.",
    remedies: [],
    describe: () => "",
  },
  "moved-visit-ended": {
    title: "An engineer has ended a visit of a job that was moved",
    advice:
      "The visit is evidence, and is not in the job. The job's page gives the job back to this engineer, so that the visit counts and nobody goes there again. If the other engineer has begun the job or has closed it, the page shows what this visit recorded.",
    remedies: [],
    describe: () => "",
  },
  "background-work-failing": {
    title: "A task of the server keeps failing",
    advice:
      "The people who run the server fix the cause, such as the storage of images. The server goes on to try, and nothing has to be restarted.",
    remedies: [],
    describe: describeTask,
  },
  "background-work-given-up": {
    title: "A task ended its server five times, and is not tried again",
    advice:
      "The people who run the server send this alarm and the server's log to Fieldfare. The job and its messages are stored. A missing document is made when somebody opens it.",
    remedies: [],
    describe: describeTask,
  },
  "reporting-export-failed": {
    title: "An export for the data warehouse failed",
    advice:
      "It was given up after seven attempts. The people who run the server find the cause in its log, and start another one.",
    remedies: [],
    describe: (details) =>
      `Day: ${readText(details, "day") ?? "not named"}. Last error: ${readText(details, "code") ?? "not named"}.`,
  },
  "webhook-delivery-failed": {
    title: "An event could not be sent to another system",
    advice:
      "It was given up after ten attempts in three days. Ask the people of that system for the cause. Then send it again under Webhooks.",
    remedies: [],
    describe: (details) =>
      `${readText(details, "type") ?? "Event"}: ${readText(details, "error") ?? "no error named"}.`,
  },
  "webhook-disabled": {
    title: "Events are no longer sent to another system",
    advice:
      "Ask the people of that system. Enable the endpoint again under Webhooks, and it gets what it has missed, or delete it.",
    remedies: [],
    describe: (details) =>
      `${readText(details, "description") ?? "An endpoint"} ${readText(details, "reason") === "gone" ? "said that it takes no more events" : "only failed for days"}.`,
  },
  "hact-message-failed": {
    title: "The housing system did not take a message",
    advice:
      "The message is stored, and the job is not affected. Ask the people of the housing system for the cause. When it is gone, the message can be sent again.",
    remedies: [],
    describe: (details) =>
      `${readText(details, "type") ?? "Message"} ${readText(details, "messageId") ?? ""}: ${readText(details, "error") ?? "no error named"}.`,
  },
};

const settledAdvice =
  "Nothing. The job was given back to this engineer meanwhile, and the visit counts.";

export interface DescribedAlarm {
  readonly title: string;
  readonly advice: string;
  readonly remedies: readonly Remedy[];
  readonly text: string;
  readonly fieldOperativeId: string | null;
  readonly deviceId: string | null;
  readonly jobId: string | null;
  readonly formattedJobId: string | null;
  /** References of visits that were open on the phone. */
  readonly openVisits: readonly string[];
}

/** Says what happened and what to do. An alarm of a later server is shown with its own name and details. */
export function describeAlarm({ kind, details, formattedJobId, isSettled }: Alarm): DescribedAlarm {
  const known = alarmKinds[kind];
  const visits = isRecord(details) ? details["openVisits"] : null;
  return {
    title: known?.title ?? kind,
    advice: isSettled
      ? settledAdvice
      : (known?.advice ?? "This page does not know this alarm. See the operations guide."),
    remedies: known?.remedies ?? [],
    text: known ? known.describe(details) : JSON.stringify(details),
    fieldOperativeId: readText(details, "fieldOperativeId"),
    deviceId: readText(details, "deviceId"),
    jobId: readText(details, "jobId"),
    formattedJobId,
    openVisits: Array.isArray(visits) ? visits.filter((visit) => typeof visit === "string") : [],
  };
}

function readText(details: unknown, name: string): string | null {
  return readTextField(details, name) ?? null;
}

function readNumber(details: unknown, name: string): number | null {
  return readNumberField(details, name) ?? null;
}
