import type { Disallowed } from "@fieldfare/device";
import { isolateText } from "@fieldfare/domain";
import type {
  JobDetailIssues,
  NewContactIssues,
  NewPropertyIssues,
  QuickStep,
} from "@fieldfare/domain";
import { defineStrings, formatList, plural } from "../../ui/language.ts";

const propertyIssues: Record<NonNullable<NewPropertyIssues[keyof NewPropertyIssues]>, string> = {
  "address-missing": "Please enter the first line of the address.",
  "postcode-missing": "Please enter a postcode.",
  "postcode-invalid": "Please enter a valid postcode.",
  "too-long": "Please use at most 200 characters.",
};

const contactIssues: Record<NonNullable<NewContactIssues[keyof NewContactIssues]>, string> = {
  "full-name-missing": "Full name is required",
  "full-name-not-unique": "Full name must be unique for this property",
  "full-name-too-long": "Please use at most 200 characters.",
  "contact-type-missing": "Property Contact Type is required",
  "phone-invalid": "Please provide a UK phone number of 11 to 13 characters",
};

const detailIssues: Record<NonNullable<JobDetailIssues[keyof JobDetailIssues]>, string> = {
  "type-missing": "Please select a Job Type.",
  "priority-missing": "Please select a Priority.",
  "details-missing": "Please enter Job Details.",
  "details-too-long": "Please use at most 10,000 characters.",
};

const disallowedSteps: Record<Disallowed, string> = {
  "not-allowed": "do this",
  "may-not-search-properties": "search properties",
  "may-not-open-property": "open properties and raise jobs there",
  "may-not-add-property": "add properties",
  "may-not-add-contact": "add contacts",
};

const steps: Record<QuickStep, string> = {
  client: "Client",
  property: "Property",
  "new-property": "New property",
  contact: "Contact",
  "new-contact": "New contact",
  details: "Job details",
  summary: "Summary",
};

export const strings = defineStrings({
  en: {
    title: "New Job",
    steps,
    stepPosition: (number: number, all: number) => `Step ${number} of ${all}`,
    next: "Next",
    reopened: "This job is not saved yet",
    reopenedText:
      "You started this job earlier. Continue with it, or discard it to start another one.",
    discard: "Discard",
    discardQuestion: "Discard this job?",
    discardText: "Everything you have entered for this job is deleted.",
    discardSentText: (parts: readonly string[]) =>
      `You have tried to save this job, so the office may already have ${formatList(parts)}. Discarding it here does not take that back. Call the office if the job is not needed.`,
    sentProperty: "the new property",
    sentContact: "the new contact",
    sentJob: "the job",
    keep: "Keep it",
    offline: "No signal",
    offlineText:
      "You must have Internet connectivity to create a job. What you have entered is saved on this phone.",
    noAnswer: "The server's answer did not come",
    noAnswerText:
      "The office may have this job already. Save it again: that is safe, and it stays one job.",
    notAllowed: "You may not do this",
    describeDisallowed: (disallowed: Disallowed) =>
      `The office has not allowed you to ${disallowedSteps[disallowed]}. Ask the office. What you have entered stays here.`,
    failed: "This could not be loaded",
    tryLater: "Please try again later",
    retry: "Try again",
    loading: "Loading",
    noClients: "No clients found",
    noClientsText: "The office has not set up a client for new jobs yet.",
    chooseClient: "Which client is the job for?",
    property: "Property",
    propertyHint: "Type a house number, street or postcode.",
    propertyNone: "No matching properties found",
    propertyMissing: "You must select a property before continuing",
    notFound: "Property not found? Add it",
    postcode: "Postcode",
    findAddress: "Find address",
    searching: "Looking for addresses",
    chooseAddress: "Choose the address",
    noAddresses: "No addresses found at this postcode. Please enter the address below.",
    postcodeFailed:
      "Sorry, addresses cannot be looked up at the moment. Please enter the address below.",
    address: "Address",
    addressLine: (number: number) => `Address line ${number}`,
    propertyIssues,
    chooseContact: "Who should we contact?",
    contactMissing: "You must select a contact before continuing",
    primary: "Primary contact",
    addContact: "Add a contact",
    fullName: "Full name",
    contactType: "Property Contact Type",
    home: "Home phone",
    mobile: "Mobile phone",
    isPrimary: "Primary contact",
    contactIssues,
    type: "Job Type",
    typeHint: "Type part of its name, such as heating.",
    typeNone: "No matching job types found",
    yes: "Yes",
    no: "No",
    primaryInsteadOf: (name: string) => `Yes, instead of ${isolateText(name)}`,
    priority: "Priority",
    priorityMeaning: "Priority means",
    serviceLevel: (response: string, completion: string) =>
      `Respond by ${response}, complete by ${completion}`,
    jobDetails: "Job Details",
    detailIssues,
    sors: "SORs",
    sorAdd: "Add a SOR from the client's contracts",
    sorNone: "No matching SORs found",
    sorQuantity: (code: string) => `Quantity of ${code}`,
    sorRemove: (code: string) => `Remove ${code}`,
    quantityWrong: "Please enter a quantity above 0, up to 9,999.99.",
    sorCount: (count: number) => plural(count, { one: "# SOR", other: "# SORs" }),
    summaryText: "Check the job. Saving it also books it for you.",
    client: "Client",
    contact: "Contact",
    newMark: (name: string) => `${isolateText(name)} (new)`,
    response: "Target response",
    completion: "Target completion",
    change: (what: string) => `Change ${what.toLowerCase()}`,
    save: "Save",
    saving: "Saving",
    saved: "The job has been saved",
    savedElsewhere: "The job has been saved. It appears here at the next refresh.",
    saveFailed: "Saving Job Failed",
    savedBefore: "Please check your jobs",
    savedBeforeText:
      "This job, or part of it, was already saved before you changed it. Select 'Save' again to save it as a new job.",
    saveFailedText: "Unable to save jobs at this time.",
  },
});
