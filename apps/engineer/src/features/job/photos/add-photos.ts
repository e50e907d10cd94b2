import {
  addPhoto,
  type Device,
  type ImagePurpose,
  type ImageRow,
  type NewPhoto,
  readImages,
} from "@fieldfare/device";
import { useState } from "react";
import { useDevice, useLive } from "../../../phone/device.tsx";
import { toastRefusal } from "../../../phone/refusals.ts";
import { showToast } from "../../../ui/toast.tsx";
import { strings } from "../strings.ts";

export interface PhotoAdder {
  /** Null while nothing is being added. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** Saves each file at once. Resolves to the number of saved files. */
  readonly add: (files: readonly File[], openingId?: string) => Promise<number>;
}

/** The number of running additions per entity id. An addition continues after its screen has closed. */
const running = new Map<string, number>();

/** True while photos are being added to the entity: a form completed now would miss them. */
export function isAddingPhotos(entityId: string): boolean {
  return (running.get(entityId) ?? 0) > 0;
}

function count(entityId: string, change: 1 | -1): void {
  running.set(entityId, (running.get(entityId) ?? 0) + change);
}

/** Saves photos as drafts, one after the other: several at once would exceed the memory of a small phone. */
export function useAddPhotos(
  jobId: string,
  purpose: ImagePurpose,
  entityId = jobId,
  onSaved?: (photo: ImageRow) => void,
): PhotoAdder {
  const device = useDevice();
  const [progress, setProgress] = useState<PhotoAdder["progress"]>(null);
  const add = async (files: readonly File[], openingId?: string) => {
    let savedCount = 0;
    count(entityId, 1);
    try {
      for (const [index, file] of files.entries()) {
        setProgress({ done: index + 1, total: files.length });
        const photo = await savePhoto(device, { jobId, purpose, entityId, file, openingId });
        if (!photo) continue;
        savedCount += 1;
        onSaved?.(photo);
      }
    } finally {
      count(entityId, -1);
      setProgress(null);
    }
    return savedCount;
  };
  return { progress, add };
}

/** Reads the photos that are saved on the device and not yet part of a record or message. */
export function useDraftPhotos(
  jobId: string,
  purpose: ImagePurpose,
): readonly ImageRow[] | undefined {
  const device = useDevice();
  return useLive(
    async () =>
      (await readImages(device, jobId, purpose)).filter((image) => image.state === "draft"),
    [device, jobId, purpose],
  );
}

async function savePhoto(device: Device, photo: NewPhoto): Promise<ImageRow | null> {
  const text = strings().photos;
  try {
    const added = await addPhoto(device, photo);
    if (added.ok) return added.value;
    toastRefusal(added.refusal, text.refusals);
  } catch {
    // A large photo can crash the worker that resizes photos on a small phone.
    showToast({ text: text.failed, kind: "warn", duration: "long" });
  }
  return null;
}
