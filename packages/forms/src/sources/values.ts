import { isOwnNoticeNumber, buildNoticeNumber } from "@fieldfare/domain";
import type { FormContext } from "./context.ts";

const previousPrefix = "previous.";

/** The values of `valueFrom`, besides `previous.<question>` and, in a panel of an appliance, `appliance.<name>`. */
const sources: Readonly<Record<string, (context: FormContext) => unknown>> = {
  today: ({ today }) => today,
  recordNumber: ({ job, today }) => `${job.formattedJobId}-${today.slice(2).replaceAll("-", "")}`,
  /** The number that the record quotes already, else a new one. */
  noticeNumber: ({ job, today, dangers = [] }) =>
    dangers.map(({ noticeNumber }) => noticeNumber).find(isOwnNoticeNumber) ??
    buildNoticeNumber(job.formattedJobId, today),
  "engineer.name": ({ engineer }) => engineer.name,
  "issuer.business.name": ({ job }) => job.issuer?.business?.name,
  "issuer.business.address": ({ job }) => job.issuer?.business?.address,
  "issuer.business.telephone": ({ job }) => job.issuer?.business?.telephone ?? undefined,
  "issuer.business.gasSafeRegistration": ({ job }) =>
    job.issuer?.business?.gasSafeRegistration ?? undefined,
  "issuer.gasSafeIdCard": ({ job }) => job.issuer?.gasSafeIdCard ?? undefined,
  "engineer.signature": ({ engineer }) => engineer.signature ?? undefined,
  "property.address": ({ property }) =>
    [property.addressLine1, property.addressLine2, property.addressLine3, property.addressLine4]
      .filter(Boolean)
      .join(", "),
  "property.postcode": ({ property }) => property.postcode,
  "property.uprn": ({ property }) => property.uprn ?? undefined,
  "landlord.name": ({ property }) => property.landlord?.name,
  "landlord.address": ({ property }) => property.landlord?.address,
  "tenants.primary": ({ tenants }) => findPrimaryTenant(tenants)?.fullName,
  "tenants.primaryPhone": ({ tenants }) => findPrimaryTenant(tenants)?.phones[0]?.number,
  "customer.name": ({ customer, tenants }) =>
    customer?.name ?? findPrimaryTenant(tenants)?.fullName,
  "customer.role": ({ customer, tenants }) => {
    if (customer) return customer.role;
    return findPrimaryTenant(tenants) ? "Tenant" : undefined;
  },
  "customer.signature": ({ customer }) => customer?.signature,
  "job.reference": ({ job }) => job.formattedJobId,
  "job.category": ({ job }) => job.description.categoryName,
  "job.detailType": ({ job }) => job.description.detailTypeName,
};

/** Whether a definition may name it in `valueFrom`. */
export function isValueSource(name: string): boolean {
  return Object.hasOwn(sources, name) || /^previous\.[A-Za-z0-9_]+$/.test(name);
}

/** Returns undefined if the source has no value. */
export function valueFrom(name: string, context: FormContext): unknown {
  if (Object.hasOwn(sources, name)) return sources[name]?.(context);
  if (!name.startsWith(previousPrefix)) return undefined;
  return previousValue(context, name.slice(previousPrefix.length));
}

/** Returns only plain values, because an earlier version may have asked another question under this name. */
export function previousValue({ previousAnswers }: FormContext, question: string): unknown {
  if (!previousAnswers || !Object.hasOwn(previousAnswers, question)) return undefined;
  return plainValue(previousAnswers[question]);
}

/** Returns a text, a number or a boolean; undefined for anything else. */
export function plainValue(value: unknown): unknown {
  const isPlain =
    typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isPlain ? value : undefined;
}

function findPrimaryTenant(tenants: FormContext["tenants"]) {
  const present = tenants.filter(({ flagDeleted }) => !flagDeleted);
  return present.find(({ isPrimaryTenant }) => isPrimaryTenant) ?? present[0];
}
