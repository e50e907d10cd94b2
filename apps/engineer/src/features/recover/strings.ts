import { defineStrings, plural } from "../../ui/language.ts";

export const strings = defineStrings({
  en: {
    recover: {
      title: "Recover this phone",
      heading: "This browser has lost its data",
      text: [
        "The server knows this phone, but what the app had stored here is gone, and so is its second copy. That happens when the browser's data is cleared or the phone runs out of space.",
      ],
      next: [
        "Choose the PIN you want to sign in with from now on. Your PIN from before no longer counts. Every open job is loaded in the state that the server last recorded.",
      ],
      submit: "Recover",
    },
    pin: "Please enter the PIN you would like to use",
    again: "Re-enter PIN",
    invalid: "A PIN between 4 and 10 numbers is required",
    obvious: "This PIN is too easy to guess. Please choose another.",
    missingAgain: "Please re-enter PIN.",
    different: "PIN does not match",
    working: "Restoring your jobs",
    done: (jobs: number) =>
      plural(jobs, {
        one: "# job is on this phone again",
        other: "# jobs are on this phone again",
      }),
    network: "Unable to contact server. Another attempt will be made later.",
    passwordNeeded:
      "Please sign out, sign in with your password, and choose the PIN within an hour.",
    notSaved: "Your PIN was not saved. Please try again later or call support",
    signOut: "Sign out",
  },
});
