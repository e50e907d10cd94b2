import type { CustomerSignature, Danger, RecordAnswer } from "@fieldfare/domain";
import type {
  DataRow,
  Property,
  PropertyAppliance,
  PropertyTenant,
  ServerJob,
} from "@fieldfare/contract";
import type { Answers } from "../definition/definition.ts";

/** The data of the property, job and day with which a form is opened; plain data. */
export interface FormContext {
  /** The calendar day in London, YYYY-MM-DD. */
  readonly today: string;
  readonly job: Pick<ServerJob, "jobId" | "formattedJobId" | "description" | "issuer">;
  readonly property: Pick<
    Property,
    | "propertyId"
    | "addressLine1"
    | "addressLine2"
    | "addressLine3"
    | "addressLine4"
    | "postcode"
    | "uprn"
    | "landlord"
  >;
  /** Without scrapped appliances. */
  readonly appliances: readonly PropertyAppliance[];
  /** The ids of appliances that the engineer deleted from the property during this job. */
  readonly removedAppliances?: readonly string[] | undefined;
  /** Without tenants who have left. */
  readonly tenants: readonly PropertyTenant[];
  /** The texts of lookups: `Type`, `Location` and so on. */
  readonly lists: readonly DataRow<"DomainData">[];
  readonly engineer: { readonly name: string; readonly signature?: string | null };
  /** The answers of the last completed form of this kind at the property. */
  readonly previousAnswers: Answers | null;
  /** The answers of the other forms of this job. They are newer than carried or remembered answers. */
  readonly otherFormAnswers?: Answers | undefined;
  /** The dangers on the job's gas safety record, which a warning notice is about. */
  readonly dangers?: readonly Danger[] | undefined;
  /** What the job's warning notice says about questions of this form that have no answer yet. */
  readonly noticeAnswers?: readonly RecordAnswer[] | undefined;
  /** Who signed for the customer on another form of this job. */
  readonly customer?: CustomerSignature | null | undefined;
  /** This engineer's last answers to questions marked `remember`. */
  readonly remembered: Answers;
}

/** Returns the text of a lookup; empty if the value is null or not in the list. */
export function lookupText(context: FormContext, fieldName: string, value: number | null): string {
  if (value === null) return "";
  const row = context.lists.find((one) => one.fieldName === fieldName && one.value === value);
  return row?.text ?? "";
}
