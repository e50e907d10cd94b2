import type { Command } from "@fieldfare/contract";
import { absenceStatus } from "@fieldfare/domain";
import type { Actor } from "../actions/act.ts";

/**
 * Takes a decision of the office over into the stored absence, so that the list is right without a network. A request to
 * cancel that the engineer has made meanwhile stays.
 */
export async function applyAbsenceDecision(
  { unit }: Actor,
  { absenceRequestId, decision, reason }: Extract<Command, { readonly type: "AbsenceDecision" }>,
): Promise<void> {
  const before = await unit.database.absence.get(absenceRequestId);
  if (!before) return;
  switch (decision) {
    case "approved":
      return unit.put("absence", {
        ...before,
        status: absenceStatus.approved,
        reviewerComment: reason,
      });
    case "rejected":
      return unit.put("absence", {
        ...before,
        status: absenceStatus.rejected,
        rejectReason: reason,
      });
    case "cancellation-approved":
      return unit.remove("absence", absenceRequestId);
    case "cancellation-rejected":
      return unit.put("absence", {
        ...before,
        cancelStatus: absenceStatus.rejected,
        reviewerComment: reason ?? before.reviewerComment,
      });
  }
}
