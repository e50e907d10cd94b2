import type { CallBody } from "@fieldfare/contract";
import type { createJob } from "@fieldfare/contract/office";
import { parsePostcode, type ServiceLevel, serviceLevelDays } from "@fieldfare/domain";
import { buildWork, type PartDraft, type SorDraft } from "../../server/ordered-work/work.ts";
import { listNeeds, type NeedsDraft, readNeeds } from "../../server/visit-needs/needs.ts";
import type { JobType } from "../../server/job-types.ts";
import { describeLateVisit } from "../../server/late-visit.ts";
import { OfficeError } from "../../server/send-request.ts";
import type { Home } from "./home.ts";

const dayFormat = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  weekday: "short",
  day: "numeric",
  month: "short",
});

/** What was chosen and typed. */
export interface JobInput {
  readonly home: Home;
  readonly type: JobType;
  readonly appointmentDateTime: string;
  readonly engineer: string | null;
  readonly taskDetails: string | null;
  readonly accessNotes: string | null;
  readonly jobPriority: string | null;
  /** Undefined: it is not changed. */
  readonly clientId: number | null | undefined;
  readonly plannedSors: readonly SorDraft[];
  readonly parts: readonly PartDraft[];
  readonly needs: NeedsDraft;
  /** Undefined: the job is not raised from a case of damp and mould. */
  readonly dampCaseId?: string | undefined;
  /** The homes with the address of a new one that the user has read of. Undefined: a new one is meant, whatever is known. */
  readonly knownHomeIds: readonly string[] | undefined;
  /** The open jobs of the home that the user has read of. Undefined: another one is meant, whatever is open. */
  readonly openJobIds: readonly string[] | undefined;
}

/** Whether the server refused the job because the home has an open one of the same type that the user has not seen. */
export function isRaisedByAnother(error: unknown): boolean {
  return hasIssue(error, "expectedOpenJobIds");
}

/** Whether the server refused the job because a home with the address of the new one is known that the user has not confirmed. */
export function isHomeKnown(error: unknown): boolean {
  return hasIssue(error, "expectedPropertyIds");
}

/** Whether the server refused the job because the account of the engineer has been disabled meanwhile. */
export function isEngineerDisabled(error: unknown): boolean {
  return hasIssue(error, "expectedEngineer");
}

/** Whether the server refused the job because the case from which it is raised is not open, or not of the home. */
export function isCaseRefused(error: unknown): boolean {
  return hasIssue(error, "dampCaseId");
}

function hasIssue(error: unknown, name: string): boolean {
  const issues = error instanceof OfficeError ? error.problem?.issues : undefined;
  return issues?.some(({ path }) => path === name) ?? false;
}

/** What the server is sent. A repeat has the same `jobId` and content, so that it is the same job. */
export function buildDraft(
  jobId: string,
  {
    home,
    type,
    engineer,
    clientId,
    plannedSors,
    parts,
    needs,
    dampCaseId,
    openJobIds,
    knownHomeIds,
    ...rest
  }: JobInput,
): CallBody<typeof createJob> {
  const { propertyId, tenantName, tenantPhone, clientId: _known, ...address } = home;
  const fullName = tenantName.trim();
  const given = readNeeds(needs);
  return {
    jobId,
    fieldOperativeId: engineer,
    // Nobody is offered whose account is disabled.
    ...(engineer !== null && { expectedEngineer: { isDisabled: false } }),
    ...(dampCaseId !== undefined && { dampCaseId }),
    ...(propertyId !== null && openJobIds && { expectedOpenJobIds: [...openJobIds] }),
    ...(propertyId === null && knownHomeIds && { expectedPropertyIds: [...knownHomeIds] }),
    ...rest,
    ...buildWork(plannedSors, parts),
    ...Object.fromEntries(listNeeds(given).map((name) => [name, given[name]])),
    jobCategoryId: type.jobCategoryId,
    jobDetailTypeId: type.jobDetailTypeId,
    categoryName: type.categoryName,
    detailTypeName: type.name,
    property: {
      ...(clientId !== undefined && { clientId }),
      // The server stores the address of the draft: that of a known home must stay as it is.
      ...(propertyId === null ? tidyAddress(address) : { propertyId, ...address }),
      ...(fullName !== "" && { tenants: [buildTenant(fullName, tenantPhone.trim())] }),
    },
  };
}

type Address = Omit<Home, "propertyId" | "clientId" | "tenantName" | "tenantPhone">;

/** The flag of `contactMethodType` for the telephone. */
const byPhone = 2;

function buildTenant(fullName: string, number: string) {
  const phoneType = /^(07|\+44\s*7)/.test(number) ? ("Mobile" as const) : ("Home" as const);
  return {
    fullName,
    isPrimaryTenant: true,
    ...(number !== "" && { contactMethodType: byPhone, phones: [{ phoneType, number }] }),
  };
}

function tidyAddress(address: Address): Address {
  return {
    addressLine1: address.addressLine1.trim(),
    addressLine2: address.addressLine2?.trim() || null,
    addressLine3: address.addressLine3?.trim() || null,
    addressLine4: address.addressLine4?.trim() || null,
    postcode: parsePostcode(address.postcode) ?? address.postcode.trim().toUpperCase(),
  };
}

/** Says by which days a job of today has to be answered and completed. The days are those of London. */
export function describePriority(level: ServiceLevel, now: number): string {
  const days = serviceLevelDays(new Date(now), level);
  return `To be answered by ${writeDay(days.targetResponseDay)}, and completed by ${writeDay(days.targetCompletionDay)}`;
}

/** Says that an appointment comes too late for the priority of a job of today; null: it does not. */
export function describeLateness(
  level: ServiceLevel,
  appointmentDateTime: string,
  now: number,
): string | null {
  return describeLateVisit(serviceLevelDays(new Date(now), level), appointmentDateTime, writeDay);
}

const writeDay = (day: string) => dayFormat.format(new Date(`${day}T12:00:00Z`));
