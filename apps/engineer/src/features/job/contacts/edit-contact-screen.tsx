import { readContact, updateContact } from "@fieldfare/device";
import { readContactAnswers } from "@fieldfare/domain";
import { useRecord } from "../record.ts";
import { EntryLoading, RecordEntry } from "../record-entry.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { useCaller } from "./caller.ts";
import { parseAnswers } from "./contact-answers.ts";
import { ContactForm } from "./contact-form.tsx";
import { LeaveButton, LeftContact } from "./leaving.tsx";
import { strings } from "./strings.ts";

export function EditContactScreen({ job }: JobScreen) {
  const { returnTo } = useCaller();
  const { record, expectRemoval } = useRecord(job, "propertyTenantId", readContact, returnTo);
  const text = strings();
  if (!record) return <EntryLoading title={text.editTitle} list={returnTo} />;
  if (record.flagDeleted) return <LeftContact job={job} contact={record} />;
  const { propertyTenantId } = record;
  return (
    <RecordEntry
      job={job}
      kind={`contact:${propertyTenantId}`}
      title={text.editTitle}
      list={returnTo}
      original={readContactAnswers(record)}
      parse={parseAnswers}
    >
      {(base) => (
        <ContactForm
          {...base}
          contactId={propertyTenantId}
          submit={text.update}
          done={text.wasUpdated}
          save={(device, answers) => updateContact(device, job.jobId, propertyTenantId, answers)}
        >
          <LeaveButton
            job={job}
            contact={record}
            draft={base.draft}
            expectRemoval={expectRemoval}
          />
        </ContactForm>
      )}
    </RecordEntry>
  );
}
