import { isolateText } from "@fieldfare/domain";
import type { RecordedWork } from "@fieldfare/device";
import type {
  ClosingIssue,
  HubSection,
  JobStatus,
  NoticeIssue,
  NoticeIssueCode,
  Severity,
  UnsafeClass,
} from "@fieldfare/domain";
import { defineStrings, plural } from "../../ui/language.ts";

const statuses: Record<JobStatus, string> = {
  New: "New",
  Travelling: "Travelling",
  OnSite: "On site",
  AccessGained: "Access gained",
  Closed: "Closed",
};

const severities: Record<Severity, string> = { 0: "Note", 1: "Warning", 2: "Danger" };

const closingIssues: Record<ClosingIssue, { readonly text: string; readonly link: string }> = {
  formsIncomplete: {
    text: "At least one required form has not been completed.",
    link: "Review forms",
  },
  noteMissing: {
    text: "At least one engineering note required.",
    link: "Add engineering note",
  },
  partNotAdded: {
    text: "There is not a part to be ordered for this job.",
    link: "Review parts",
  },
};

/** A danger that is not to current standards is advisory, and no notice is about it. */
const unsafeClasses: Readonly<Partial<Record<string, string>>> = {
  ID: "Immediately Dangerous",
  AR: "At Risk",
} satisfies Record<Exclude<UnsafeClass, "NCS">, string>;

type Classes = NoticeIssue["classes"];

const describeClass = (unsafe: string | null) =>
  (unsafe === null ? undefined : unsafeClasses[unsafe]) ?? "not unsafe";

/** How a danger on the gas safety record contradicts its warning notice. */
const noticeIssues: Record<NoticeIssueCode, (name: string, classes: Classes) => string> = {
  "no-notice": (name, [unsafe]) => `${name} is ${describeClass(unsafe)} and has no warning notice.`,
  "notice-not-complete": (name, [unsafe]) =>
    `${name} is ${describeClass(unsafe)} and its warning notice is not complete.`,
  "class-differs": (name, [onRecord, onNotice]) =>
    `${name} is ${describeClass(onRecord)} on the record and ${describeClass(onNotice)} on the warning notice.`,
  "safe-on-record": (name, [, onNotice]) =>
    `${name} is ${describeClass(onNotice)} on the warning notice and safe on the record.`,
  "denied-on-record": (name) =>
    `${name} has a warning notice, and the record says that none was issued.`,
  "number-differs": (name) => `${name} has a warning notice, and the record quotes another number.`,
};

/** Such as "What you recorded on this job (1 part, 2 notes)". */
function describeRecorded(work: RecordedWork): string {
  const counts = [
    work.forms > 0 && plural(work.forms, { one: "# form", other: "# forms" }),
    work.parts > 0 && plural(work.parts, { one: "# part", other: "# parts" }),
    work.notes > 0 && plural(work.notes, { one: "# note", other: "# notes" }),
    work.sors > 0 && plural(work.sors, { one: "# SOR", other: "# SORs" }),
    work.appliances > 0 && plural(work.appliances, { one: "# appliance", other: "# appliances" }),
    work.contacts > 0 && plural(work.contacts, { one: "# contact", other: "# contacts" }),
  ];
  return `What you recorded on this job (${counts.filter(Boolean).join(", ")})`;
}

const sections: Record<HubSection, string> = {
  When: "When",
  Where: "Where",
  What: "What",
  Who: "Who",
  Notifications: "Notifications",
  "Completed Job History": "Completed Job History",
  Parts: "Parts",
  SORs: "SORs",
  Forms: "Forms",
  "Engineer Notes": "Engineer Notes",
  "Property Appliances": "Property Appliances",
};

const oneActive =
  "You may only have one active job at a time. An active job may be cancelled before access is gained or put on hold afterwards.";

/** The text for each refusal code. */
const refusals = {
  "not-found": "This job is no longer on this device.",
  "another-job-active": oneActive,
  "already-closed": "This job is already closed.",
  "closes-through-the-wizard": "Choose an outcome to close this job.",
  "on-hold": "This job is on hold.",
  "not-on-hold": "This job is no longer on hold.",
  "not-started": "This job has not been started.",
  "access-gained": "Access has been gained. The job may be put on hold.",
  "access-not-gained": "Access has not been gained.",
  "not-on-site": "No access can only be recorded while on site.",
  "no-removal-request": "The removal is no longer requested.",
  "already-queued": "This photo is already waiting to be sent.",
};

