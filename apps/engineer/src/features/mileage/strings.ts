import type { MileageIssues } from "@fieldfare/domain";
import { defineStrings, formatNumber } from "../../ui/language.ts";

type Issue = MileageIssues[keyof MileageIssues];

const issues: Record<Issue, string> = {
  "mileage-missing": "Mileage is required",
  "mileage-below-previous": "Mileage must be greater than previous mileage",
  "mileage-not-whole": "Please enter whole miles, without a decimal point",
  "mileage-above-following": "Mileage must be less than following mileage",
  "registration-missing": "Registration is required",
  "registration-invalid": "Invalid Registration",
  "last-vehicle-below-previous": "Last vehicle mileage must greater than previous mileage",
  "new-registration-missing": "New Registration is required",
  "new-registration-same": "New Registration must be different from previous registration",
};

const correctionIssues = {
  "reason-missing": "Please give a reason for the correction.",
  "reason-too-long": "Please use at most 500 characters.",
} as const;

/** Why an action was refused, by the refusal's code. */
const refusals = {
  ...issues,
  "not-found": "This entry is no longer on this device.",
  "not-editable": "Only today's entries can be removed.",
  ...correctionIssues,
};

export const strings = defineStrings({
  en: {
    title: "Recent Mileage Overview",
    empty: "No mileage records found",
    emptyHint: "Select 'Add' to enter one",
    add: "Add",
    addTitle: "Add Mileage",
    submit: "Submit",
    submitting: "Adding",
    added: "Mileage added",
    updateTitle: "Update Mileage",
    update: "Update",
    updating: "Updating",
    updated: "Mileage updated",
    correct: "Correct",
    correctHint:
      "The day of this entry is over. Your correction and its reason are sent to the office.",
    reason: "Reason for the correction",
    correctionIssues,
    implausible: "Is this mileage right?",
    implausibleText: (miles: number) => `Please check it: ${formatNumber(miles)} miles.`,
    implausibleSince: (more: number, date: string) =>
      `That is ${formatNumber(more)} miles more than the entry of ${date}.`,
    implausibleConfirm: "Yes, it is right",
    implausibleCancel: "Change it",
    edit: "Edit",
    remove: "Remove",
    removing: "Removing",
    removed: "Mileage removed",
    confirmDelete: "Confirm Delete",
    confirmDeleteText: "Please select Confirm Delete button to remove the selected entry.",
    previous: "Previous entry",
    following: "Following entry",
    registration: "Registration",
    registrationHint: "Such as AB12 CDE",
    noRegistration: "Not known",
    dateRecorded: "Date recorded",
    currentMileage: "Current Mileage",
    changedVehicles: "I've changed vehicles",
    previousVehicleMileage: "Previous vehicle mileage (if known)",
    newRegistration: "New Registration",
    /** The rest of the button's name for screen readers. */
    ofEntry: (date: string) => `entry of ${date}`,
    issues,
    refusals,
  },
});
