import type {
  JobDetailFaults,
  NewContactFaults,
  NewPropertyFaults,
  QuickStep,
} from "@fieldfare/domain";
import { defineWords, plural } from "../../ui/language.ts";

const propertyFaults: Record<NonNullable<NewPropertyFaults[keyof NewPropertyFaults]>, string> = {
  "address-missing": "Please enter the first line of the address.",
  "postcode-missing": "Please enter a postcode.",
  "postcode-invalid": "Please enter a valid postcode.",
  "too-long": "Please use at most 200 characters.",
};

const contactFaults: Record<NonNullable<NewContactFaults[keyof NewContactFaults]>, string> = {
  "full-name-missing": "Full name is required",
  "full-name-not-unique": "Full name must be unique for this property",
  "full-name-too-long": "Please use at most 200 characters.",
  "contact-type-missing": "Property Contact Type is required",
  "phone-invalid": "Please provide a UK phone number of 11 to 13 characters",
};

const detailFaults: Record<NonNullable<JobDetailFaults[keyof JobDetailFaults]>, string> = {
  "type-missing": "Please select a Job Type.",
  "priority-missing": "Please select a Priority.",
  "details-missing": "Please enter Job Details.",
  "details-too-long": "Please use at most 10,000 characters.",
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

export const words = defineWords({
  en: {
    title: "New Job",
    steps,
    stepOf: (number: number, all: number) => `Step ${number} of ${all}`,
    next: "Next",
    discard: "Discard",
    discardQuestion: "Discard this job?",
    discardText: "What you have entered for this job is deleted.",
    keep: "Keep it",
    offline: "No signal",
    offlineText:
      "You must have Internet connectivity to create a job. What you have entered is kept on this phone.",
    failed: "That could not be loaded",
    tryLater: "Please try again later",
    retry: "Try again",
    loading: "Loading",
    noClients: "No clients found",
    noClientsText: "The office has not set up a client for new jobs yet.",
    chooseClient: "For which client is the job?",
    property: "Property",
    propertyHint: "Type a house number, street or postcode.",
    propertyNone: "No matching properties found",
    propertyMissing: "You must select a property before continuing",
    notFound: "Property not found? Add it",
    postcode: "Postcode",
    findAddress: "Find address",
    finding: "Looking for addresses",
    chooseAddress: "Choose the address",
    noAddresses: "No addresses found at this postcode. Please enter the address below.",
    postcodeFailed:
      "Sorry, addresses cannot be looked up at the moment. Please enter the address below.",
    address: "Address",
    addressLine: (number: number) => `Address line ${number}`,
    propertyFaults,
    chooseContact: "Who is to be reached?",
    contactMissing: "You must select a contact before continuing",
    primary: "Primary contact",
    addContact: "Somebody else",
    fullName: "Full name",
    contactType: "Property Contact Type",
    home: "Home phone",
    mobile: "Mobile phone",
    isPrimary: "Primary contact",
    contactFaults,
    type: "Job Type",
    typeHint: "Type a piece of its name, such as heating.",
    typeNone: "No matching job types found",
    priority: "Priority",
    serviceLevel: (response: string, completion: string) =>
      `Answer by ${response}, complete by ${completion}`,
    jobDetails: "Job Details",
    detailFaults,
    sors: "SORs",
    sorAdd: "Add a SOR of the client's contracts",
    sorNone: "No matching SORs found",
    sorQuantity: (code: string) => `Quantity of ${code}`,
    sorRemove: (code: string) => `Remove ${code}`,
    quantityWrong: "Please enter a quantity above 0, up to 9,999.99.",
    sorCount: (count: number) => plural(count, { one: "# SOR", other: "# SORs" }),
    summaryText: "Check the job. Saving it books it for you.",
    client: "Client",
    contact: "Contact",
    newMark: (name: string) => `${name} (new)`,
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
      "This job, or a part of it, had been saved before it was changed. Select 'Save' again to save it as a new job.",
    saveFailedText: "Unable to save jobs at this time.",
  },
});
