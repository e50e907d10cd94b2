import { mobileVersion } from "@fieldfare/contract";
import { logError, readCommands, readOutboxSummary } from "@fieldfare/device";
import { plausibleStorage } from "@fieldfare/domain";
import { useState } from "react";
import { useDevice, useLive, useSession } from "../../phone/device.tsx";
import { StorageAlarms, useStorageAlarms } from "../../phone/storage-alarm.tsx";
import { useUpdate } from "../../phone/update.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { formatDateTime } from "../../phone/times.ts";
import { DescriptionList } from "../../ui/description-list.tsx";
import { formatSize } from "../../ui/language.ts";
import { useMinimumDisplay } from "../../ui/loading.tsx";
import { Page } from "../../ui/page.tsx";
import { RowLink, Rows } from "../../ui/rows.tsx";
import { showToast } from "../../ui/toast.tsx";
import { AuthenticatorCard } from "./authenticator-card.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import { strings } from "./strings.ts";

/** Shows the state of this phone. Each row opens a screen with details and actions. */
export function SettingsScreen() {
  const device = useDevice();
  const { settings } = useSession();
  const outbox = useLive(() => readOutboxSummary(device), [device]);
  const commands = useLive(() => readCommands(device), [device]);
  const { storage, ...alarms } = useStorageAlarms();
  const text = strings();
  const lastSync = settings?.sync.status.dateLastSync;
  const exported = settings?.export.lastExportDate;
  const usage = storage ? plausibleStorage(storage).usage : null;
  const stored = usage === null ? text.storage.unknown : formatSize(usage);
  return (
    <Page title={text.title} back="/">
      {alarms.isKnown && <StorageAlarms {...alarms} />}
      <Rows label={text.title}>
        <RowLink
          to="/settings/sync"
          icon="refresh"
          label={text.sync.title}
          detail={lastSync ? formatDateTime(lastSync) : text.sync.never}
        />
        <RowLink
          to="/settings/commands"
          icon="bell"
          label={text.commands.title}
          count={commands?.length}
        />
        <RowLink
          to="/settings/messages"
          icon="cloud-up"
          label={text.messages.title}
          count={outbox?.waiting}
        />
        <RowLink
          to="/settings/storage"
          icon="device-mobile"
          label={text.storage.title}
          // The line is there from the beginning, so that the rows below it do not move.
          detail={storage ? stored : "\u00a0"}
        />
        <RowLink
          to="/settings/export"
          icon="download"
          label={text.export.title}
          detail={exported ? formatDateTime(exported) : text.export.never}
        />
        <RowLink to="/settings/rescue" icon="key" label={text.rescue.title} />
      </Rows>
      <AuthenticatorCard />
      <ThemeSwitch />
      <Version />
      {/* What comes late is below what is tapped, which must not move just before it. */}
      {!alarms.isKnown && <StorageAlarms {...alarms} />}
    </Page>
  );
}

function Version() {
  const device = useDevice();
  const { apply, check, isRefused } = useUpdate();
  const [isChecking, setChecking] = useState(false);
  /** What the last check has found; null before one, and when it has failed. */
  const [hasNewer, setNewer] = useState<boolean | null>(null);
  const showsChecking = useMinimumDisplay(isChecking);
  const text = strings().version;
  const hasWorkers = "serviceWorker" in navigator;
  const checkForUpdate = async () => {
    setChecking(true);
    setNewer(null);
    try {
      setNewer((await check?.()) ?? null);
    } catch (error) {
      showToast({ text: text.failed, kind: "warn", key: "update-check" });
      await logError(device, error, "update");
    } finally {
      setChecking(false);
    }
  };
  return (
    <Card title={text.title}>
      <DescriptionList items={[[text.current, mobileVersion]]} />
      {apply ? (
        <Button kind="main" onClick={apply}>
          {text.take}
        </Button>
      ) : (
        hasWorkers && (
          // The browser may take long until it can look: the button has its place before that.
          <Button
            wide
            disabled={!check}
            busy={showsChecking && text.checking}
            onClick={() => void checkForUpdate()}
          >
            {text.check}
          </Button>
        )
      )}
      {apply && <p>{text.ready}</p>}
      {(isRefused || !hasWorkers) && <p>{text.refused(hasWorkers)}</p>}
      {!apply && hasNewer !== null && <p>{hasNewer ? text.loading : text.upToDate}</p>}
    </Card>
  );
}
