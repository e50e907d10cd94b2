import { addContact } from "@fieldfare/device";
import { blankContact } from "@fieldfare/domain";
import { RecordEntry } from "../record-entry.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { useCaller } from "./caller.ts";
import { parseAnswers } from "./contact-answers.ts";
import { ContactForm } from "./contact-form.tsx";
import { strings } from "./strings.ts";

export function AddContactScreen({ job }: JobScreen) {
  const { returnTo } = useCaller();
  const text = strings();
  return (
    <RecordEntry
      job={job}
      kind="contact"
      title={text.addTitle}
      list={returnTo}
      original={blankContact}
      parse={parseAnswers}
    >
      {(base) => (
        <ContactForm
          {...base}
          submit={text.submit}
          done={text.wasAdded}
          save={(device, answers) => addContact(device, job.jobId, answers)}
        />
      )}
    </RecordEntry>
  );
}
