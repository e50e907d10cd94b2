import { formatMoment } from "../../ui/dates.ts";
import { Section } from "../../ui/page.tsx";
import { Pill, type Tone } from "../../ui/pill.tsx";
import styles from "./job-screen.module.css";
import { describeFlag, messageNames } from "./message-names.ts";
import type { FieldJob } from "./queries.ts";
import { strings } from "./strings.ts";

interface Attention {
  readonly id: string;
  readonly tone: Tone;
  readonly kind: string;
  readonly text: string;
}

/** Finds what is missing, what the server refused, what it flagged, and what forms say against each other. */
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
    ...messages.flatMap(({ messageId, type, flags, receivedOn }) =>
      flags.map((flag) => ({
        id: `${messageId} ${flag}`,
        tone: "warn" as const,
        kind: "Flagged",
        text: `${nameMessage(type)}, ${formatMoment(receivedOn)}: ${describeFlag(flag)}`,
      })),
    ),
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

function nameMessage(type: string): string {
  return Object.entries(messageNames).find(([name]) => name === type)?.[1] ?? type;
}

/** Lists what `findAttention` found. */
export function AttentionSection({ attention }: { readonly attention: readonly Attention[] }) {
  return (
    <Section id="attention" title={`${strings.sections.attention} (${attention.length})`}>
      <ul className={styles.list}>
        {attention.map(({ id, tone, kind, text }) => (
          <li key={id}>
            <Pill tone={tone}>{kind}</Pill> {text}
          </li>
        ))}
      </ul>
    </Section>
  );
}
