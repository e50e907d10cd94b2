import { downloadImage } from "@fieldfare/device";
import { useCallback, useEffect, useState } from "react";
import { useDevice } from "../../../phone/device.tsx";

/** Downloads an image once `isEnabled` is true and returns its object URL, which is revoked on unmount. */
export function useHistoryImage(documentId: string, isEnabled: boolean) {
  const device = useDevice();
  const [url, setUrl] = useState<string>();
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [isRequested, setRequested] = useState(isEnabled);
  // A requested image is not dropped when it is no longer enabled.
  if (isEnabled && !isRequested) setRequested(true);
  useEffect(() => {
    if (!isRequested) return undefined;
    let objectUrl: string | undefined;
    let isGone = false;
    setFailed(false);
    const fetchImage = async () => {
      const answer = await downloadImage(device, documentId);
      if (isGone) return;
      if (!answer.ok) return setFailed(true);
      objectUrl = URL.createObjectURL(answer.value);
      setUrl(objectUrl);
    };
    void fetchImage().catch((error: unknown) => {
      setFailed(true);
      throw error;
    });
    return () => {
      isGone = true;
      setUrl(undefined);
      if (objectUrl !== undefined) URL.revokeObjectURL(objectUrl);
    };
  }, [device, documentId, isRequested, attempt]);
  const retry = useCallback(() => setAttempt((number) => number + 1), []);
  return { url, hasFailed, retry };
}
