import type { PartOrderRow } from "@fieldfare/contract/office";
import { writeCsv } from "../../ui/csv.ts";
import { formatForFile } from "../../ui/dates.ts";
import { downloadFile } from "../../ui/download.ts";
import { describePlace } from "./describe-place.ts";
import { strings } from "./strings.ts";

const heading = [
  strings.state,
  strings.part,
  strings.code,
  strings.quantity,
  strings.collected,
  strings.asked,
  strings.job,
  strings.address,
  strings.engineer,
  strings.comment,
  strings.purchaseOrder,
  strings.supplierReference,
  strings.expected,
  strings.place,
  strings.collectedFor,
  strings.reason,
];

/** Offers the parts that are shown as CSV. */
export function downloadParts(
  parts: readonly PartOrderRow[],
  engineerName: (id: string | null) => string,
): void {
  const rows = parts.map((part) => [
    strings.states[part.state],
    part.shortDescription,
    describeCodes(part),
    String(part.qty),
    String(part.qtyCollected),
    formatForFile(part.requestedOn),
    part.job.formattedJobId,
    part.address,
    engineerName((part.collectedFor ?? part.job).fieldOperativeId),
    part.comments ?? "",
    String(part.purchaseOrderId ?? ""),
    part.supplierTicketNumber ?? "",
    part.expectedOn ?? "",
    describePlace(part.location),
    part.collectedFor?.formattedJobId ?? "",
    part.reason ?? "",
  ]);
  const csv = writeCsv([heading, ...rows]);
  downloadFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), "parts.csv");
}

/** The codes by which a part is ordered. */
export function describeCodes({ manufacturerPartCode, internalPartCode }: PartOrderRow): string {
  return [manufacturerPartCode, internalPartCode].filter(Boolean).join(", ");
}
