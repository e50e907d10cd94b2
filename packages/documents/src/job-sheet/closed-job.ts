import type {
  DataRow,
  JobPart,
  Payload,
  PropertyAppliance,
  PropertyTenant,
} from "@fieldfare/contract";
import type { DocumentVisit } from "../document-code.ts";

/** A job as its closing message reported it. Later changes of the job or its property do not appear. */
export interface ClosedJob {
  readonly visit: DocumentVisit;
  readonly categoryName: string;
  readonly detailTypeName: string;
  readonly taskDetails: string | null;
  readonly jobPriority: string | null;
  readonly appointmentDateTime: Date;
  /** The lines of the address, with the postcode last. */
  readonly address: readonly string[];
  readonly engineerName: string;
  readonly mobileNumber: string | null;
  readonly closing: Closing;
  /** When access was gained and when the job was put on hold, in order. A hold removes the access time from the job. */
  readonly accessAndHolds: readonly AccessOrHold[];
  readonly closedOn: Date;
  /** The engineer had not received the office's last change of planned SORs and ordered parts. */
  readonly hasOutdatedOrders: boolean;
  readonly removed: RemovedRecords;
  readonly images: readonly ClosedImage[];
  readonly lists: Lists;
}

/** The records that engineers had added before and that the closing removed, as they were. */
export interface RemovedRecords {
  readonly appliances: readonly PropertyAppliance[];
  readonly contacts: readonly PropertyTenant[];
  readonly parts: readonly JobPart[];
}

/** The message that ended the visit. */
export type Closing =
  | { readonly kind: "JobClose"; readonly payload: Payload<"JobClose"> }
  | { readonly kind: "JobNoAccess"; readonly payload: Payload<"JobNoAccess"> }
  | { readonly kind: "JobRemove"; readonly payload: Payload<"JobRemove"> }
  /** The visit was cancelled after something had been recorded. */
  | { readonly kind: "JobStatusChange"; readonly payload: Payload<"JobStatusChange"> };

/** When access was gained, or when and why the job was put on hold. */
export type AccessOrHold =
  | { readonly kind: "access"; readonly at: Date }
  | {
      readonly kind: "hold";
      readonly at: Date;
      readonly holdReasonId: number | null;
      readonly holdDescription: string | null;
    };

/** An image of the job that the server has. */
export interface ClosedImage {
  readonly imageId: string;
  /** The record that it belongs to: a note, an appliance, a form, or the job. */
  readonly entityId: string;
  readonly sha256: string;
  readonly takenOn: Date;
}

/** The texts of the numbers in the closing message. */
export interface Lists {
  readonly domainData: readonly Pick<DataRow<"DomainData">, "fieldName" | "value" | "text">[];
  readonly rootCauses: readonly DataRow<"RootCauses">[];
  readonly unitTypes: readonly DataRow<"PartUnitType">[];
  /** The names of forms by customFormId. */
  readonly formNames: ReadonlyMap<string, string>;
}
