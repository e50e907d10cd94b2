import { type Device, readImages, uploadPhotos } from "@fieldfare/device";
import { speakRefusal } from "../../../device/refusals.ts";
import { showToast } from "../../../ui/toast.tsx";
import { words } from "../words.ts";

/** How long a receipt is waited for before it is said that the picture waits. */
const patienceMs = 2500;

/** Queues the job's pictures. "Uploaded" is said when the server has them, not before. */
export async function upload(device: Device, jobId: string): Promise<boolean> {
  const drafts = (await readImages(device, jobId, "job")).filter(
    (image) => image.state === "draft",
  );
  const queued = await uploadPhotos(device, jobId);
  if (!queued.ok) {
    speakRefusal(queued.refusal, words().photos.refusals);
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
  const spoken = words().photos;
  const patience = setTimeout(() => showToast({ text: spoken.kept, key: "upload" }), patienceMs);
  const look = async () => {
    const rows = await readImages(device, jobId, "job");
    const states = imageIds.map((id) => rows.find((row) => row.imageId === id)?.state);
    if (states.some((state) => state === "queued")) return;
    clearTimeout(patience);
    stop();
    if (states.every((state) => state === "sent"))
      showToast({ text: spoken.uploaded, kind: "good", key: "upload" });
  };
  const stop = device.events.on((event) => {
    if (event.kind === "drained") void look();
  });
}
