import { mobileVersion } from "@fieldfare/contract";
import { logError, readCommands, readOutboxSummary } from "@fieldfare/device";
import { plausibleRoom } from "@fieldfare/domain";
import { useState } from "react";
import { useDevice, useLive, useSession } from "../../device/device.tsx";
import { StorageAlarms, useStorage } from "../../device/storage-alarm.tsx";
import { useUpdate } from "../../device/update.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { formatDateTime } from "../../ui/dates.ts";
import { Facts } from "../../ui/facts.tsx";
import { formatSize } from "../../ui/language.ts";
import { useMinimumDisplay } from "../../ui/loading.tsx";
import { Page } from "../../ui/page.tsx";
import { RowLink, Rows } from "../../ui/rows.tsx";
import { showToast } from "../../ui/toast.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import { words } from "./words.ts";

/** What this phone holds, sends and is asked; each row leads to what can be done about it. */
export function SettingsScreen() {
  const device = useDevice();
  const { settings } = useSession();
  const outbox = useLive(() => readOutboxSummary(device), [device]);
  const commands = useLive(() => readCommands(device), [device]);
  const { storage } = useStorage();
  const spoken = words();
  const lastSync = settings?.sync.status.dateLastSync;
  const exported = settings?.export.lastExportDate;
  const usage = storage ? plausibleRoom(storage).usage : null;
  return (
    <Page title={spoken.title} back="/">
      <StorageAlarms />
      <Rows label={spoken.title}>
        <RowLink
          to="/settings/sync"
          icon="refresh"
          label={spoken.sync.title}
          detail={lastSync ? formatDateTime(lastSync) : spoken.sync.never}
        />
        <RowLink
          to="/settings/commands"
          icon="bell"
          label={spoken.commands.title}
          count={commands?.length}
        />
        <RowLink
          to="/settings/messages"
          icon="cloud-up"
          label={spoken.messages.title}
          count={outbox?.waiting}
        />
        <RowLink
          to="/settings/storage"
          icon="device-mobile"
          label={spoken.storage.title}
          detail={usage === null ? undefined : formatSize(usage)}
        />
        <RowLink
          to="/settings/export"
          icon="download"
          label={spoken.export.title}
          detail={exported ? formatDateTime(exported) : spoken.export.never}
        />
        <RowLink to="/settings/rescue" icon="key" label={spoken.rescue.title} />
      </Rows>
      <ThemeSwitch />
      <Version />
    </Page>
  );
}

function Version() {
  const device = useDevice();
  const { take, check } = useUpdate();
  const [isChecking, setChecking] = useState(false);
  const showsChecking = useMinimumDisplay(isChecking);
  const spoken = words().version;
  const look = async () => {
    setChecking(true);
    try {
      await check?.();
    } catch (error) {
      showToast({ text: spoken.failed, kind: "warn", key: "update-check" });
      await logError(device, error, "update");
    } finally {
      setChecking(false);
    }
  };
  return (
    <Card title={spoken.title}>
      <Facts facts={[[spoken.current, mobileVersion]]} />
      <p>{take ? spoken.ready : spoken.upToDate}</p>
      {take && (
        <Button kind="main" onClick={take}>
          {spoken.take}
        </Button>
      )}
      {!take && check && (
        <Button wide busy={showsChecking && spoken.checking} onClick={() => void look()}>
          {spoken.check}
        </Button>
      )}
    </Card>
  );
}
