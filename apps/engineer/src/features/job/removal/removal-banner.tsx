import { readRemoval } from "@fieldfare/device";
import { useState } from "react";
import { useDevice, useLive } from "../../../phone/device.tsx";
import { useReadTogether } from "../../../phone/drawn-together.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { strings } from "../strings.ts";
import { RemovalDialog } from "./removal-dialog.tsx";

/** Says that the office has asked to remove the job, and opens the dialog in which the engineer answers. */
export function RemovalBanner({ job }: JobScreen) {
  const device = useDevice();
  const removal = useLive(
    async () => (await readRemoval(device, job.jobId)) ?? null,
    [device, job.jobId],
  );
  useReadTogether(removal !== undefined);
  const [isOpen, setOpen] = useState(false);
  const text = strings().removal;
  if (!removal) return null;
  return (
    <>
      <Banner tone="warn" title={text.requested}>
        {text.requestedText} {removal.isMoved && text.movedText}
        <Button onClick={() => setOpen(true)}>{text.review}</Button>
      </Banner>
      {isOpen && (
        <RemovalDialog job={job} isMoved={removal.isMoved} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
