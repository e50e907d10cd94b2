import type { MileageFaults } from "@fieldfare/domain";
import { defineWords } from "../../ui/language.ts";

type Fault = MileageFaults[keyof MileageFaults];

const faults: Record<Fault, string> = {
  "mileage-missing": "Mileage is required",
  "mileage-below-previous": "Mileage must be greater than previous mileage",
  "mileage-above-following": "Mileage must be less than following mileage",
  "registration-missing": "Registration is required",
  "registration-invalid": "Invalid Registration",
  "last-vehicle-below-previous": "Last vehicle mileage must greater than previous mileage",
  "new-registration-missing": "New Registration is required",
  "new-registration-same": "New Registration must be different from previous registration",
};

/** Why an action was refused, by its code. */
const refusals: Readonly<Partial<Record<string, string>>> = {
  ...faults,
  "not-found": "This entry is no longer on this device.",
  "not-editable": "Only an entry of today may be changed.",
};

export const words = defineWords({
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
    edit: "Edit",
    remove: "Remove",
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
    /** For those who hear the button alone. */
    ofEntry: (date: string) => `entry of ${date}`,
    faults,
    refusals,
  },
});
