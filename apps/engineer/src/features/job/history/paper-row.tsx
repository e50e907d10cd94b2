import { downloadPaper } from "@fieldfare/device";
import { useRef, useState } from "react";
import { useDevice } from "../../../device/device.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { RowButton } from "../../../ui/rows.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { words } from "./words.ts";

/** How long the browser may take to begin saving. */
const savingMs = 60_000;

/** A paper that is downloaded as PDF when it is tapped. */
export function PaperRow({ documentId, name }: { documentId: string; name: string }) {
  const device = useDevice();
  const [isBusy, setBusy] = useState(false);
  const running = useRef(false);
  const spoken = words();
  const download = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    const answer = await downloadPaper(device, documentId);
    running.current = false;
    setBusy(false);
    if (answer.ok) return save(answer.value, `${name}.pdf`);
    showToast({
      title: spoken.documentFailed,
      text: answer.failure.kind === "network" ? spoken.connectivity : spoken.tryLater,
      kind: "warn",
      duration: "long",
    });
  };
  return (
    <RowButton
      icon="file"
      label={name}
      detail={isBusy ? spoken.downloading : spoken.download}
      end={<Icon name="download" />}
      onClick={() => void download()}
    />
  );
}

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), savingMs);
}
