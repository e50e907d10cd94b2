import type { JobContent, Payload } from "@fieldfare/contract";
import {
  readApplianceAnswers,
  validateAppliance,
  validateCauses,
  causeLevels,
  validateClosing,
  findChangedAppliances,
  findRecordsBeforeAppliance,
  findHeatingContradictions,
  readGasOff,
  findRemovedAppliances,
  readContactAnswers,
  validateContact,
  firstIssue,
  type HoldReason,
  validateHoldReason,
  isFaultlessCheck,
  isOffered,
  londonDay,
  type MessageFlag,
  type MessageFlagHead,
  validateNote,
  parseReceived,
  type RootCause,
  validateSignature,
  unusedParts,
} from "@fieldfare/domain";
import { parsePhoneNumberFromString as parsePhone } from "libphonenumber-js/min";

/**
 * Applies the app's own rules to a received message. A message that breaks a rule is recorded and flagged: the
 * engineer was there, and the office has to look at it.
 */
export function validateHold(
  payload: Payload<"JobHoldChange">,
  reasons: readonly HoldReason[],
): readonly MessageFlag[] {
  if (!payload.isOnHold) return [];
  const answers = { reason: payload.holdReasonId, details: payload.holdDescription ?? "" };
  const issue = firstIssue(validateHoldReason(answers, reasons));
  return issue ? [`hold: ${issue}`] : [];
}

/**
 * Returns `closing: ` and the issue, for each rule that the close breaks. `causes` are the office's root causes.
 */
export function validateClose(
  { job, outcome }: Payload<"JobClose">,
  causes: readonly RootCause[],
): readonly MessageFlag[] {
  const { outcomeId, customerSignature, heatingStatus, partsNotUsedNote, rootCauses } = outcome;
  const { customerName, optOut, dataUrl } = customerSignature;
  const { customForms: forms, parts, notes } = job;
  const isUnexplained = unusedParts(parts).length > 0 && !partsNotUsedNote?.trim();
  const issues = [
    isOffered(outcomeId, parts) ? null : "outcome-not-offered",
    ...validateClosing(outcomeId, { forms, parts, noteCount: notes.length }),
    isUnexplained ? "explanation-missing" : null,
    outcome.tenantReviewCompleted ? null : "review-missing",
    heatingStatus === null ? "yes-or-no-missing" : null,
    ...(heatingStatus ? findHeatingContradictions(heatingStatus, readGasOff(forms)) : []),
    isFaultlessCheck(forms) ? null : findCauseIssue(rootCauses, causes),
    firstIssue(validateSignature({ customerName, optOut, signature: dataUrl })),
  ];
  return issues.flatMap((issue) => (issue ? [`closing: ${issue}` as const] : []));
}

/**
 * The list may have changed since the engineer chose: a cause that is no longer in it does not count as missing.
 */
function findCauseIssue(
  chain: Payload<"JobClose">["outcome"]["rootCauses"],
  causes: readonly RootCause[],
): string | null {
  if (causes.length > 0 && chain.length === 0) return "cause-missing";
  const answers = chain.map(({ rootCauseId, additionalText }) => ({
    rootCauseId,
    additionalText: additionalText ?? "",
  }));
  const issues = validateCauses(causeLevels(causes, answers));
  return issues.find(({ additionalText }) => additionalText)?.additionalText ?? null;
}

/** Checks only what was recorded on this visit: the engineer did not enter what came with the job. */
export function validateContent(content: JobContent, at: string): readonly MessageFlag[] {
  const visitStartedAt = Date.parse(content.statusTimestamps.New ?? at);
  const isOwn = (row: { readonly addedByEngineer: boolean; readonly modifiedOn: string }) =>
    row.addedByEngineer && Date.parse(row.modifiedOn) >= visitStartedAt;
  const today = londonDay(new Date(at));
  const { notes, plannedSors, parts, propertyAssets, tenants } = content;
  const removedAppliances = findRemovedAppliances(
    content.customForms,
    content.removed?.propertyAssetIds,
  );
  const changedAppliances = findChangedAppliances(content.customForms, propertyAssets);
  const recordsBefore = findRecordsBeforeAppliance(content.customForms, propertyAssets);
  const issues = [
    ...notes.map((note) => prefixIssue("note", firstIssue(validateNote(note)))),
    ...plannedSors.map((sor) =>
      prefixIssue("SOR", sor.usageType === 2 && !isQuantity(sor.qty) ? "quantity-invalid" : null),
    ),
    ...parts.map((part) => prefixIssue("part", part.addedByFieldOp ? validatePart(part) : null)),
    ...propertyAssets
      .filter((row) => isOwn(row) && !row.scrapped)
      .map((row) =>
        prefixIssue("appliance", firstIssue(validateAppliance(readApplianceAnswers(row), today))),
      ),
    ...tenants.filter(isOwn).map((row) => {
      const others = tenants.filter(
        ({ propertyTenantId }) => propertyTenantId !== row.propertyTenantId,
      );
      return prefixIssue(
        "contact",
        firstIssue(validateContact(readContactAnswers(row), { others, parsePhone })),
      );
    }),
    ...removedAppliances.map(({ name }) => `form: names deleted appliance ${name}` as const),
    ...changedAppliances.map(
      ({ name, isScrapped }) =>
        `form: ${isScrapped ? "scrapped" : "changed"} after the record was complete: ${name}` as const,
    ),
    ...recordsBefore.map(
      () =>
        "form: gas appliance added after the record was complete, which does not name it" as const,
    ),
  ];
  return [...new Set(issues.filter((issue) => issue !== null))];
}

/**
 * Returns which rules the receipt of a part breaks. `ordered` is the part as it was ordered, or null when the job has
 * no such part.
 */
export function brokenCollectionRules(
  { qty, qtyCollected }: Payload<"PartCollected">,
  ordered: { readonly qty: number } | null,
): readonly MessageFlag[] {
  if (!ordered) return [];
  // The device's count of earlier collections is used: another message may have recorded them already.
  const before = { status: "Collect", qty: ordered.qty, qtyCollected: qtyCollected - qty };
  const received = parseReceived(String(qty), before);
  return received.ok ? [] : [`collection: ${received.refusal}`];
}

function prefixIssue(what: MessageFlagHead, issue: string | null): MessageFlag | null {
  return issue === null ? null : `${what}: ${issue}`;
}

function validatePart(part: JobContent["parts"][number]): string | null {
  if (part.shortDescription.trim() === "") return "description-missing";
  const quantity = part.usageType === 3 ? part.qtyRequired : part.qtyUsed;
  return quantity < 0 || quantity > maxQuantity ? "quantity-invalid" : null;
}

const maxQuantity = 999;

function isQuantity(quantity: number): boolean {
  return quantity > 0 && Math.abs(Math.round(quantity * 100) - quantity * 100) < 1e-6;
}
