import { warningSize } from "@fieldfare/domain";
import { useDevice, useSession } from "../../device/device.tsx";
import { useSyncRun } from "../../device/sync.ts";
import { SyncProgress } from "../../device/sync-progress.tsx";
import { synchronise } from "../../device/synchronise.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { formatDateTime } from "../../ui/dates.ts";
import { Facts } from "../../ui/facts.tsx";
import { formatSize } from "../../ui/language.ts";
import { Page } from "../../ui/page.tsx";
import { words } from "./words.ts";

export function SyncScreen() {
  const device = useDevice();
  const { settings } = useSession();
  const isSyncing = useSyncRun() !== null;
  const spoken = words().sync;
  const status = settings?.sync.status;
  const size = status?.size ?? null;
  const request = () =>
    synchronise(
      device,
      { asked: "user" },
      {
        offline: { ...spoken.offline, kind: "warn", duration: "long" },
        error: { ...spoken.error, kind: "warn", duration: "long" },
      },
    );
  return (
    <Page
      title={spoken.title}
      back="/settings"
      main={
        <Button kind="main" busy={isSyncing && spoken.running} onClick={() => void request()}>
          {spoken.request}
        </Button>
      }
    >
      <Card>
        <Facts
          facts={[
            [
              spoken.lastSync,
              status?.dateLastSync ? formatDateTime(status.dateLastSync) : spoken.never,
            ],
            [spoken.size, size === null ? spoken.never : formatSize(size * 1_000_000)],
            ...(settings
              ? [[spoken.warn, formatSize(warningSize(settings.sync.config) * 1_000_000)] as const]
              : []),
          ]}
        />
        <p>{spoken.largeHint}</p>
        <SyncProgress />
      </Card>
    </Page>
  );
}
