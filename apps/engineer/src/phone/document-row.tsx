import type { Device } from "@fieldfare/device";
import { useState } from "react";
import { Icon } from "../ui/icon.tsx";
import { defineStrings } from "../ui/language.ts";
import { RowButton } from "../ui/rows.tsx";
import { saveFile } from "../ui/save-file.ts";
import { showToast } from "../ui/toast.tsx";
import { useDevice } from "./device.tsx";

type Answer =
  | { readonly ok: true; readonly value: Blob }
  | { readonly ok: false; readonly failure: { readonly kind: string } };

/** A document on the server. A tap downloads it as PDF. */
export function DocumentRow(props: {
  name: string;
  download: (device: Device) => Promise<Answer>;
}) {
  const device = useDevice();
  const [isBusy, setBusy] = useState(false);
  const text = strings();
  const download = async () => {
    setBusy(true);
    try {
      const answer = await props.download(device);
      if (answer.ok) return saveFile(answer.value, `${props.name}.pdf`);
      showToast({
        title: text.failed,
        text: answer.failure.kind === "network" ? text.connectivity : text.tryLater,
        kind: "warn",
        duration: "long",
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <RowButton
      icon="file"
      label={props.name}
      detail={isBusy ? text.downloading : text.download}
      end={<Icon name="download" />}
      onClick={download}
    />
  );
}

const strings = defineStrings({
  en: {
    failed: "Unable to retrieve document",
    connectivity: "You must have Internet connectivity to review documents and images.",
    tryLater: "Please try again later",
    download: "Download as PDF",
    downloading: "Downloading",
  },
});
