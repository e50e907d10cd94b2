import { downloadPicture } from "@fieldfare/device";
import { useCallback, useEffect, useState } from "react";
import { useDevice } from "../../../device/device.tsx";

/** The address of a picture's bytes in this page, once it is wanted and there; given back when the picture goes. */
export function usePicture(documentId: string, isWanted: boolean) {
  const device = useDevice();
  const [url, setUrl] = useState<string>();
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [isAsked, setAsked] = useState(isWanted);
  // Once fetched it stays, however far one swipes.
  if (isWanted && !isAsked) setAsked(true);
  useEffect(() => {
    if (!isAsked) return undefined;
    let made: string | undefined;
    let isGone = false;
    setFailed(false);
    const fetchPicture = async () => {
      const answer = await downloadPicture(device, documentId);
      if (isGone) return;
      if (!answer.ok) return setFailed(true);
      made = URL.createObjectURL(answer.value);
      setUrl(made);
    };
    void fetchPicture().catch((surprise: unknown) => {
      setFailed(true);
      throw surprise;
    });
    return () => {
      isGone = true;
      setUrl(undefined);
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [device, documentId, isAsked, attempt]);
  const retry = useCallback(() => setAttempt((number) => number + 1), []);
  return { url, hasFailed, retry };
}
