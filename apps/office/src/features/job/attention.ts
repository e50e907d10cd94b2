import { formatMoment } from "../../ui/dates.ts";
import type { Tone } from "../../ui/pill.tsx";
import { describeFlag, messageNames } from "./message-names.ts";
import type { FieldJob } from "./queries.ts";
import { strings } from "./strings.ts";

/** A line of what needs attention. */
export interface Attention {
  readonly id: string;
  readonly tone: Tone;
  readonly kind: string;
  readonly text: string;
}

/**
 * Finds what is missing, what the server refused, what it flagged, and what forms say against each other. What is mended is left
 * to the timeline.
 */
export function findAttention({ closing, refused, messages, forms }: FieldJob): Attention[] {
  const missing = closing && !closing.delivered ? closing : null;
  return [
    ...(missing
      ? [
          {
            id: "missing",
            tone: "danger" as const,
            kind: "Missing",
            text:
              `${missing.arrivedMessages} of ${missing.numberOfMessages} messages have arrived since ` +
              `${formatMoment(missing.receivedOn)}. ${strings.imagesMissing(missing.missingImageIds.length)}: ` +
              "the phone sends them when it is online and the app is open.",
          },
        ]
      : []),
    ...refused.map(({ type, reason, receivedOn }, index) => ({
      id: `refused-${index}`,
      tone: "danger" as const,
      kind: "Refused",
      text: `${nameMessage(type)}, ${formatMoment(receivedOn)}: ${reason}`,
    })),
    ...listFlagged(messages),
    ...forms.flatMap(({ customFormId, name, check }) =>
      (check?.findings ?? []).map(({ severity, label, message, path }) => ({
        id: `${customFormId} ${path} ${message}`,
        tone: severity === "error" ? ("danger" as const) : ("warn" as const),
        kind: "Form",
        text: `${name}: ${label}. ${message}`,
      })),
    ),
  ];
}

/** Flags of messages that count: nothing is left to do. */
const settledFlags: readonly string[] = ["given-back", "accepted-after-enabling"];

function listFlagged(messages: FieldJob["messages"]): Attention[] {
  const flagged = messages.flatMap(({ messageId, deviceId, type, flags, receivedOn }) =>
    flags
      .filter((flag) => !settledFlags.includes(flag))
      .map((flag) => ({
        // Every message of a phone with a wrong clock has the flag, and the last one says how wrong it is.
        id: flag.startsWith("clock-corrected") ? `clock ${deviceId}` : `${messageId} ${flag}`,
        tone: "warn" as const,
        kind: "Flagged",
        text: `${nameMessage(type)}, ${formatMoment(receivedOn)}: ${describeFlag(flag)}`,
      })),
  );
  return [...new Map(flagged.map((line) => [line.id, line])).values()];
}

function nameMessage(type: string): string {
  return Object.entries(messageNames).find(([name]) => name === type)?.[1] ?? type;
}
