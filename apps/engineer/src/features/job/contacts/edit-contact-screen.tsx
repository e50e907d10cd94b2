import { type PropertyTenant, readContact, updateContact } from "@fieldfare/device";
import { contactAnswersOf } from "@fieldfare/domain";
import { useDevice, useLive } from "../../../device/device.tsx";
import { Skeleton } from "../../../ui/loading.tsx";
import { Page } from "../../../ui/page.tsx";
import { useDraft } from "../../../device/drafts.ts";
import { useAddressPart } from "../../../ui/address.ts";
import { useLeaveIfMissing } from "../record.ts";
import { type JobScreen, useRequiredAction } from "../selected-job.tsx";
import { useCaller } from "./caller.ts";
import { parseAnswers } from "./contact-answers.ts";
import { ContactForm } from "./contact-form.tsx";
import { LeaveButton, LeftContact } from "./leaving.tsx";
import { words } from "./words.ts";

/** The contact that the address names, so that a killed page comes back to them. */
export function EditContactScreen({ job }: JobScreen) {
  const { isAllowed } = useRequiredAction(job, "edit-work");
  const device = useDevice();
  const contactId = useAddressPart("propertyTenantId");
  const { returnTo } = useCaller();
  const contact = useLive(
    async () => (await readContact(device, job.jobId, contactId)) ?? null,
    [device, job.jobId, contactId],
  );
  const expectRemoval = useLeaveIfMissing(isAllowed && contact === null, returnTo);
  if (!isAllowed || !contact) return <Loading back={returnTo} />;
  if (contact.flagDeleted) return <LeftContact job={job} contact={contact} />;
  return <WithDraft job={job} contact={contact} expectRemoval={expectRemoval} />;
}

function WithDraft(props: JobScreen & { contact: PropertyTenant; expectRemoval: () => void }) {
  const { job, contact } = props;
  const { propertyTenantId } = contact;
  const kind = `contact:${propertyTenantId}` as const;
  const original = contactAnswersOf(contact);
  const draft = useDraft(job.jobId, kind, (kept) => parseAnswers(kept, original));
  const { returnTo } = useCaller();
  const spoken = words();
  if (!draft.initial) return <Loading back={returnTo} />;
  return (
    <ContactForm
      job={job}
      title={spoken.editTitle}
      kind={kind}
      contactId={propertyTenantId}
      draft={draft}
      initial={draft.initial}
      original={original}
      submit={spoken.update}
      done={spoken.wasUpdated}
      save={(device, answers) => updateContact(device, job.jobId, propertyTenantId, answers)}
    >
      <LeaveButton {...props} draft={draft} />
    </ContactForm>
  );
}

function Loading({ back }: { back: string }) {
  return (
    <Page title={words().editTitle} back={back}>
      <Skeleton cards={1} />
    </Page>
  );
}
