import { useState } from "react";
import { useDevice } from "../../device/device.tsx";
import { sendAndReport } from "../../device/sending.ts";
import { useMinimumDisplay } from "../../ui/loading.tsx";
import { showToast } from "../../ui/toast.tsx";
import { words } from "./words.ts";

/** Sends what waits, and says how it went. */
export function useProcessing(): { readonly isBusy: boolean; readonly process: () => void } {
  const device = useDevice();
  const [isRunning, setRunning] = useState(false);
  const isBusy = useMinimumDisplay(isRunning);
  const run = async () => {
    setRunning(true);
    try {
      const spoken = words().messages;
      const { isSent, text } = await sendAndReport(device);
      if (isSent) showToast({ text, kind: "good", key: "messages" });
      else
        showToast({
          title: spoken.failedTitle,
          text: `${spoken.failed}. ${text}`,
          kind: "warn",
          duration: "long",
          key: "messages",
        });
    } finally {
      setRunning(false);
    }
  };
  return { isBusy, process: () => void run() };
}
