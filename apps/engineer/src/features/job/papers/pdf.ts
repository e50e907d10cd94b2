import { type Device, logError } from "@fieldfare/device";
import type { Paper } from "@fieldfare/papers";
import { useCallback, useEffect, useState } from "react";
import { useDevice } from "../../../device/device.tsx";
import { drawPaper } from "./drawing.ts";

export type Pdf =
  | { readonly state: "preparing" }
  | { readonly state: "failed" }
  | { readonly state: "ready"; readonly file: File };

/** Drawn as soon as the paper is there: sharing has to follow the tap at once, or the browser forbids it. */
export function usePdf(paper: Paper | null): { pdf: Pdf; again: () => void } {
  const device = useDevice();
  const [pdf, setPdf] = useState<Pdf>({ state: "preparing" });
  const [attempt, setAttempt] = useState(0);
  const again = useCallback(() => setAttempt((number) => number + 1), []);
  useEffect(() => {
    if (!paper) return undefined;
    let isWanted = true;
    setPdf({ state: "preparing" });
    void drawnOrNull(device, paper).then((file) => {
      if (isWanted) setPdf(file ? { state: "ready", file } : { state: "failed" });
    });
    return () => {
      isWanted = false;
    };
  }, [device, paper, attempt]);
  return { pdf, again };
}

async function drawnOrNull(device: Device, paper: Paper): Promise<File | null> {
  try {
    const name = `${paper.title} ${paper.reference}`.replaceAll(/[^\p{L}\p{N} ._-]/gu, "_");
    return new File([await drawPaper(paper)], `${name.slice(0, 120)}.pdf`, {
      type: "application/pdf",
    });
  } catch (error) {
    await logError(device, error, "paper");
    return null;
  }
}
