import { z } from "@fieldfare/contract";
import {
  type Device,
  type PropertyDetails,
  createQuickJobIds,
  recordingTime,
} from "@fieldfare/device";
import {
  isPrimaryByDefault,
  quickJobReceived,
  type QuickStep,
  quickSteps,
  type QuickJobState,
} from "@fieldfare/domain";
import { parseAnswers, type ReportMalformed } from "../../phone/drafts.ts";

const foundProperty = z.object({ propertyId: z.string(), fullAddress: z.string() });

const knownContact = z.object({
  propertyContactId: z.string(),
  fullName: z.string(),
  isPrimaryContact: z.boolean(),
});

const sorLine = z.object({
  sorPriceId: z.number(),
  sorCode: z.string(),
  shortDescription: z.string(),
  quantity: z.string(),
});

/** The schema of the stored draft. */
const quickState = z.object({
  step: z.enum(quickSteps),
  ids: z.object({ jobId: z.string(), propertyId: z.string(), propertyContactId: z.string() }),
  client: z.nullable(z.object({ clientId: z.number(), name: z.string() })),
  property: z.nullable(foundProperty),
  /** What was typed to find the property. */
  propertySearch: z.optional(z.string()),
  /** The contacts of the chosen property. */
  contacts: z.array(knownContact),
  isNewProperty: z.boolean(),
  newProperty: z.object({
    addressLine1: z.string(),
    addressLine2: z.string(),
    addressLine3: z.string(),
    addressLine4: z.string(),
    postcode: z.string(),
  }),
  contact: z.nullable(knownContact),
  isNewContact: z.boolean(),
  newContact: z.object({
    fullName: z.string(),
    contactType: z.nullable(z.number()),
    homeTelephone: z.string(),
    mobilePhone: z.string(),
    /** The engineer's choice. Without it the new contact is primary only if the property has no primary contact. */
    isPrimary: z.optional(z.boolean()),
  }),
  type: z.nullable(
    z.object({ jobDetailTypeId: z.number(), name: z.string(), categoryName: z.string() }),
  ),
  priority: z.nullable(
    z.object({
      value: z.number(),
      text: z.string(),
      description: z.optional(z.nullable(z.string())),
    }),
  ),
  serviceLevel: z.nullable(
    z.object({ targetResponseDateTime: z.string(), targetCompletionDateTime: z.string() }),
  ),
  jobDetails: z.string(),
  sors: z.array(sorLine),
  dateReceived: z.string(),
  /** A save was tried: the office may have a part of the job, even if no answer arrived. */
  isSent: z.optional(z.boolean()),
});

export type QuickState = z.output<typeof quickState>;
export type SorLine = z.output<typeof sorLine>;

/** Returns the stored job, or a new one if none is stored. */
export function parseQuickState(
  device: Device,
  saved: unknown,
  report: ReportMalformed,
): QuickState {
  const state = parseAnswers(quickState, saved, newQuickState(device), report);
  return { ...state, dateReceived: quickJobReceived(state, recordingTime(device)) };
}

/**
 * Returns a quick job that is not begun. It has the ids of what it creates already, so that a repeat creates nothing
 * twice.
 */
export function newQuickState(device: Device): QuickState {
  return {
    step: "client",
    ids: createQuickJobIds(device),
    client: null,
    property: null,
    contacts: [],
    isNewProperty: false,
    newProperty: {
      addressLine1: "",
      addressLine2: "",
      addressLine3: "",
      addressLine4: "",
      postcode: "",
    },
    contact: null,
    isNewContact: false,
    newContact: {
      fullName: "",
      contactType: null,
      homeTelephone: "",
      mobilePhone: "",
    },
    type: null,
    priority: null,
    serviceLevel: null,
    jobDetails: "",
    sors: [],
    dateReceived: recordingTime(device).toISOString(),
  };
}

/** Sets the client. A different client clears the property, the contact, the priority and the SORs. */
export function withClient(state: QuickState, client: QuickState["client"]): QuickState {
  if (client?.clientId === state.client?.clientId) return { ...state, client };
  return {
    ...state,
    client,
    property: null,
    propertySearch: "",
    contacts: [],
    contact: null,
    priority: null,
    serviceLevel: null,
    sors: [],
  };
}

/** Whether the new contact becomes the property's primary contact. */
export function isNewContactPrimary({ newContact, contacts, isNewProperty }: QuickState): boolean {
  return newContact.isPrimary ?? isPrimaryByDefault(isNewProperty ? [] : contacts);
}

/**
 * Returns the contacts of a property to choose from. The contact that this job adds is left out: after an interrupted
 * save the server lists that contact too, and its own name would then count as taken.
 */
export function contactChoices(
  { ids }: QuickState,
  contacts: PropertyDetails["contacts"],
): QuickState["contacts"] {
  return contacts
    .filter(({ propertyContactId }) => propertyContactId !== ids.propertyContactId)
    .map(({ propertyContactId, fullName, isPrimaryContact }) => ({
      propertyContactId,
      fullName,
      isPrimaryContact,
    }));
}

/** Sets the property and its contacts. A different property clears the chosen contact. */
export function withProperty(
  state: QuickState,
  property: QuickState["property"],
  contacts: QuickState["contacts"],
): QuickState {
  const isSame = property !== null && property.propertyId === state.property?.propertyId;
  return {
    ...state,
    property,
    contacts,
    isNewProperty: false,
    contact: isSame ? state.contact : null,
    isNewContact: isSame ? state.isNewContact : false,
    newContact: isSame ? state.newContact : { ...state.newContact, isPrimary: undefined },
  };
}

/** Returns what the steps of the wizard depend on. `clients` is the number of the engineer's clients. */
export function buildStepContext(state: QuickState, clients: number): QuickJobState {
  return {
    clients,
    isNewProperty: state.isNewProperty,
    contacts: state.isNewProperty ? 0 : state.contacts.length,
    isNewContact: state.isNewContact,
  };
}

/** The props of every step. */
export interface StepProps {
  readonly state: QuickState;
  readonly change: (next: QuickState) => void;
  /** Resolves when all changes are stored. */
  readonly settle: () => Promise<boolean>;
  /** Stores `next` and goes to the step that follows it. */
  readonly goOn: (next: QuickState) => void;
  readonly goTo: (step: QuickStep) => void;
  /** The props of the step's page. */
  readonly frame: StepFrame;
}

export interface StepFrame {
  readonly step: QuickStep;
  readonly number: number;
  readonly all: number;
  /** True when the wizard has opened with a stored job: the engineer may have wanted a new one. */
  readonly isReopened: boolean;
  readonly back: () => void;
  readonly discard: () => void;
}
