import { readContact, updateContact } from "@fieldfare/device";
import { contactAnswersOf } from "@fieldfare/domain";
import { useRecord } from "../record.ts";
import { EntryLoading, RecordEntry } from "../record-entry.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { useCaller } from "./caller.ts";
import { parseAnswers } from "./contact-answers.ts";
import { ContactForm } from "./contact-form.tsx";
import { LeaveButton, LeftContact } from "./leaving.tsx";
import { words } from "./words.ts";

export function EditContactScreen({ job }: JobScreen) {
  const { returnTo } = useCaller();
  const { record, expectRemoval } = useRecord(job, "propertyTenantId", readContact, returnTo);
  const spoken = words();
  if (!record) return <EntryLoading title={spoken.editTitle} list={returnTo} />;
  if (record.flagDeleted) return <LeftContact job={job} contact={record} />;
  const { propertyTenantId } = record;
  return (
    <RecordEntry
      job={job}
      kind={`contact:${propertyTenantId}`}
      title={spoken.editTitle}
      list={returnTo}
      original={contactAnswersOf(record)}
      parse={parseAnswers}
    >
      {(begun) => (
        <ContactForm
          {...begun}
          contactId={propertyTenantId}
          submit={spoken.update}
          done={spoken.wasUpdated}
          save={(device, answers) => updateContact(device, job.jobId, propertyTenantId, answers)}
        >
          <LeaveButton
            job={job}
            contact={record}
            draft={begun.draft}
            expectRemoval={expectRemoval}
          />
        </ContactForm>
      )}
    </RecordEntry>
  );
}
