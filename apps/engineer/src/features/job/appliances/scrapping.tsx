import {
  type Device,
  type PropertyAppliance,
  reinstateAppliance,
  removeAppliance,
  scrapAppliance,
} from "@fieldfare/device";
import { type ApplianceAnswers, applianceAnswersOf, leavesBy } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useDevice } from "../../../device/device.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { formatDateTime } from "../../../ui/dates.ts";
import { Facts } from "../../../ui/facts.tsx";
import { Banner } from "../../../ui/notice.tsx";
import { Page } from "../../../ui/page.tsx";
import { showToast } from "../../../ui/toast.tsx";
import type { Draft } from "../../../device/drafts.ts";
import { SavedPhotos } from "../photos/saved-photos.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { list } from "./appliance-answers.ts";
import { factsOf, nameOf, typeOf } from "./appliance-words.ts";
import { useLists } from "./lists.ts";
import { hasDone, RemoveButton } from "../record-form.tsx";
import { words } from "./words.ts";

interface OfAppliance extends JobScreen {
  readonly appliance: PropertyAppliance;
}

/** What the engineer added is deleted; everything else is scrapped, which can be undone. */
export function ScrapButton(
  props: OfAppliance & { draft: Draft<ApplianceAnswers>; expectRemoval: () => void },
) {
  const { job, appliance, draft } = props;
  const device = useDevice();
  const navigate = useNavigate();
  const lists = useLists();
  const spoken = words();
  const { propertyAssetId } = appliance;
  const scrap = async () => {
    await draft.settle();
    if (!hasDone(await scrapAppliance(device, job.jobId, propertyAssetId), words().refusals))
      return;
    showToast({
      text: spoken.wasScrapped,
      kind: "good",
      duration: "long",
      action: {
        label: spoken.undo,
        run: () => void reinstate(device, job.jobId, propertyAssetId),
      },
    });
    await navigate({ to: list, replace: true });
  };
  if (leavesBy(appliance) === "delete")
    return (
      <RemoveButton
        name={`${typeOf(appliance, lists)} ${nameOf(applianceAnswersOf(appliance).maker)}`}
        draft={draft}
        remove={(phone) => removeAppliance(phone, job.jobId, propertyAssetId)}
        expectRemoval={props.expectRemoval}
        list={list}
        spoken={spoken}
      />
    );
  return (
    <Button kind="danger" onClick={scrap}>
      {spoken.scrap}
    </Button>
  );
}

/** What is scrapped is not changed any more, only brought back. */
export function ScrappedAppliance({ job, appliance }: OfAppliance) {
  const device = useDevice();
  const lists = useLists();
  const spoken = words();
  const { scrappedDateTime } = appliance;
  const maker = nameOf(applianceAnswersOf(appliance).maker);
  return (
    <Page
      title={spoken.editTitle}
      back={list}
      main={
        <Button kind="main" onClick={() => reinstate(device, job.jobId, appliance.propertyAssetId)}>
          {spoken.reinstate}
        </Button>
      }
    >
      <Banner tone="info">
        {scrappedDateTime === null
          ? spoken.scrapped
          : spoken.scrappedOn(formatDateTime(scrappedDateTime))}
      </Banner>
      <Card title={typeOf(appliance, lists)}>
        <Facts facts={[[spoken.maker, maker || spoken.notSet], ...factsOf(appliance, lists)]} />
        <SavedPhotos jobId={job.jobId} entityId={appliance.propertyAssetId} />
      </Card>
    </Page>
  );
}

async function reinstate(device: Device, jobId: string, propertyAssetId: string): Promise<void> {
  if (!hasDone(await reinstateAppliance(device, jobId, propertyAssetId), words().refusals)) return;
  showToast({ text: words().wasReinstated, kind: "good" });
}
