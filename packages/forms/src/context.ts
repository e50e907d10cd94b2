import type { CustomerSignature, Danger } from "@fieldfare/domain";
import type {
  DataRow,
  Property,
  PropertyAppliance,
  PropertyTenant,
  ServerJob,
} from "@fieldfare/contract";
import type { Answers } from "./definition.ts";

/** What is known at the place and time of opening a form; plain data. */
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
  /** Scrapped ones are left out. */
  readonly appliances: readonly PropertyAppliance[];
  /** Those who left are left out. */
  readonly tenants: readonly PropertyTenant[];
  /** The words of lookups: `Type`, `Location` and so on. */
  readonly lists: readonly DataRow<"DomainData">[];
  readonly engineer: { readonly name: string; readonly signature?: string | null };
  /** Of the last completed form of this kind at the property. */
  readonly previousAnswers: Answers | null;
  /** Answers of the other forms of this job: what is carried or remembered was perhaps said there today. */
  readonly otherFormAnswers?: Answers | undefined;
  /** The dangers that the job's gas safety record tells of: a warning notice is about them. */
  readonly dangers?: readonly Danger[] | undefined;
  /** Who signed for the customer on another form of this job. */
  readonly customer?: CustomerSignature | null | undefined;
  /** What this engineer gave last time to questions marked `remember`. */
  readonly remembered: Answers;
}

/** The word of a lookup; nothing for what nobody chose or nobody knows. */
export function lookupText(context: FormContext, fieldName: string, value: number | null): string {
  if (value === null) return "";
  const row = context.lists.find((one) => one.fieldName === fieldName && one.value === value);
  return row?.text ?? "";
}
