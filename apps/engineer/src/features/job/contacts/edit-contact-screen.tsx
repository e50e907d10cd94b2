import { readContact, updateContact } from "@fieldfare/device";
import { readContactAnswers } from "@fieldfare/domain";
import { useParams } from "@tanstack/react-router";
import { EditRecord } from "../record/record-entry.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { useCaller } from "./caller.ts";
import { contactSchema } from "./contact-answers.ts";
import { ContactForm } from "./contact-form.tsx";
import { LeaveButton, LeftContact } from "./leaving.tsx";
import { strings } from "./strings.ts";

/**
 * The engineer changes the contact that the address names, or records that it has left. One that has left cannot be
 * changed.
 */
export function EditContactScreen({ job }: JobScreen) {
  const { propertyTenantId } = useParams({ from: "/jobs/selected/tenants/edit/$propertyTenantId" });
  return (
    <EditRecord
      job={job}
      entity="contact"
      list={useCaller().returnTo}
      text={strings()}
      schema={contactSchema}
      id={propertyTenantId}
      read={readContact}
      getId={(contact) => contact.propertyTenantId}
      toAnswers={readContactAnswers}
      update={(device, jobId, contact, answers) =>
        updateContact(device, jobId, contact.propertyTenantId, answers)
      }
      renderEnded={(contact) => contact.flagDeleted && <LeftContact job={job} contact={contact} />}
    >
      {(entry, contact) => (
        <ContactForm entry={entry}>
          <LeaveButton entry={entry} contact={contact} />
        </ContactForm>
      )}
    </EditRecord>
  );
}
