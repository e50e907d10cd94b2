import type { JobStatus } from "@fieldfare/domain";
import { defineStrings, formatNumber, plural } from "../ui/language.ts";

const statuses: Record<JobStatus, string> = {
  New: "New",
  Travelling: "Travelling",
  OnSite: "On site",
  AccessGained: "Access gained",
  Closed: "Closed",
};

export const lostWorkStrings = defineStrings({
  en: {
    statuses,
    otherPhone: "This is the first time that you use this browser",
    otherPhoneText:
      "What you record on another phone stays there and is sent from there. If you have worked in this browser before, its data was deleted: check your open jobs and record again what is missing.",
    unknown: "What had not been sent to the server cannot be recovered.",
    title: (lost: number | null, openVisits: number) => {
      if (lost === null) return "Work that was not sent cannot be recovered";
      if (lost > 0)
        return plural(lost, {
          one: "# message cannot be recovered",
          other: "# messages cannot be recovered",
        });
      return openVisits > 0
        ? "What you recorded in an open visit may be missing"
        : "As far as this phone knows, everything had been sent";
    },
    openVisit: (job: string, when: string) =>
      `Job ${job}, access gained ${when}: notes, parts, SORs, appliances, contacts and form answers reach the office when the job ends. Please check the job and record again what is missing.`,
    expected: (expected: number, received: number) =>
      `The server expected ${formatNumber(expected)} messages from this phone and has ${formatNumber(received)}.`,
    received: (received: number) =>
      plural(received, {
        one: "The server has # message from your registered phone. It is not known how many were recorded after it.",
        other:
          "The server has # messages from your registered phone. It is not known how many were recorded after them.",
      }),
    lastStep: (status: string, job: string, when: string) =>
      `The last step that the server has: ${status}, job ${job}, ${when}.`,
    noStep: "The server has no step of a job from you yet.",
    recordAgain:
      "Please check your open jobs and record again what is missing. The office is told as soon as you continue.",
  },
});
