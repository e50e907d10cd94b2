import type { JobAttachment } from "@fieldfare/contract";
import { listNeeds } from "../../server/visit-needs/needs.ts";
import { loadAttachment, useForms } from "../../server/visit-needs/queries.ts";
import { needNames } from "../../server/visit-needs/strings.ts";
import { formatBytes } from "../../ui/bytes.ts";
import { Facts } from "../../ui/facts.tsx";
import { Section } from "../../ui/page.tsx";
import table from "../../ui/table.module.css";
import { FileTable } from "./file-table.tsx";
import styles from "./job-screen.module.css";
import type { FieldJob } from "./queries.ts";
import { strings } from "./strings.ts";

/** Whether the office has asked for anything that this section shows. Alerts are among those of the home. */
export function hasNeeds({ needs }: FieldJob): boolean {
  return listNeeds({ ...needs, alertCodes: [] }).length > 0;
}

/** Shows what the office has asked for besides the work: forms, key safe, contacts of the visit, and files to read. */
export function NeedsSection({ field }: { readonly field: FieldJob }) {
  const { requiredForms, keySafe, visitContacts } = field.needs;
  const { data: forms } = useForms();
  const names = new Map<string, string>(
    [...(forms ?? []), ...field.forms].map(({ customFormId, name }) => [customFormId, name]),
  );
  return (
    <Section id="needs" title={strings.sections.needs}>
      <Facts
        facts={[
          [
            needNames.requiredForms,
            requiredForms.map((id) => names.get(id) ?? strings.unknownForm).join("\n"),
          ],
          [strings.keySafeLocation, keySafe?.location],
          [strings.keySafeCode, keySafe?.code],
        ]}
      />
      {visitContacts.length > 0 && (
        <>
          <h3 className={styles.subheading}>{needNames.visitContacts}</h3>
          <div className={table.scroll}>
            <table className={table.table} aria-label={needNames.visitContacts}>
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">Who it is</th>
                  <th scope="col">Telephone</th>
                  <th scope="col">Email address</th>
                </tr>
              </thead>
              <tbody>
                {visitContacts.map((contact, index) => (
                  <tr key={index}>
                    <td>{contact.fullName}</td>
                    <td>{contact.role}</td>
                    <td>{contact.telephone}</td>
                    <td>{contact.emailAddress}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      <Attachments attachments={field.job.attachments ?? []} />
    </Section>
  );
}

function Attachments({ attachments }: { readonly attachments: readonly JobAttachment[] }) {
  if (attachments.length === 0) return null;
  return (
    <>
      <h3 className={styles.subheading}>{needNames.attachmentIds}</h3>
      <FileTable
        label={needNames.attachmentIds}
        columns={["File", "Size"]}
        files={attachments.map(({ attachmentId, name, contentType, bytes }) => ({
          id: attachmentId,
          name,
          contentType,
          details: [formatBytes(bytes)],
        }))}
        load={loadAttachment}
      />
    </>
  );
}
