import {
  markContactLeft,
  type PropertyTenant,
  reinstateContact,
  removeContact,
} from "@fieldfare/device";
import type { ContactAnswers } from "@fieldfare/domain";
import { RetireButton, RetiredRecord, RemoveButton } from "../record/record-removal.tsx";
import type { Entry } from "../record/record-entry.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { useCaller } from "./caller.ts";
import { ContactCard } from "./contact-card.tsx";
import { useContactTypes } from "./contact-types.ts";
import { strings } from "./strings.ts";

/** Removes a contact that the engineer added. Marks any other contact as left, which can be undone. */
export function LeaveButton(props: { entry: Entry<ContactAnswers>; contact: PropertyTenant }) {
  const { entry, contact } = props;
  const { jobId } = entry.job;
  const { propertyTenantId } = contact;
  if (contact.addedByEngineer)
    return (
      <RemoveButton
        entry={entry}
        name={contact.fullName}
        remove={(device) => removeContact(device, jobId, propertyTenantId)}
        text={strings()}
      />
    );
  return (
    <RetireButton
      entry={entry}
      icon="sign-out"
      retire={(device) => markContactLeft(device, jobId, propertyTenantId)}
      reinstate={(device) => reinstateContact(device, jobId, propertyTenantId)}
      text={strings()}
    />
  );
}

/** A contact who has left can only be reinstated, not changed. */
export function LeftContact({ job, contact }: JobScreen & { contact: PropertyTenant }) {
  const types = useContactTypes();
  const { returnTo } = useCaller();
  const text = strings();
  const type = types?.find(({ value }) => value === contact.contactType)?.text;
  return (
    <RetiredRecord
      title={text.updateTitle}
      list={returnTo}
      note={text.hasLeft}
      reinstate={(device) => reinstateContact(device, job.jobId, contact.propertyTenantId)}
      text={text}
    >
      <ContactCard contact={contact} type={type} to={false} />
    </RetiredRecord>
  );
}
