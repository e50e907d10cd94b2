import { isolateText } from "@fieldfare/domain";
import { defineStrings, plural } from "../../../ui/language.ts";

/** An abbreviation such as "CO alarm" stays as it is. */
const lowerFirst = (name: string) =>
  /^\p{Lu}(?!\p{Lu})/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;

export const strings = defineStrings({
  en: {
    title: "Forms",
    add: "Add",
    empty: "No Forms found",
    emptyHint: "Select 'Add' to enter a new one",
    progress: { NotStarted: "Not started", InProgress: "In progress", Complete: "Complete" },
    completedOn: (time: string) => `Completed ${time}`,
    savedOn: (time: string) => `Saved ${time}`,
    unknownForm: "Form not on this device",
    formUnderWay: "Form still being loaded",
    cannotBeOpened: "Cannot be opened. The job can be closed without it",
    find: {
      title: "Find a Form",
      label: "Form",
      placeholder: "Tap here to select a form",
      none: "No matching forms found",
      missing: "Please select a form",
      submit: "Submit",
      submitting: "Adding form",
      cancel: "Cancel",
      added: "Form added",
    },
    sent: "The office has this form",
    remove: {
      question: (name: string) => `Remove ${name}?`,
      named: (name: string) => `Remove form ${name}`,
      text: "Your answers are deleted, and photos that have not been sent.",
      signed: "This form is signed. If you remove it, the office does not receive it.",
      signedNotice:
        "This notice is signed. If you remove it, the office does not receive it, and the danger has no warning notice.",
      quoted:
        "The gas safety record quotes the number of this notice. If you remove the notice, the number and the answer to 'Warning notice issued' are deleted from the record, and you need to complete the record again.",
      confirm: "Remove form",
      cancel: "Keep form",
      removing: "Removing",
      done: "Form removed",
    },
    refusals: {
      "form-not-added-by-engineer": "The office asks for this form: it stays with the job.",
      "form-sent": "The office has this form: it stays with the job.",
      "form-not-offered": "This form is not offered for this job any more.",
      "form-already-added": "This job has this form already.",
      "not-found": "This form is no longer on this job.",
    },
    opening: "Opening the form",
    noDefinition: {
      title: "This form is not on this device",
      text: "It is loaded with the next synchronisation. If the office has withdrawn it, the job can be closed without it. Your answers so far are saved and sent with the job.",
    },
    notUsable: {
      title: "This form cannot be shown",
      text: "The office needs to fix this form: it contains something this app does not support. Your answers so far are saved, your other forms work, and the job can be closed without this one.",
    },
    failed: {
      title: "This form cannot be opened now",
      text: "Your answers so far are saved. Close the app, open it again, and come back to this form.",
    },
    elsewhere: {
      title: "This form is open in another window",
      text: "Your answers are saved and are shown in the other window too. Continue there, or here.",
      goOn: "Continue here",
    },
    optional: (label: string) => `${label} (optional)`,
    untitled: "Question",
    leave: "Back to the forms",
    back: "Back",
    next: "Next",
    complete: "Complete",
    completing: "Completing form",
    done: "Form completed",
    doneAndAdded: (names: readonly string[]) =>
      `Form completed. Added to Property Appliances: ${names.join("; ")}. Enter what is missing there.`,
    close: "Close",
    readOnly: "This form is read-only.",
    reopened: "This form is complete. If you change an answer, you need to complete it again.",
    changedSinceComplete: "You have changed an answer. Complete this form again.",
    position: (page: number, pages: number) => `Page ${page} of ${pages}`,
    needsAttention: (count: number) =>
      plural(count, {
        one: "# answer needs your attention",
        other: "# answers need your attention",
      }),
    unusual: (count: number) =>
      plural(count, { one: "# answer is unusual", other: "# answers are unusual" }),
    check: {
      title: "Complete the form as it is?",
      text: "These answers are unusual. If they are right, complete the form.",
      confirm: "Complete",
      cancel: "Look again",
    },
    notice: {
      danger: (name: string, unsafe: "ID" | "AR") =>
        `${isolateText(name)}: ${unsafe === "ID" ? "Immediately Dangerous" : "At Risk"}`,
      write: "Write the warning notice",
      title: "A warning notice is needed",
      text: (dangers: readonly string[]) =>
        `${dangers.join("; ")}. The notice is filled in from this record, and the record quotes its number.`,
      later: "Later",
    },
    more: (count: number) => plural(count, { one: "and # more", other: "and # more" }),
    panels: {
      none: "Nothing here yet",
      add: (name: string) => `Add ${lowerFirst(name)}`,
      remove: (title: string) => `Remove ${isolateText(title)}`,
      /** The label for a screen reader, which may read the button without its context. */
      named: (button: string, title: string) => `${button}: ${isolateText(title)}`,
      max: (count: number) => plural(count, { one: "At most # entry", other: "At most # entries" }),
      removeQuestion: (title: string) => `Remove ${isolateText(title)}?`,
      removeText: "Your answers in it are deleted.",
      removeConfirm: "Remove",
      removeKeep: "Keep",
      next: (title: string) => `Next: ${isolateText(title)}`,
      open: "Not finished",
      finished: "Finished",
      wrong: "Needs attention",
      untouched: "Not started",
      applianceRemoved: "Appliance deleted",
      removedHere: "This appliance was deleted under Property Appliances.",
      removedTitle: (count: number) =>
        plural(count, {
          one: "This form has an appliance that was deleted under Property Appliances",
          other: "This form has # appliances that were deleted under Property Appliances",
        }),
      cleared: (title: string) =>
        `Your answers about ${isolateText(title)} were cleared, because you chose another appliance.`,
      clearedUndo: "Undo",
    },
    photos: {
      adding: "Photos are still being added. Complete the form once they are shown.",
      missing: (count: number) =>
        plural(count, {
          one: "# photo is no longer on this device",
          other: "# photos are no longer on this device",
        }),
      max: (count: number) => plural(count, { one: "At most # photo", other: "At most # photos" }),
    },
    allPassed: {
      button: "All passed",
      of: (title: string) => `All passed: ${isolateText(title)}`,
    },
    signature: {
      removed:
        "The form or the name has changed since the customer signed, so the signature was removed. Ask for a new signature.",
    },
    nothing: "–",
    notAnswered: "Not answered",
    yes: "Yes",
    no: "No",
  },
});
