import { type PropertyAppliance, readAppliance, updateAppliance } from "@fieldfare/device";
import { applianceAnswersOf } from "@fieldfare/domain";
import { useDevice, useLive } from "../../../device/device.tsx";
import { Skeleton } from "../../../ui/loading.tsx";
import { Page } from "../../../ui/page.tsx";
import { useDraft } from "../../../device/drafts.ts";
import { useAddressPart } from "../../../ui/address.ts";
import { useLeaveIfMissing } from "../record.ts";
import { type JobScreen, useRequiredAction } from "../selected-job.tsx";
import { parseAnswers } from "./appliance-answers.ts";
import { ApplianceForm } from "./appliance-form.tsx";
import { ScrapButton, ScrappedAppliance } from "./scrapping.tsx";
import { words } from "./words.ts";

const list = "/jobs/selected/property/appliances";

/** The appliance that the address names, so that a killed page comes back to it. */
export function EditApplianceScreen({ job }: JobScreen) {
  const { isAllowed } = useRequiredAction(job, "edit-work");
  const device = useDevice();
  const applianceId = useAddressPart("propertyAssetId");
  const appliance = useLive(
    async () => (await readAppliance(device, job.jobId, applianceId)) ?? null,
    [device, job.jobId, applianceId],
  );
  const expectRemoval = useLeaveIfMissing(isAllowed && appliance === null, list);
  if (!isAllowed || !appliance) return <Loading />;
  if (appliance.scrapped) return <ScrappedAppliance job={job} appliance={appliance} />;
  return <WithDraft job={job} appliance={appliance} expectRemoval={expectRemoval} />;
}

function WithDraft(props: JobScreen & { appliance: PropertyAppliance; expectRemoval: () => void }) {
  const { job, appliance } = props;
  const { propertyAssetId } = appliance;
  const kind = `appliance:${propertyAssetId}` as const;
  const original = applianceAnswersOf(appliance);
  const draft = useDraft(job.jobId, kind, (kept) => parseAnswers(kept, original));
  const spoken = words();
  if (!draft.initial) return <Loading />;
  return (
    <ApplianceForm
      job={job}
      title={spoken.editTitle}
      kind={kind}
      applianceId={propertyAssetId}
      draft={draft}
      initial={draft.initial}
      original={original}
      submit={spoken.update}
      done={spoken.wasUpdated}
      save={(device, answers) => updateAppliance(device, job.jobId, propertyAssetId, answers)}
    >
      <ScrapButton {...props} draft={draft} />
    </ApplianceForm>
  );
}

function Loading() {
  return (
    <Page title={words().editTitle} back={list}>
      <Skeleton cards={1} />
    </Page>
  );
}
