import type { HeatingContradiction, HeatingQuestion } from "@fieldfare/domain";
import { defineStrings } from "../../../ui/language.ts";

const heatingQuestions: Record<HeatingQuestion, string> = {
  isHeatingOperational: "Is the heating operational?",
  hasHotWater: "Is there hot water?",
  wereTempHeatersLeft: "Were temporary heaters left?",
  isThePropertyCapped: "Is the property capped?",
};

const contradictions: Record<HeatingContradiction, string> = {
  "capped-on-notice":
    "The warning notice says that the supply was capped. If the property is not capped, correct the notice. The office is told of the difference.",
  "heating-though-off":
    "The gas supply or the boiler is off, as the warning notice or your answer says. If the heating works by other means, go on. The office is told of it.",
  "hot-water-though-off":
    "The gas supply or the boiler is off, as the warning notice or your answer says. If the hot water comes from something else, go on. The office is told of it.",
};

export const strings = defineStrings({
  en: {
    title: "Close Job",
    position: (step: number, steps: number) => `Step ${step} of ${steps}`,
    next: "Next",
    finish: "Finish",
    finishing: "Closing job",
    done: "Job closed",
    failed: "Job not closed: Please review the job and try again.",
    warningNotice: {
      title: "Warning notice missing",
      reason: "Reason for closing without it",
      hint: "The office reads this as a private note.",
      missing: "Please enter a reason, or write the warning notice.",
      tooLong: "Please use at most 500 characters.",
    },
    unusedParts: {
      title: "Unused parts",
      text: "These parts were ordered for this job and have not been used:",
      quantity: (count: number) => `${count} x`,
      explanation: "Explanation",
      missing: "Please enter an explanation.",
      tooLong: "Please use at most 2,000 characters.",
    },
    contacts: {
      title: "Review property contacts",
      text: "Please check with someone at the property who we should contact, and how.",
      confirm: "Contacts reviewed",
    },
    heating: {
      title: "Property heating",
      questions: heatingQuestions,
      yes: "Yes",
      no: "No",
      missing: "Please select Yes or No",
      capped: "The warning notice says that the supply was capped.",
      contradictions,
    },
    rootCause: {
      title: "Root cause",
      /** The label of the first level. Each further level is labelled with the cause chosen above it. */
      first: "Root cause",
      missing: (description: string) => `${description} required`,
      none: "No matching root causes found",
      text: "Description",
      textMissing: "Please provide a description",
    },
    signature: {
      title: "Customer signature",
      name: "Customer name",
      nameMissing: "Please enter the customer name",
      nameTooLong: "Please use at most 200 characters.",
      optOut: "The customer does not sign",
      pad: "Customer signature",
      signatureMissing: "Please obtain a signature",
      removed:
        "The name has changed since the customer signed, so the signature was removed. Ask for a new signature.",
    },
    signOff: {
      title: "Engineer sign-off",
      text: "What is recorded for this job is complete and correct, and the work was carried out as described.",
      removed: {
        appliances: "Appliances removed",
        contacts: "Contacts removed",
        parts: "Parts removed",
      },
      agree: "I agree",
      agreeMissing: "You must agree before submitting.",
    },
  },
});
