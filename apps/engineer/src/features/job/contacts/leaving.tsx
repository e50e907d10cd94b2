import {
  type Device,
  markContactLeft,
  type PropertyTenant,
  reinstateContact,
  removeContact,
} from "@fieldfare/device";
import type { ContactAnswers } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useDevice } from "../../../device/device.tsx";
import { Button } from "../../../ui/button.tsx";
import { Banner } from "../../../ui/notice.tsx";
import { Page } from "../../../ui/page.tsx";
import { showToast } from "../../../ui/toast.tsx";
import type { Draft } from "../../../device/drafts.ts";
import type { JobScreen } from "../selected-job.tsx";
import { useCaller } from "./caller.ts";
import { ContactCard } from "./contact-card.tsx";
import { useContactTypes } from "./contact-types.ts";
import { hasDone, RemoveButton } from "../record-form.tsx";
import { words } from "./words.ts";

interface OfContact extends JobScreen {
  readonly contact: PropertyTenant;
}

/** Whom the engineer added is removed; whoever was there before is marked as gone, which can be undone. */
export function LeaveButton(
  props: OfContact & { draft: Draft<ContactAnswers>; expectRemoval: () => void },
) {
  const { job, contact, draft } = props;
  const device = useDevice();
  const navigate = useNavigate();
  const { returnTo } = useCaller();
  const spoken = words();
  const { propertyTenantId } = contact;
  const leave = async () => {
    await draft.settle();
    const marked = await markContactLeft(device, job.jobId, propertyTenantId);
    if (!hasDone(marked, spoken.refusals)) return;
    showToast({
      text: spoken.wasMarked,
      kind: "good",
      duration: "long",
      action: {
        label: spoken.undo,
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
        spoken={spoken}
      />
    );
  return (
    <Button icon="sign-out" onClick={leave}>
      {spoken.markLeft}
    </Button>
  );
}

/** Someone who has left is not changed any more, only brought back. */
export function LeftContact({ job, contact }: OfContact) {
  const device = useDevice();
  const types = useContactTypes();
  const { returnTo } = useCaller();
  const spoken = words();
  const type = types?.find(({ value }) => value === contact.contactType)?.text;
  return (
    <Page
      title={spoken.editTitle}
      back={returnTo}
      main={
        <Button kind="main" onClick={() => reinstate(device, job.jobId, contact.propertyTenantId)}>
          {spoken.reinstate}
        </Button>
      }
    >
      <Banner tone="info">{spoken.hasLeft}</Banner>
      <ContactCard contact={contact} type={type} to={false} />
    </Page>
  );
}

async function reinstate(device: Device, jobId: string, propertyTenantId: string): Promise<void> {
  if (!hasDone(await reinstateContact(device, jobId, propertyTenantId), words().refusals)) return;
  showToast({ text: words().wasReinstated, kind: "good" });
}
