import { Text } from "@mantine/core";
import { useOperativeName } from "../../server/names.ts";
import { formatDuration, formatExactMoment } from "../../ui/dates.ts";
import { Empty } from "../../ui/empty.tsx";
import { Section } from "../../ui/page.tsx";
import { Pill } from "../../ui/pill.tsx";
import table from "../../ui/table.module.css";
import styles from "./job-screen.module.css";
import { useListTexts } from "./lists.ts";
import { describeFlag } from "./message-names.ts";
import type { FieldJob } from "./queries.ts";
import { strings } from "./strings.ts";
import { listTimeline } from "./timeline.ts";

/** Milliseconds: a smaller difference of the clocks says nothing. */
const notableOffsetMs = 60_000;

/** Lists what the office did and every message about the job, with the time of the phone and the time of the server. */
export function TimelineSection({ field }: { readonly field: FieldJob }) {
  const engineerName = useOperativeName();
  const readListText = useListTexts();
  const rows = listTimeline(field, { engineerName, readListText });
  return (
    <Section id="timeline" title={strings.sections.timeline}>
      {rows.length === 0 && <Empty title={nothingYet}>{firstMessage}</Empty>}
      {rows.length > 0 && (
        <div className={table.scroll}>
          <table className={table.table} aria-label={strings.sections.timeline}>
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col">Who</th>
                <th scope="col">Time of the phone</th>
                <th scope="col">Time of the server</th>
                <th scope="col">Remarks</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, what, who, at, message, commentState }) => (
                <tr key={key}>
                  <td className={styles.event}>{what}</td>
                  <td>{who}</td>
                  <td>{message && formatExactMoment(message.messageCreatedOn)}</td>
                  <td>{formatExactMoment(at)}</td>
                  <td>
                    {message && <Remarks message={message} />}
                    {commentState?.map((text) => (
                      <div key={text}>{text}</div>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length > 0 && field.messages.length === 0 && (
        <Text c="dimmed" mt="xs">
          {field.fieldOperativeId === null ? nobody : `${nothingYet}. ${firstMessage}`}
        </Text>
      )}
    </Section>
  );
}

const nothingYet = "Nothing has arrived from the phone yet";
const nobody = "Nobody has this job yet.";
const firstMessage = "The first message says that the phone has the job.";

function Remarks({ message }: { readonly message: FieldJob["messages"][number] }) {
  const { clockOffsetMs, flags, isEvidence } = message;
  const offset = clockOffsetMs ?? 0;
  return (
    <>
      {isEvidence && <Pill tone="neutral">Evidence</Pill>}{" "}
      {flags.map((flag) => (
        <div key={flag}>
          <Pill tone="warn">Flagged</Pill> {describeFlag(flag)}
        </div>
      ))}
      {Math.abs(offset) >= notableOffsetMs &&
        `The phone's clock was ${formatDuration(offset)} ${offset > 0 ? "slow" : "fast"}`}
    </>
  );
}
