import {
  type Device,
  type PropertyAppliance,
  reinstateAppliance,
  removeAppliance,
  scrapAppliance,
} from "@fieldfare/device";
import {
  type ApplianceAnswers,
  applianceAnswersOf,
  leavesBy,
  type Result,
} from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useDevice } from "../../../device/device.tsx";
import { speakRefusal } from "../../../device/refusals.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { formatDateTime } from "../../../ui/dates.ts";
import { confirm } from "../../../ui/dialog.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Banner } from "../../../ui/notice.tsx";
import { Page } from "../../../ui/page.tsx";
import { showToast } from "../../../ui/toast.tsx";
import type { Draft } from "../drafts.ts";
import type { JobScreen } from "../selected-job.tsx";
import { words as jobWords } from "../words.ts";
import { factsOf, nameOf, typeOf } from "./appliance-words.ts";
import { useLists } from "./lists.ts";
import { words } from "./words.ts";

const list = "/jobs/selected/property/appliances";

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
    if (!hasDone(await scrapAppliance(device, job.jobId, propertyAssetId))) return;
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
  const remove = async () => {
    const isWanted = await confirm({
      title: spoken.removeQuestion,
      text: `${typeOf(appliance, lists)} ${nameOf(applianceAnswersOf(appliance).maker)}`,
      confirm: spoken.remove,
      cancel: spoken.keep,
      danger: true,
    });
    if (!isWanted) return;
    await draft.settle();
    props.expectRemoval();
    if (!hasDone(await removeAppliance(device, job.jobId, propertyAssetId))) return;
    showToast({ text: spoken.wasRemoved, kind: "good" });
    await navigate({ to: list, replace: true });
  };
  if (leavesBy(appliance) === "delete")
    return (
      <Button kind="danger" icon="trash" onClick={() => void remove()}>
        {spoken.remove}
      </Button>
    );
  return (
    <Button kind="danger" onClick={() => void scrap()}>
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
        <Button
          kind="main"
          onClick={() => void reinstate(device, job.jobId, appliance.propertyAssetId)}
        >
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
      </Card>
    </Page>
  );
}

async function reinstate(device: Device, jobId: string, propertyAssetId: string): Promise<void> {
  if (!hasDone(await reinstateAppliance(device, jobId, propertyAssetId))) return;
  showToast({ text: words().wasReinstated, kind: "good" });
}

/** Says why, when it was refused. */
function hasDone(outcome: Result<unknown, string>): boolean {
  if (!outcome.ok) speakRefusal(outcome.refusal, { ...jobWords().refusals, ...words().refusals });
  return outcome.ok;
}
