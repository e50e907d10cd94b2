import type { JobPart, PlannedSor } from "@fieldfare/contract";
import type {
  HactCodes,
  HactRateScheduleItem,
  HactStep,
  JobStatusUpdateMessage,
  WorkOrderCompleteMessage,
} from "@fieldfare/contract/office";
import { londonDay, londonTime } from "@fieldfare/domain";
import type { StoredWorkElement } from "../../database/schema/hact.ts";
import { findCode } from "./codes.ts";

/** A work order as the messages about it name it. */
export interface WorkOrderFacts {
  readonly reference: string;
  readonly allocatedBy: string | null;
  readonly workElements: readonly StoredWorkElement[];
}

export interface OperativeFacts {
  readonly fieldOperativeId: string;
  readonly name: string;
}

export interface PhotoFacts {
  readonly imageId: string;
  readonly contentType: string;
  readonly takenOn: Date;
  /** Where the housing system reads it. Null: the server has no public address. */
  readonly uri: string | null;
  /** The bytes in base64. Null: they are not embedded. */
  readonly content: string | null;
}

/** What happened in a job, once. */
export interface StepFacts {
  readonly messageId: string;
  readonly step: HactStep | "closed" | "delivered";
  readonly happenedOn: Date;
  readonly operative: OperativeFacts | null;
  /** The appointment, where the step is about it. */
  readonly appointment: { readonly at: Date; readonly name: string | null } | null;
  /** The outcome of a closed job. */
  readonly outcomeId: number | null;
  readonly comments: string | null;
  readonly photos: readonly PhotoFacts[];
}

/** What was done, for the completion. */
export interface WorkFacts {
  readonly sors: readonly PlannedSor[];
  readonly parts: readonly JobPart[];
  readonly operatives: readonly OperativeFacts[];
}

const allocatedByUs = "Fieldfare";

/** Whether a job with this outcome is complete for the housing system. */
export function isComplete(codes: HactCodes, outcomeId: number | null): boolean {
  return findCode(codes.outcomes, String(outcomeId))?.isComplete ?? false;
}

/** Maps a step to a JobStatusUpdate. Null: the tables say that nothing is sent. */
export function mapStep(
  order: WorkOrderFacts,
  step: StepFacts,
  codes: HactCodes,
): JobStatusUpdateMessage | null {
  const status = findStatus(step, codes);
  if (!status) return null;
  const { messageId, operative, appointment, comments, photos, happenedOn } = step;
  const elements = listElementReferences(order);
  return {
    Reference: { ID: messageId, AllocatedBy: allocatedByUs },
    RelatedWorkOrderReference: mapReference(order),
    ...(elements.length > 0 && { RelatedWorkElementReference: elements }),
    EventTime: happenedOn.toISOString(),
    TypeCode: status.typeCode,
    ...(status.otherType !== null && { OtherType: status.otherType }),
    ...(operative && { OperativesAssigned: [mapOperative(operative)] }),
    ...(appointment && { RefinedAppointmentWindow: mapAppointment(appointment) }),
    ...(comments !== null && { Comments: comments.slice(0, 20_000) }),
    ...(photos.length > 0 && { Evidence: photos.map(mapPhoto) }),
  };
}

function findStatus(
  { step, outcomeId }: StepFacts,
  codes: HactCodes,
): { typeCode: string; otherType: string | null } | null {
  if (step === "closed" || step === "delivered")
    return findCode(codes.outcomes, String(outcomeId))?.status ?? null;
  return codes.statuses[step];
}

