import { warningSize } from "@fieldfare/domain";
import { useDevice, useSession } from "../../phone/device.tsx";
import { useSyncRun } from "../../phone/sync.ts";
import { SyncProgress } from "../../phone/sync-progress.tsx";
import { synchronise } from "../../phone/synchronise.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { formatDateTime } from "../../phone/times.ts";
import { DescriptionList } from "../../ui/description-list.tsx";
import { formatSize } from "../../ui/language.ts";
import { Page } from "../../ui/page.tsx";
import { strings } from "./strings.ts";

/** Shows when the phone last fetched its reference data and how large that was. The engineer can start a sync. */
export function SyncScreen() {
  const device = useDevice();
  const { settings } = useSession();
  const isSyncing = useSyncRun() !== null;
  const text = strings().sync;
  const status = settings?.sync.status;
  const size = status?.size ?? null;
  const request = () =>
    synchronise(
      device,
      { requestedBy: "user" },
      {
        offline: { ...text.offline, kind: "warn", duration: "long" },
        error: { ...text.error, kind: "warn", duration: "long" },
      },
    );
  return (
    <Page
      title={text.title}
      back="/settings"
      main={
        <Button kind="main" busy={isSyncing && text.running} onClick={() => void request()}>
          {text.request}
        </Button>
      }
    >
      <Card>
        <DescriptionList
          items={[
            [
              text.lastSync,
              status?.dateLastSync ? formatDateTime(status.dateLastSync) : text.never,
            ],
            [text.size, size === null ? text.never : formatSize(size * 1_000_000)],
            ...(settings
              ? [[text.warn, formatSize(warningSize(settings.sync.config) * 1_000_000)] as const]
              : []),
          ]}
        />
        <p>{text.largeHint}</p>
        <SyncProgress />
      </Card>
    </Page>
  );
}
