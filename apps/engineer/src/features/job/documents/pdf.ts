import { type Device, logError } from "@fieldfare/device";
import type { DocumentContent } from "@fieldfare/documents";
import { useCallback, useEffect, useState } from "react";
import { useDevice } from "../../../phone/device.tsx";
import { drawDocument } from "./drawing.ts";

export type Pdf =
  | { readonly state: "preparing" }
  | { readonly state: "failed" }
  | { readonly state: "ready"; readonly file: File };

/** Draws the PDF before the tap on Share: browsers allow sharing only directly after a tap. */
export function usePdf(content: DocumentContent | null): { pdf: Pdf; retry: () => void } {
  const device = useDevice();
  const [pdf, setPdf] = useState<Pdf>({ state: "preparing" });
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((number) => number + 1), []);
  useEffect(() => {
    if (!content) return undefined;
    let isActive = true;
    setPdf({ state: "preparing" });
    void drawFile(device, content).then((file) => {
      if (isActive) setPdf(file ? { state: "ready", file } : { state: "failed" });
    });
    return () => {
      isActive = false;
    };
  }, [device, content, attempt]);
  return { pdf, retry };
}

async function drawFile(device: Device, content: DocumentContent): Promise<File | null> {
  try {
    const name = `${content.title} ${content.reference}`.replaceAll(/[^\p{L}\p{N} ._-]/gu, "_");
    return new File([await drawDocument(content)], `${name.slice(0, 120)}.pdf`, {
      type: "application/pdf",
    });
  } catch (error) {
    await logError(device, error, "paper");
    return null;
  }
}
