import { isolateText } from "@fieldfare/domain";
import { defineStrings } from "../../ui/language.ts";

export const strings = defineStrings({
  en: {
    title: "Home",
    training: "Training",
    trainingText: "What you record here is for practice and does not reach the office.",
    jobs: "Jobs to Complete",
    alerts: "Alerts",
    visit: {
      current: "Current job",
      next: "Next job",
      openCurrent: "Continue job",
      openNext: "Open job",
      number: (formattedJobId: string) => `Job ${formattedJobId}`,
      access: (notes: string) => `Access notes: ${isolateText(notes)}`,
      severity: { 1: "Warning at this property", 2: "Danger at this property" },
      earlierVisits: {
        danger: "Danger found at an earlier visit",
        "no-access": "No access at the last visit",
      },
    },
    parts: "Parts to collect",
    newJob: "New Job",
    /** The mark on New Job while a job was begun and neither saved nor discarded. */
    notSaved: "Not saved",
    contacts: "Contacts",
    planner: "Planner",
    mileage: "Mileage",
    absences: "Absences",
    settings: "Settings",
    /** The mark on Settings while the storage of the phone endangers unsent work. */
    storage: "Storage",
    signOut: "Sign out",
    signedInAs: (name: string) => `Signed in as ${isolateText(name)}`,
    gettingReady: "Getting this phone ready",
    gettingReadyText: "You can start now. Jobs are loaded first, then lists and forms.",
    signature: {
      title: "Update Signature",
      text: "The office has asked for a new signature.",
      label: "Your Digital Signature",
      missing: "Please sign",
      submit: "Update Signature",
      saving: "Updating",
      updated: "Signature Updated",
      failed:
        "There was an error updating your digital signature.  You may be prompted at a later date to update.",
    },
  },
});
