import { addContact } from "@fieldfare/device";
import { blankContact } from "@fieldfare/domain";
import { AddRecord } from "../record/record-entry.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { useCaller } from "./caller.ts";
import { contactSchema } from "./contact-answers.ts";
import { ContactForm } from "./contact-form.tsx";
import { strings } from "./strings.ts";

/** The engineer adds a contact to the property, from the contact list or from the customer survey. */
export function AddContactScreen({ job }: JobScreen) {
  return (
    <AddRecord
      job={job}
      entity="contact"
      list={useCaller().returnTo}
      text={strings()}
      schema={contactSchema}
      blank={blankContact}
      add={addContact}
    >
      {(entry) => <ContactForm entry={entry} />}
    </AddRecord>
  );
}
