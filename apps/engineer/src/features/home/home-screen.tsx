import { readJobCounts } from "@fieldfare/device";
import { lazy, Suspense, useState } from "react";
import { useDevice, useLive, useSession } from "../../device/device.tsx";
import { useSyncRun } from "../../device/sync.ts";
import { SyncProgress } from "../../device/sync-progress.tsx";
import { Card } from "../../ui/card.tsx";
import { LoadingIndicator } from "../../ui/loading.tsx";
import { Page } from "../../ui/page.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import { Tile, Tiles } from "./tiles.tsx";
import { words } from "./words.ts";

const UpdateSignature = lazy(() =>
  import("./update-signature.tsx").then((module) => ({ default: module.UpdateSignature })),
);

/** The tiles of the areas that are built. A wish for a new signature comes before them. */
export function HomeScreen() {
  const device = useDevice();
  const { user, settings } = useSession();
  const counts = useLive(() => readJobCounts(device), [device]);
  const isSyncing = useSyncRun() !== null;
  const [isPostponed, setPostponed] = useState(false);
  const spoken = words();
  if (user?.requestSignature && !isPostponed) {
    return (
      <Suspense fallback={<LoadingIndicator active />}>
        <UpdateSignature onFailed={() => setPostponed(true)} />
      </Suspense>
    );
  }
  const isFirst = !settings?.sync.status.dateLastSync;
  return (
    <Page title={spoken.title}>
      {isSyncing && (
        <Card {...(isFirst && { title: spoken.gettingReady })}>
          <SyncProgress />
          {isFirst && <p>{spoken.gettingReadyText}</p>}
        </Card>
      )}
      <Tiles>
        <Tile to="/jobs" icon="clipboard" label={spoken.jobs} count={counts?.jobsToComplete} />
        <Tile to="/signout" icon="sign-out" label={spoken.signOut} />
      </Tiles>
      <ThemeSwitch />
      {user && <p>{spoken.signedInAs(user.name)}</p>}
    </Page>
  );
}
