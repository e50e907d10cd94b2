import type { PropertyTenant } from "@fieldfare/device";
import { isAvailable, splitContacts } from "@fieldfare/domain";
import { useWork } from "../record/record.ts";
import { RecordList } from "../record/record-list.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { ContactCard, contactScreen } from "./contact-card.tsx";
import { useContactTypes } from "./contact-types.ts";
import { strings } from "./strings.ts";
import { VisitContacts } from "./visit-contacts.tsx";

const listPath = "/jobs/selected/tenants";

/** The contacts of the property, and how to reach them. */
export function ContactsScreen({ job }: JobScreen) {
  const work = useWork(job);
  const types = useContactTypes();
  const text = strings();
  const isEditable = isAvailable("edit-work", job);
  const { visitContacts = [] } = job;
  const groups = work && splitContacts(work.contacts);
  const findType = ({ contactType }: PropertyTenant) =>
    types?.find(({ value }) => value === contactType)?.text;
  return (
    <RecordList
      job={job}
      name="contacts"
      icon="users"
      entity="contact"
      text={text}
      first={visitContacts.length > 0 && <VisitContacts contacts={visitContacts} />}
      add={`${listPath}/add`}
      edit={contactScreen}
      groups={
        groups && [
          { title: text.groups.existing, records: groups.existing },
          { title: text.groups.added, records: groups.added },
        ]
      }
      getKey={(contact) => contact.propertyTenantId}
      estimate={170}
    >
      {(contact) => (
        <ContactCard
          contact={contact}
          type={findType(contact)}
          to={isEditable && contactScreen(contact.propertyTenantId)}
        />
      )}
    </RecordList>
  );
}