/** Maps the work of a job that is complete. `updates` are its JobStatusUpdates, oldest first. */
export function mapCompletion(
  order: WorkOrderFacts,
  work: WorkFacts,
  updates: readonly JobStatusUpdateMessage[],
  codes: HactCodes,
): WorkOrderCompleteMessage {
  const elements = listElementReferences(order);
  const trades = [...new Set(order.workElements.flatMap((element) => element.trades))];
  return {
    WorkOrderReference: mapReference(order),
    BillOfMaterialItem: work.parts.filter((part) => part.qtyUsed > 0).map(mapPart),
    CompletedWorkElements: mapElements(order, work.sors, codes),
    OperativesUsed: work.operatives.map((operative) => ({
      ...(trades.length > 0 && { Trade: trades.map((Code) => ({ Code })) }),
      ...(elements.length > 0 && { WorkElementReference: elements }),
      ...mapOperative(operative),
    })),
    JobStatusUpdates: [...updates],
  };
}

/**
 * The codes that were done, in the elements that ordered them. What two elements ordered is in the first one; what
 * the engineer added is an element without a reference.
 */
function mapElements(
  { workElements }: WorkOrderFacts,
  sors: readonly PlannedSor[],
  codes: HactCodes,
): WorkOrderCompleteMessage["CompletedWorkElements"] {
  const left = new Map(
    sors.filter(({ qtyUsed }) => qtyUsed > 0).map((sor) => [sor.sorCodeId, sor]),
  );
  const ordered = workElements.map(({ reference, trades, sors: own }) => {
    const items = own.flatMap(({ sorCodeId, code, isNational }) => {
      const used = left.get(sorCodeId);
      left.delete(sorCodeId);
      return used ? [mapSor(used, code, isNational)] : [];
    });
    return {
      ...(reference && { Reference: reference }),
      ...(trades.length > 0 && { Trade: trades.map((Code) => ({ Code })) }),
      RateScheduleItem: items,
    };
  });
  const added = [...left.values()].map((sor) =>
    mapSor(sor, findHactCode(codes, sor.sorCode) ?? sor.sorCode, false),
  );
  return [
    ...ordered.filter((element) => element.RateScheduleItem.length > 0),
    ...(added.length > 0 ? [{ RateScheduleItem: added }] : []),
  ];
}

/** The code of the housing system that the table maps to one of ours. */
function findHactCode({ sors }: HactCodes, own: string): string | undefined {
  return Object.entries(sors).find(([, code]) => code === own)?.[0];
}

function mapSor(sor: PlannedSor, code: string, isNational: boolean): HactRateScheduleItem {
  return {
    ...(isNational ? { M3NHFSORCode: code } : { CustomCode: code }),
    CustomName: sor.shortDescription,
    Quantity: { Amount: [sor.qtyUsed] },
  };
}

function mapPart(part: JobPart): HactRateScheduleItem {
  const code = (part.internalPartCode ?? part.manufacturerPartCode)?.slice(0, 50);
  return {
    ...(code && { CustomCode: code }),
    CustomName: part.shortDescription,
    Quantity: { Amount: [part.qtyUsed] },
  };
}

function mapReference({ reference, allocatedBy }: WorkOrderFacts) {
  return { ID: reference, ...(allocatedBy !== null && { AllocatedBy: allocatedBy }) };
}

function listElementReferences({ workElements }: WorkOrderFacts) {
  return workElements.flatMap(({ reference }) => (reference ? [reference] : []));
}

function mapOperative({ fieldOperativeId, name }: OperativeFacts) {
  return {
    Identification: { Type: "Fieldfare field operative", Number: fieldOperativeId },
    NameFull: name,
  };
}

function mapAppointment({ at, name }: NonNullable<StepFacts["appointment"]>) {
  const time = `${londonTime(at).slice(11)}:00`;
  return {
    Date: londonDay(at),
    TimeOfDay: { Name: name ?? time, EarliestArrivalTime: time },
  };
}

function mapPhoto({ imageId, contentType, takenOn, uri, content }: PhotoFacts) {
  return {
    Filename: `${imageId}.${contentType === "image/png" ? "png" : "jpg"}`,
    AsOfDate: londonDay(takenOn),
    Reference: [{ ID: imageId, AllocatedBy: allocatedByUs }],
    ...(uri !== null && { URI: uri }),
    ...(content !== null && { EmbeddedFileBinaryObject: content }),
  };
}
