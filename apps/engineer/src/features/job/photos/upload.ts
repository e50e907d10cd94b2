import { type Device, readImages, uploadPhotos } from "@fieldfare/device";
import { toastRefusal } from "../../../phone/refusals.ts";
import { showToast } from "../../../ui/toast.tsx";
import { strings } from "../strings.ts";

/** How long to wait for the receipts before a toast says that the photos are saved and will be uploaded. */
const receiptTimeoutMs = 2500;

/**
 * Queues the job's draft photos. Resolves to false when that was refused. The toast "uploaded" is shown only after the
 * server has acknowledged all of them.
 */
export async function upload(device: Device, jobId: string): Promise<boolean> {
  const drafts = (await readImages(device, jobId, "job")).filter(
    (image) => image.state === "draft",
  );
  const queued = await uploadPhotos(device, jobId);
  if (!queued.ok) {
    toastRefusal(queued.refusal, strings().photos.refusals);
    return false;
  }
  if (drafts.length > 0)
    followReceipts(
      device,
      jobId,
      drafts.map((image) => image.imageId),
    );
  return true;
}

function followReceipts(device: Device, jobId: string, imageIds: readonly string[]): void {
  const text = strings().photos;
  const timer = setTimeout(
    () => showToast({ text: text.savedText, key: "upload" }),
    receiptTimeoutMs,
  );
  const checkStates = async () => {
    const rows = await readImages(device, jobId, "job");
    const states = imageIds.map((id) => rows.find((row) => row.imageId === id)?.state);
    if (states.some((state) => state === "queued")) return;
    clearTimeout(timer);
    stop();
    if (states.every((state) => state === "sent"))
      showToast({ text: text.uploaded, kind: "good", key: "upload" });
  };
  const stop = device.events.on((event) => {
    if (event.kind === "drained") void checkStates();
  });
}
