import { addContact } from "@fieldfare/device";
import { blankContact } from "@fieldfare/domain";
import { Skeleton } from "../../../ui/loading.tsx";
import { Page } from "../../../ui/page.tsx";
import { useDraft } from "../../../device/drafts.ts";
import { type JobScreen, useRequiredAction } from "../selected-job.tsx";
import { useCaller } from "./caller.ts";
import { parseAnswers } from "./contact-answers.ts";
import { ContactForm } from "./contact-form.tsx";
import { words } from "./words.ts";

export function AddContactScreen({ job }: JobScreen) {
  const { isAllowed } = useRequiredAction(job, "edit-work");
  const { returnTo } = useCaller();
  const draft = useDraft(job.jobId, "contact", (kept) => parseAnswers(kept, blankContact));
  const spoken = words();
  if (isAllowed && draft.initial)
    return (
      <ContactForm
        job={job}
        title={spoken.addTitle}
        kind="contact"
        draft={draft}
        initial={draft.initial}
        original={blankContact}
        submit={spoken.submit}
        done={spoken.wasAdded}
        save={(device, answers) => addContact(device, job.jobId, answers)}
      />
    );
  return (
    <Page title={spoken.addTitle} back={returnTo}>
      <Skeleton cards={1} />
    </Page>
  );
}
