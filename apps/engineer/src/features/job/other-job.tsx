import { type JobRow, readOwnJob } from "@fieldfare/device";
import { useDevice, useLive } from "../../phone/device.tsx";
import { useOpenJob } from "../../phone/open-job.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { strings } from "./strings.ts";

interface OtherJobProps {
  /** The job that was opened in another tab. */
  readonly opened: JobRow;
  /** The id of the job that this tab showed until then. */
  readonly shownId: string;
  readonly onFollow: () => void;
}

/**
 * Shown in place of a screen of a job after another job was opened in another tab: what the engineer enters next must not get
 * into a job that this tab did not open.
 */
export function OtherJob({ opened, shownId, onFollow }: OtherJobProps) {
  const device = useDevice();
  const shown = useLive(async () => (await readOwnJob(device, shownId)) ?? null, [device, shownId]);
  const open = useOpenJob();
  const text = strings().otherJob;
  return (
    <Page
      title={text.title}
      back="/jobs"
      secondary={<Button onClick={onFollow}>{text.follow(opened.formattedJobId)}</Button>}
      main={
        shown && (
          <Button kind="main" onClick={() => open(shown)}>
            {text.reopen(shown.formattedJobId)}
          </Button>
        )
      }
    >
      <Banner tone="warn" title={text.opened(opened.formattedJobId)} alert>
        {shown ? text.showed(shown.formattedJobId) : text.gone}
      </Banner>
    </Page>
  );
}
