import { useState } from "react";
import { useDevice } from "../../phone/device.tsx";
import { sendAndReport } from "../../phone/sending.ts";
import { useMinimumDisplay } from "../../ui/loading.tsx";
import { showToast } from "../../ui/toast.tsx";
import { strings } from "./strings.ts";

/** Returns a function that sends the outbox and shows the result. */
export function useProcessing(): { readonly isBusy: boolean; readonly process: () => void } {
  const device = useDevice();
  const [isRunning, setRunning] = useState(false);
  const isBusy = useMinimumDisplay(isRunning);
  const run = async () => {
    setRunning(true);
    try {
      const labels = strings().messages;
      const { isSent, text } = await sendAndReport(device);
      if (isSent) showToast({ text, kind: "good", key: "messages" });
      else
        showToast({
          title: labels.failedTitle,
          text: `${labels.failed}. ${text}`,
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
