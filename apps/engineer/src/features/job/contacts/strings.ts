import { isolateText } from "@fieldfare/domain";
import type { ContactIssues, Phone } from "@fieldfare/domain";
import { defineStrings } from "../../../ui/language.ts";

const issues: Record<ContactIssues[keyof ContactIssues], string> = {
  "full-name-missing": "Full name is required",
  "full-name-not-unique": "Full name must be unique for this property",
  "full-name-too-long": "Full name may have 200 characters at most",
  "contact-type-missing": "Property Contact Type is required",
  "email-invalid": "Please provide a vaild email address",
  "email-missing": "Please provide a vaild email address",
  "phone-invalid": "Please provide a UK phone number of 11 to 13 characters",
  "phone-missing": "Please provide a phone number to call",
  "mobile-missing": "Please provide a mobile or alternative number for texts",
};

const phoneTypes: Record<Phone["phoneType"], string> = {
  Mobile: "Mobile",
  Home: "Home",
  Alt: "Alternative",
};

const refusals = {
  ...issues,
  "not-found": "This contact is no longer part of the property.",
  "contact-left": "This contact has left. Reinstate the contact first.",
  "added-by-engineer": "A contact that you added is removed instead.",
  "not-added-by-engineer": "Only contacts that you added can be removed.",
};

export const strings = defineStrings({
  en: {
    title: "Contacts",
    empty: "No Property Contacts found",
    emptyHint: "Select 'Add' to enter one",
    notSaved: {
      added: "A contact is not saved yet",
      changed: "A change to a contact is not saved yet",
    },
    groups: { existing: "Existing Property Contacts", added: "Added Property Contacts" },
    add: "Add",
    left: "Left",
    primary: "Primary",
    prefers: (methods: string) => `Prefers ${methods}`,
    methods: { email: "Email", phone: "Phone", text: "Text" },
    phoneTypes,
    call: (name: string, type: string, number: string) =>
      `Call ${isolateText(name)}, ${type} ${number}`,
    ofVisit: "Contacts for this visit",
    callNumber: (name: string, number: string) => `Call ${isolateText(name)}, ${number}`,
    text: (name: string, type: string, number: string) =>
      `Text ${isolateText(name)}, ${type} ${number}`,
    mail: (name: string, address: string) => `Email ${isolateText(name)}, ${address}`,
    links: (name: string) => `Reach ${isolateText(name)}`,
    addTitle: "Add Contact",
    updateTitle: "Edit Property Contact",
    fullName: "Full name",
    contactType: "Property Contact Type",
    emailAddress: "Email (optional)",
    mobile: "Mobile (optional)",
    home: "Home (optional)",
    alt: "Alternative (optional)",
    preferred: "Preferred contact methods",
    isPrimary: "Primary contact",
    noTypes: "No matching types found",
    issues,
    submit: "Submit",
    update: "Update",
    adding: "Saving contact",
    updating: "Saving contact",
    added: "Contact added",
    updated: "Contact updated",
    hasLeft: "This contact has left the property.",
    retire: "Mark Left",
    wasRetired: "Contact marked as left",
    undo: "Undo",
    reinstate: "Reinstate",
    wasReinstated: "Contact reinstated",
    remove: "Remove Contact",
    removeQuestion: "Remove this contact?",
    keep: "Keep contact",
    wasRemoved: "Contact removed",
    refusals,
  },
});
