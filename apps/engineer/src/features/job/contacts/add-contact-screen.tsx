import { addContact } from "@fieldfare/device";
import { blankContact } from "@fieldfare/domain";
import { RecordEntry } from "../record-entry.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { useCaller } from "./caller.ts";
import { parseAnswers } from "./contact-answers.ts";
import { ContactForm } from "./contact-form.tsx";
import { words } from "./words.ts";

export function AddContactScreen({ job }: JobScreen) {
  const { returnTo } = useCaller();
  const spoken = words();
  return (
    <RecordEntry
      job={job}
      kind="contact"
      title={spoken.addTitle}
      list={returnTo}
      original={blankContact}
      parse={parseAnswers}
    >
      {(begun) => (
        <ContactForm
          {...begun}
          submit={spoken.submit}
          done={spoken.wasAdded}
          save={(device, answers) => addContact(device, job.jobId, answers)}
        />
      )}
    </RecordEntry>
  );
}
