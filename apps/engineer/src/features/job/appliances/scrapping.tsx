import {
  type Device,
  type PropertyAppliance,
  reinstateAppliance,
  removeAppliance,
  scrapAppliance,
} from "@fieldfare/device";
import { type ApplianceAnswers, readApplianceAnswers, removalKind } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useDevice } from "../../../phone/device.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { formatDateTime } from "../../../ui/dates.ts";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Page } from "../../../ui/page.tsx";
import { showToast } from "../../../ui/toast.tsx";
import type { Draft } from "../../../phone/drafts.ts";
import { SavedPhotos } from "../photos/saved-photos.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { appliancesPath } from "./appliance-answers.ts";
import { listDetails, formatManufacturerAndModel, formatType } from "./appliance-labels.ts";
import { useLists } from "./lists.ts";
import { toastOutcome, RemoveButton } from "../record-form.tsx";
import { strings } from "./strings.ts";

interface ApplianceProps extends JobScreen {
  readonly appliance: PropertyAppliance;
}

/** Deletes an appliance that the engineer added. Scraps any other appliance, which can be undone. */
export function ScrapButton(
  props: ApplianceProps & { draft: Draft<ApplianceAnswers>; expectRemoval: () => void },
) {
  const { job, appliance, draft } = props;
  const device = useDevice();
  const navigate = useNavigate();
  const lists = useLists();
  const text = strings();
  const { propertyAssetId } = appliance;
  const scrap = async () => {
    await draft.settle();
    if (!toastOutcome(await scrapAppliance(device, job.jobId, propertyAssetId), strings().refusals))
      return;
    showToast({
      text: text.wasScrapped,
      kind: "good",
      duration: "long",
      action: {
        label: text.undo,
        run: () => void reinstate(device, job.jobId, propertyAssetId),
      },
    });
    await navigate({ to: appliancesPath, replace: true });
  };
  if (removalKind(appliance) === "delete")
    return (
      <RemoveButton
        name={`${formatType(appliance, lists)} ${formatManufacturerAndModel(readApplianceAnswers(appliance).maker)}`}
        draft={draft}
        remove={(phone) => removeAppliance(phone, job.jobId, propertyAssetId)}
        expectRemoval={props.expectRemoval}
        list={appliancesPath}
        text={text}
      />
    );
  return (
    <Button kind="danger" onClick={scrap}>
      {text.scrap}
    </Button>
  );
}

/** A scrapped appliance can only be reinstated, not changed. */
export function ScrappedAppliance({ job, appliance }: ApplianceProps) {
  const device = useDevice();
  const lists = useLists();
  const text = strings();
  const { scrappedDateTime } = appliance;
  const manufacturerAndModel = formatManufacturerAndModel(readApplianceAnswers(appliance).maker);
  return (
    <Page
      title={text.editTitle}
      back={appliancesPath}
      main={
        <Button kind="main" onClick={() => reinstate(device, job.jobId, appliance.propertyAssetId)}>
          {text.reinstate}
        </Button>
      }
    >
      <Banner tone="info">
        {scrappedDateTime === null
          ? text.scrapped
          : text.scrappedOn(formatDateTime(scrappedDateTime))}
      </Banner>
      <Card title={formatType(appliance, lists)}>
        <DescriptionList
          items={[
            [text.manufacturerAndModel, manufacturerAndModel || text.notSet],
            ...listDetails(appliance, lists),
          ]}
        />
        <SavedPhotos jobId={job.jobId} entityId={appliance.propertyAssetId} />
      </Card>
    </Page>
  );
}

async function reinstate(device: Device, jobId: string, propertyAssetId: string): Promise<void> {
  if (!toastOutcome(await reinstateAppliance(device, jobId, propertyAssetId), strings().refusals))
    return;
  showToast({ text: strings().wasReinstated, kind: "good" });
}
