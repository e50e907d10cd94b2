import type { PropertyTenant } from "@fieldfare/device";
import { isAvailable, splitContacts } from "@fieldfare/domain";
import { useWork } from "../record.ts";
import { RecordList } from "../record-list.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { ContactCard } from "./contact-card.tsx";
import { useContactTypes } from "./contact-types.ts";
import { words } from "./words.ts";

const path = "/jobs/selected/tenants";

/** Who is to be reached at the property, and how. */
export function ContactsScreen({ job }: JobScreen) {
  const work = useWork(job);
  const types = useContactTypes();
  const spoken = words();
  const isEditable = isAvailable("edit-work", job);
  const groups = work && splitContacts(work.contacts);
  const typeOf = ({ contactType }: PropertyTenant) =>
    types?.find(({ value }) => value === contactType)?.text;
  return (
    <RecordList
      job={job}
      name="contacts"
      icon="users"
      spoken={spoken}
      add={`${path}/add`}
      groups={
        groups && [
          { title: spoken.existing, records: groups.existing },
          { title: spoken.added, records: groups.added },
        ]
      }
      keyOf={(contact) => contact.propertyTenantId}
      estimate={170}
    >
      {(contact) => (
        <ContactCard
          contact={contact}
          type={typeOf(contact)}
          to={isEditable && `${path}/edit/${contact.propertyTenantId}`}
        />
      )}
    </RecordList>
  );
}
