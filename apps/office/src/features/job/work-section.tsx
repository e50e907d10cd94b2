import { Empty } from "../../ui/empty.tsx";
import { Section } from "../../ui/page.tsx";
import { Pill } from "../../ui/pill.tsx";
import table from "../../ui/table.module.css";
import styles from "./job-screen.module.css";
import { NoteText } from "./note-text.tsx";
import type { FieldJob } from "./queries.ts";
import { strings } from "./strings.ts";

type PartLocation = NonNullable<FieldJob["job"]["parts"][number]["location"]>;

const usages = { 1: "Ordered in advance", 2: "Used", 3: "To be ordered" } as const;

/**
 * Shows the notes, parts and SORs of the job. If the phone had not received the office's last change of the latter, it also
 * shows what the engineer worked with.
 */
export function WorkSection({ field: { job, closing } }: { readonly field: FieldJob }) {
  const { notes, parts, plannedSors } = job;
  const had = closing?.outdatedOrders ?? null;
  const partsTakenOut = (had?.parts ?? []).filter(
    ({ jobPartId }) => !parts.some((part) => part.jobPartId === jobPartId),
  );
  const sorsTakenOut = (had?.plannedSors ?? []).filter(
    ({ sorCodeId }) => !plannedSors.some((sor) => sor.sorCodeId === sorCodeId),
  );
  return (
    <Section id="work" title={strings.sections.work}>
      <h3 className={styles.subheading}>Notes ({notes.length})</h3>
      {notes.length === 0 && <Empty title="No notes" />}
      {notes.map((note) => (
        <NoteText key={note.engineeringNoteId} note={note} />
      ))}
      {had && <p className={styles.notice}>{strings.outdatedOrders}</p>}
      <h3 className={styles.subheading}>Parts ({parts.length})</h3>
      {parts.length + partsTakenOut.length === 0 ? (
        <Empty title="No parts" />
      ) : (
        <div className={table.scroll}>
          <table className={table.table} aria-label="Parts">
            <thead>
              <tr>
                <th scope="col">Part</th>
                <th scope="col">Kind</th>
                <th scope="col">Quantity</th>
                {had && <th scope="col">{strings.engineerHad}</th>}
                <th scope="col">Collected</th>
                <th scope="col">Used</th>
                <th scope="col">Comments</th>
              </tr>
            </thead>
            <tbody>
              {parts.map((part) => (
                <tr key={part.jobPartId}>
                  <td>
                    {part.shortDescription}{" "}
                    {part.isVanStock && <Pill tone="neutral">Van stock</Pill>}
                    {part.location && (
                      <div className={styles.caption}>
                        {strings.collectAt(describePlace(part.location))}
                      </div>
                    )}
                  </td>
                  <td>{usages[part.usageType]}</td>
                  <td>{part.qty}</td>
                  {had && (
                    <td>
                      {part.usageType === 1 &&
                        describeQuantity(
                          had.parts.find(({ jobPartId }) => jobPartId === part.jobPartId),
                        )}
                    </td>
                  )}
                  <td>{part.location ? part.qtyCollected : ""}</td>
                  <td>{part.qtyUsed}</td>
                  <td>{part.comments}</td>
                </tr>
              ))}
              {partsTakenOut.map(({ jobPartId, shortDescription, qty }) => (
                <tr key={jobPartId}>
                  <td>{shortDescription}</td>
                  <td>{usages[1]}</td>
                  <td>{strings.takenOut}</td>
                  <td>{qty}</td>
                  <td />
                  <td />
                  <td />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <h3 className={styles.subheading}>SORs ({plannedSors.length})</h3>
      {plannedSors.length + sorsTakenOut.length === 0 ? (
        <Empty title="No SORs" />
      ) : (
        <div className={table.scroll}>
          <table className={table.table} aria-label="SORs">
            <thead>
              <tr>
                <th scope="col">Code</th>
                <th scope="col">Description</th>
                <th scope="col">Planned</th>
                {had && <th scope="col">{strings.engineerHad}</th>}
                <th scope="col">Used</th>
              </tr>
            </thead>
            <tbody>
              {plannedSors.map((sor) => (
                <tr key={sor.sorCodeId}>
                  <td>{sor.sorCode}</td>
                  <td>{sor.shortDescription}</td>
                  <td>{sor.usageType === 2 ? "Added by the engineer" : sor.qty}</td>
                  {had && (
                    <td>
                      {describeHadSor(
                        sor,
                        had.plannedSors.find(({ sorCodeId }) => sorCodeId === sor.sorCodeId),
                      )}
                    </td>
                  )}
                  <td>{sor.qtyUsed}</td>
                </tr>
              ))}
              {sorsTakenOut.map(({ sorCodeId, sorCode, shortDescription, qty }) => (
                <tr key={sorCodeId}>
                  <td>{sorCode}</td>
                  <td>{shortDescription}</td>
                  <td>{strings.takenOut}</td>
                  <td>{qty}</td>
                  <td />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

/** What the phone had of something that the office has planned or ordered. */
function describeQuantity(had: { readonly qty: number } | undefined) {
  return had?.qty ?? strings.notOnPhone;
}

/** A code that was planned on the phone and that the office has taken out since counts as added by the engineer. */
function describeHadSor(
  { usageType }: FieldJob["job"]["plannedSors"][number],
  had: { readonly qty: number } | undefined,
) {
  return usageType === 2 && !had ? "" : describeQuantity(had);
}

function describePlace({ siteName, locationName, addressLine1 }: PartLocation): string {
  return [siteName, locationName, addressLine1].filter(Boolean).join(", ");
}
