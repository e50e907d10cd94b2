import { isRecord, readNumberField, readTextField } from "@fieldfare/domain";
import { needNames } from "../../server/visit-needs/strings.ts";
import { describeRead } from "../../server/comment-texts.ts";
import { formatMoment } from "../../ui/dates.ts";
import { isDeclinedByPhone } from "./cancellation.ts";
import { nameImages } from "./image-names.ts";
import type { ReadListText } from "./lists.ts";
import { messageNames } from "./message-names.ts";
import type { FieldJob } from "./queries.ts";
import { strings } from "./strings.ts";

const words = strings.timeline;

type Message = FieldJob["messages"][number];
type Action = FieldJob["officeActions"][number];

/** Something that happened to a job: a message of a phone, or what the office did. */
export interface TimelineRow {
  readonly key: string;
  readonly what: string;
  readonly who: string;
  /** By the clock of the server, ISO 8601. */
  readonly at: string;
  /** Null: the office did it. */
  readonly message: Message | null;
  /** How far a comment of the office has come. */
  readonly commentState?: readonly string[];
}

interface Names {
  readonly engineerName: (fieldOperativeId: string | null) => string;
  readonly readListText: ReadListText;
}

/** Lists what happened to a job, as the server learned of it. */
export function listTimeline(field: FieldJob, names: Names): TimelineRow[] {
  const { messages, officeActions } = field;
  const received = findReceipts(messages);
  const imageNames = nameImages(field, names.readListText);
  return [
    ...messages.map((message) => ({
      key: message.messageId,
      what: received.has(message.messageId)
        ? words.received
        : describeMessage(field, message, { ...names, imageNames }),
      who: names.engineerName(message.fieldOperativeId),
      at: message.receivedOn,
      message,
    })),
    ...officeActions.map((action) => ({
      key: String(action.sequence),
      what: describeAction(action, names),
      who: action.by ?? "",
      at: action.at,
      message: null,
      ...(action.commentState && {
        commentState: describeCommentState(action.commentState, names),
      }),
    })),
    ...listLateCancellation(field),
  ].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

/**
 * The messages that only say that a phone has the job. It is reported like setting a job back to new. Earlier apps do not say
 * which it is: the first of a phone is its receipt.
 */
function findReceipts(messages: readonly Message[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(
    messages.flatMap(({ messageId, type, deviceId, payload }) => {
      const status = readTextField(payload, "currentStatus");
      if (type !== "JobStatusChange" || (status !== "New" && status !== "Reset")) return [];
      const key = `${deviceId} ${readTextField(payload, "fieldOperativeAppointmentId")}`;
      const isFirst = !seen.has(key);
      seen.add(key);
      const isSaid = isRecord(payload) ? payload.isAcknowledgement : undefined;
      const hasWork = isRecord(payload) && payload.job !== undefined;
      return !hasWork && (typeof isSaid === "boolean" ? isSaid : isFirst) ? [messageId] : [];
    }),
  );
}

/** A job that a phone had is cancelled when it is removed: the office has asked for it before, and no entry says so. */
function listLateCancellation({ cancellation, officeActions }: FieldJob): TimelineRow[] {
  const at = cancellation?.cancelledOn ?? null;
  if (at === null || officeActions.some(({ action }) => action === "job-cancelled")) return [];
  return [{ key: "cancelled", what: words.cancelled, who: "", at, message: null }];
}

interface MessageNames extends Names {
  readonly imageNames: ReturnType<typeof nameImages>;
}

/** Says what a message reported. */
function describeMessage(field: FieldJob, { type, payload }: Message, names: MessageNames): string {
  const readText = (list: string, name: string) =>
    names.readListText(list, readNumberField(payload, name) ?? null);
  const name = messageNames[type];
  switch (type) {
    case "JobStatusChange": {
      const status = readTextField(payload, "currentStatus") ?? "";
      if (isHandOver(status, payload)) return words.handedOver;
      return words.statuses[status] ?? status;
    }
    case "JobHoldChange":
      return isRecord(payload) && payload.isOnHold === true
        ? join(
            words.onHold,
            readText("HoldReason", "holdReasonId"),
            readTextField(payload, "holdDescription"),
          )
        : words.holdReleased;
    case "JobImage":
      return names.imageNames.get(readTextField(payload, "imageId") ?? "") ?? name;
    case "JobNoAccess":
      return join(name, readText("NoAccessReason", "noAccessReasonId"));
    case "RejectRemoveRequest":
      return join(
        name,
        words.declineReasons[readNumberField(payload, "reason") ?? 0],
        isDeclinedByPhone(readNumberField(payload, "reason"))
          ? null
          : readTextField(payload, "comment"),
      );
    case "PropertyNotificationConfirm":
      return join(name, nameNotice(field, payload));
    case "PartCollected":
      return join(name, namePart(field, payload));
    default:
      return name;
  }
}

/** A phone that is wiped during a visit says what was recorded in it so far, with the status that it has. */
function isHandOver(status: string, payload: unknown): boolean {
  const isUnderWay = status === "Travelling" || status === "OnSite" || status === "AccessGained";
  return isUnderWay && isRecord(payload) && payload.job !== undefined;
}

function nameNotice({ job }: FieldJob, payload: unknown): string {
  if (readTextField(payload, "notice") === "PartsRequired") return words.partsNotice;
  const id = readTextField(payload, "propertyNotificationId");
  const alert = job.property.notifications.find((each) => each.propertyNotificationId === id);
  return alert ? words.warning(alert.code) : words.unknownNotice;
}

function namePart({ job }: FieldJob, payload: unknown): string | null {
  const id = readTextField(payload, "jobPartId");
  const part = job.parts.find(({ jobPartId }) => jobPartId === id);
  return part ? `${readNumberField(payload, "qty") ?? ""} x ${part.shortDescription}` : null;
}

function describeAction(action: Action, { engineerName }: Names): string {
  const { fieldOperativeId, previousFieldOperativeId, appointmentDateTime, isForced } = action;
  const time = appointmentDateTime === null ? null : formatMoment(appointmentDateTime);
  const withForce = (text: string) => (isForced ? `${text}, ${words.withoutAsking}` : text);
  switch (action.action) {
    case "job-raised":
      return join(
        fieldOperativeId === null ? words.raised : words.raisedFor(engineerName(fieldOperativeId)),
        time,
      );
    case "job-assigned":
      if (action.isGivenBack) return join(words.givenBack(engineerName(fieldOperativeId)), time);
      if (previousFieldOperativeId === null)
        return join(words.assigned(engineerName(fieldOperativeId)), time);
      if (previousFieldOperativeId !== fieldOperativeId)
        return join(
          withForce(
            words.moved(engineerName(previousFieldOperativeId), engineerName(fieldOperativeId)),
          ),
          time,
        );
      return time === null
        ? words.assignedAgain(engineerName(fieldOperativeId))
        : join(words.newTime, time);
    case "job-changed":
      return join(words.changed, action.changed.map(nameDetail).join(", "), time);
    case "job-removal-requested":
      return fieldOperativeId === null
        ? words.takenOff(engineerName(previousFieldOperativeId))
        : withForce(words.removalRequested);
    case "job-cancellation-requested":
      return withForce(words.cancellationRequested);
    case "job-cancelled":
      return words.cancelled;
    case "command-queued":
      return join(words.comment, action.comment);
    case "part-ordered":
      return join(
        words.partOrder,
        action.part?.shortDescription,
        words.partStates[action.part?.state ?? ""],
      );
    default:
      return action.action satisfies never;
  }
}

function describeCommentState(
  { fieldOperativeId, receivedOn, readOn }: NonNullable<Action["commentState"]>,
  { engineerName }: Names,
): readonly string[] {
  if (receivedOn === null) return [words.commentNotShown];
  const read = readOn === null ? [] : [describeRead(engineerName(fieldOperativeId), readOn)];
  return [words.commentReceived(formatMoment(receivedOn)), ...read];
}

function nameDetail(name: string): string {
  const known: Readonly<Record<string, string>> = {
    ...strings.change.names,
    ...needNames,
    ...words.details,
  };
  return known[name] ?? name;
}

function join(...texts: readonly (string | null | undefined)[]): string {
  return texts.filter(Boolean).join(": ");
}
