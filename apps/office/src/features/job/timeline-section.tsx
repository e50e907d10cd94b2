import { useOperativeName } from "../../server/names.ts";
import { formatDuration, formatExactMoment } from "../../ui/dates.ts";
import { Empty } from "../../ui/empty.tsx";
import { Section } from "../../ui/page.tsx";
import { Pill } from "../../ui/pill.tsx";
import table from "../../ui/table.module.css";
import { describeFlag, describeMessage } from "./message-names.ts";
import type { FieldJob } from "./queries.ts";
import { strings } from "./strings.ts";

/** Milliseconds: a smaller difference of the clocks says nothing. */
const notableOffsetMs = 60_000;

/** Lists every message about the job with the time of the phone and the time of the server. */
export function TimelineSection({ field: { messages } }: { readonly field: FieldJob }) {
  const engineerName = useOperativeName();
  return (
    <Section id="timeline" title={strings.sections.timeline}>
      {messages.length === 0 ? (
        <Empty title="Nothing has arrived from the phone yet">
          The first message says that the phone has the job.
        </Empty>
      ) : (
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
              {messages.map((message) => (
                <tr key={message.messageId}>
                  <td>{describeMessage(message.type, message.payload)}</td>
                  <td>{engineerName(message.fieldOperativeId)}</td>
                  <td>{formatExactMoment(message.messageCreatedOn)}</td>
                  <td>{formatExactMoment(message.receivedOn)}</td>
                  <td>
                    <Remarks message={message} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

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
