import {
  type Device,
  markContactLeft,
  type PropertyTenant,
  reinstateContact,
  removeContact,
} from "@fieldfare/device";
import type { ContactAnswers } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useDevice } from "../../../phone/device.tsx";
import { Button } from "../../../ui/button.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Page } from "../../../ui/page.tsx";
import { showToast } from "../../../ui/toast.tsx";
import type { Draft } from "../../../phone/drafts.ts";
import type { JobScreen } from "../selected-job.tsx";
import { useCaller } from "./caller.ts";
import { ContactCard } from "./contact-card.tsx";
import { useContactTypes } from "./contact-types.ts";
import { toastOutcome, RemoveButton } from "../record-form.tsx";
import { strings } from "./strings.ts";

interface ContactProps extends JobScreen {
  readonly contact: PropertyTenant;
}

/** Removes a contact that the engineer added. Marks any other contact as left, which can be undone. */
export function LeaveButton(
  props: ContactProps & { draft: Draft<ContactAnswers>; expectRemoval: () => void },
) {
  const { job, contact, draft } = props;
  const device = useDevice();
  const navigate = useNavigate();
  const { returnTo } = useCaller();
  const text = strings();
  const { propertyTenantId } = contact;
  const leave = async () => {
    await draft.settle();
    const marked = await markContactLeft(device, job.jobId, propertyTenantId);
    if (!toastOutcome(marked, text.refusals)) return;
    showToast({
      text: text.wasMarked,
      kind: "good",
      duration: "long",
      action: {
        label: text.undo,
        run: () => void reinstate(device, job.jobId, propertyTenantId),
      },
    });
    await navigate({ to: returnTo, replace: true });
  };
  if (contact.addedByEngineer)
    return (
      <RemoveButton
        name={contact.fullName}
        draft={draft}
        remove={(phone) => removeContact(phone, job.jobId, propertyTenantId)}
        expectRemoval={props.expectRemoval}
        list={returnTo}
        text={text}
      />
    );
  return (
    <Button icon="sign-out" onClick={leave}>
      {text.markLeft}
    </Button>
  );
}

/** A contact who has left can only be reinstated, not changed. */
export function LeftContact({ job, contact }: ContactProps) {
  const device = useDevice();
  const types = useContactTypes();
  const { returnTo } = useCaller();
  const text = strings();
  const type = types?.find(({ value }) => value === contact.contactType)?.text;
  return (
    <Page
      title={text.editTitle}
      back={returnTo}
      main={
        <Button kind="main" onClick={() => reinstate(device, job.jobId, contact.propertyTenantId)}>
          {text.reinstate}
        </Button>
      }
    >
      <Banner tone="info">{text.hasLeft}</Banner>
      <ContactCard contact={contact} type={type} to={false} />
    </Page>
  );
}

async function reinstate(device: Device, jobId: string, propertyTenantId: string): Promise<void> {
  if (!toastOutcome(await reinstateContact(device, jobId, propertyTenantId), strings().refusals))
    return;
  showToast({ text: strings().wasReinstated, kind: "good" });
}