export const strings = defineStrings({
  en: {
    title: (formattedJobId: string) => `Job (${formattedJobId})`,
    loading: "Job",
    notAvailable: "N/A",
    refusals,
    missing: "What you wanted to open is no longer on this device.",
    openDraft: "Open it",
    removing: "Removing",
    saving: "Saving",
    gone: "This job is no longer on this device. The office has removed it.",
    endedInAnotherTab:
      "This visit was ended in another tab. What you entered in it goes to the office, also your answers in forms.",
    otherJob: {
      title: "Another job is open",
      opened: (opened: string) => `Job ${opened} was opened in another tab`,
      showed: (shown: string) =>
        `This tab showed job ${shown}. Nothing that you entered in it is lost. One job is open at a time: choose which.`,
      gone: "The job that this tab showed is no longer on this device.",
      reopen: (shown: string) => `Open ${shown}`,
      follow: (opened: string) => `Show ${opened}`,
    },
    hub: {
      visitWarnings: {
        title: "Before you go in",
        danger: (name: string, unsafe: "ID" | "AR", day: string) =>
          `${isolateText(name)}: ${describeClass(unsafe)} at the visit of ${day}.`,
        noAccess: (day: string, reason: string | null) =>
          reason ? `No access on ${day}: ${isolateText(reason)}.` : `No access on ${day}.`,
      },
      sections,
      list: "Sections of this job",
      locked: "Available once access is gained",
      statuses,
      saving: "Saving",
      closed: "This job is closed and can no longer be changed.",
      onHold: "On hold",
      heldSince: (time: string) => `Since ${time}`,
      givenAway: "The office has given this job to another engineer",
      begunElsewhere: {
        title: "Begun with another phone",
        status: (
          step: {
            readonly status: JobStatus;
            readonly isOnHold: boolean;
            readonly isWiped?: boolean | undefined;
          },
          time: string,
        ) => {
          const since = `${step.isOnHold ? "On hold" : statuses[step.status]} since ${time}.`;
          return step.isWiped
            ? `${since} That phone was wiped: the office has what it handed over before.`
            : `${since} What was recorded there and not sent yet is on that phone.`;
        },
      },
      noticeMissing: (names: readonly string[]) =>
        `Warning notice missing: ${names.map(isolateText).join("; ")}`,
      officeUpdate: (time: string) => `From the office, ${time}`,
      notificationCount: (count: number) =>
        plural(count, { one: "# notification", other: "# notifications" }),
    },
    step: {
      accessQuestion: "Was access gained?",
      accessText: "If nobody let you in, you close the job with a reason, photos and notes.",
      accessYes: "Yes",
      accessNo: "No, access not gained",
      closeText: "You choose the outcome of the job next.",
      cancel: "Cancel",
      cancelQuestion: "Cancel this job?",
      cancelText: "The job goes back to New and the times recorded for it are cleared.",
      cancelRecorded: (work: RecordedWork) =>
        `${describeRecorded(work)} stays on this device and goes to the office.`,
      cancelConfirm: "Cancel job",
      cancelKeep: "Keep working",
      hold: "Hold",
      releaseQuestion: "Remove Hold?",
      releaseText:
        "This job becomes your active job again. Forms, notes and appliances are available once you record that access is gained again.",
      releaseConfirm: "Remove Hold",
      releaseRefused: "The hold on this job may not be released while another job is active.",
    },
    when: {
      appointment: "Appointment date",
      slot: "Preferred slot",
      priority: "Priority",
      Travelling: "Started Travel",
      OnSite: "Arrived to Site",
      AccessGained: "Access Gained",
    },
    where: {
      address: "Address",
      accessNotes: "Access notes",
      keySafe: "Key safe",
      keySafeCode: (code: string) => `Code ${code}`,
      map: "View on Google Maps",
    },
    what: { category: "Job type", detailType: "Task type", details: "Job notes" },
    notifications: {
      severities,
      empty: "No notifications found",
      confirmed: (time: string) => `Confirmed ${time}`,
    },
    notice: {
      parts: "Parts Required",
      partsText: "There are parts to collect for this job.",
      warning: (code: string) => `Warning Code (${code})`,
      confirm: "Confirm",
      confirming: "Saving",
      quantity: (count: number) => `${count} x`,
    },
    removal: {
      requested: "Removal requested",
      requestedText: "The office has asked to remove this job from your device.",
      movedText: "It has given the job to another engineer.",
      review: "Review request",
      reason: "Reason to retain the job",
      reasons: [
        { value: 1, text: "Already On Site" },
        { value: 2, text: "In Transit" },
      ],
      comment: "Comment",
      issues: {
        "reason-missing": "Please select a reason",
        "comment-missing": "Please enter a comment.",
      },
      retain: "Retain Job",
      retaining: "Retaining job",
      retained: "Job Retained",
      remove: "Remove Job",
      removed: "Job removed",
      question: "Remove Job?",
      questionText:
        "The job is deleted from this device. Messages that are waiting are still sent, but anything you have started and not saved is lost.",
      recorded: (work: RecordedWork) => `${describeRecorded(work)} goes to the office.`,
      keep: "Keep job",
    },
    unsaved: {
      title: "Not saved yet",
      texts: {
        close:
          "You have started to enter something that is not saved in the job. It is lost when the job is closed, unless you save it.",
        hold: "You have started to enter something that is not saved in the job. Save it before the hold: you cannot open it again until you gain access.",
        "no-access":
          "You have started to enter something that is not saved in the job. It is lost when the job is closed. You can add it to the notes below.",
        removal:
          "You have started to enter something that is not saved in the job. It is lost when the job is removed.",
      },
      add: "Add to the notes",
      question: "Close without what is not saved?",
      questionText: (sections: readonly string[]) =>
        `What you entered under ${sections.join(", ")} is not saved in the job. It is lost when the job is closed.`,
      goOn: "Close without it",
      stay: "Go back",
    },
    hold: {
      title: "Hold Job",
      reason: "Hold Reason",
      issues: {
        "reason-missing": "Please provide a Hold Reason.",
        "details-missing": "Additional information required",
      },
      details: "Additional information",
      submit: "Hold",
      busy: "Placing hold",
      done: "Job put on hold",
    },
    noAccess: {
      title: "No Access",
      recorded: (work: RecordedWork) => `${describeRecorded(work)} goes to the office with it.`,
      reason: "No Access Reason",
      issues: {
        "reason-missing": "Please provide a No Access Reason.",
        "photo-missing": "Please provide a photo.",
        "notes-missing": "Please provide notes.",
      },
      photos: "Photos",
      notes: "Notes",
      submit: "Close Job",
      busy: "Closing job",
      addingPhoto: "Adding photo",
      done: "Job closed",
    },
    missingReasons: {
      title: "This list is not on this device yet",
      text: "It is loaded with the next synchronisation. What you enter here is saved.",
    },
    photos: {
      take: "Take photos",
      waiting: (count: number) =>
        plural(count, {
          one: "# photo taken and not uploaded",
          other: "# photos taken and not uploaded",
        }),
      title: "Photo review",
      text: "These photos are saved on this device. Upload them to add them to the job.",
      none: "No photos taken yet.",
      ofRecord: "Photos",
      addingOne: "Adding photo",
      another: "Take another photo",
      add: "Take photo",
      choose: "Choose photos",
      adding: (done: number, total: number) => `Adding photo ${done} of ${total}`,
      upload: (count: number) => plural(count, { one: "Upload # photo", other: "Upload # photos" }),
      uploading: "Uploading",
      uploaded: "Your photograph has been uploaded.",
      savedText:
        "Your photograph is saved on this device and will be uploaded when the server can be reached.",
      photoName: (number: number, time: string) => `Photo ${number}, taken ${time}`,
      remove: (number: number) => `Delete photo ${number}`,
      removeQuestion: "Delete this photo?",
      removeText: "It cannot be brought back.",
      removing: "Deleting",
      removeConfirm: "Delete photo",
      removeKeep: "Keep photo",
      noneTaken:
        "No photo was added. If the camera does not open, allow this app to use it in the settings of your phone.",
      noneChosen: "No photo was added.",
      failed: "This photo could not be saved. Please take it again.",
      refusals: {
        ...refusals,
        "not-a-photo": "This file is not a photo that can be read. Please take it again.",
        "photo-too-large":
          "This photo is too large for this phone. Please take it again in a lower resolution.",
        "storage-full":
          "This phone's storage is full, so this photo was not saved. Free some space and take it again.",
      },
    },
    outcome: {
      title: "Complete Job",
      label: "Outcome",
      checking: "Checking the job",
      attention: "Attention required",
      unable: "Unable to close this job",
      issues: closingIssues,
      removedAppliances: {
        title: "A form names an appliance that you deleted",
        text: (names: readonly string[]) =>
          `${names.join("; ")}: deleted under Property Appliances, and still named in a form of this job. Correct the form before you close the job.`,
        link: "Review forms",
      },
      changedAppliances: {
        title: "The gas safety record names an appliance that was changed since",
        scrapped: (name: string) =>
          `${name}: scrapped under Property Appliances after the record was completed.`,
        changed: (name: string) =>
          `${name}: changed under Property Appliances after the record was completed.`,
        check: "Check that the record is still right, or correct it and complete it again.",
        link: "Open the gas safety record",
      },
      addedAppliance: {
        title: "A gas appliance is not in the gas safety record",
        text: "It was added under Property Appliances after the record was completed. Check whether the record has to name it.",
      },
      unopenable: {
        title: (count: number) =>
          plural(count, { one: "# form cannot be opened", other: "# forms cannot be opened" }),
        text: "The office has withdrawn it, or it cannot be shown on this phone. You can close the job without it, and the office will see that.",
        link: "Review forms",
      },
      danger: {
        title: "Danger at this job",
        ...noticeIssues,
        write: "Write the warning notice",
        complete: "Complete the warning notice",
        record: "Open the gas safety record",
        notice: "Open the warning notice",
        contradiction: "The gas safety record and the warning notice contradict each other.",
        ask: "The office will see that.",
        goOn: "Go on as it is",
        stay: "Look again",
      },
      earlierDanger: {
        title: "A danger from an earlier visit is still open",
        text: "No form of this visit says that it is safe now. If it is, record that in a gas safety record. Otherwise the office goes on showing the danger.",
        link: "Review forms",
      },
      optionalForms: {
        title: "Optional forms",
        notFilledIn: (names: readonly string[]) => `Not filled in: ${names.join(", ")}`,
        notCompleted: (names: readonly string[]) => `Not completed: ${names.join(", ")}`,
        text: "You can close the job without them.",
        link: "Review forms",
      },
      valid: "Job valid",
      validText: "This job may be closed. Please select Next below to continue",
      next: "Next",
    },
  },
});
