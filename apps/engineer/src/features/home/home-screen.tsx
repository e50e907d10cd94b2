import {
  type Device,
  isEmulation,
  readHome,
  readPartsToCollectCount,
  readQuickJobBegun,
  type SessionUser,
} from "@fieldfare/device";
import { mayPlan, mayRecordMileage } from "@fieldfare/domain";
import { useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import {
  readAhead as readRowsAhead,
  useDevice,
  useLive,
  useRead,
  useSession,
} from "../../device/device.tsx";
import { StorageAlarms } from "../../device/storage-alarm.tsx";
import { useSyncRun } from "../../device/sync.ts";
import { SyncProgress } from "../../device/sync-progress.tsx";
import { Card } from "../../ui/card.tsx";
import type { IconName } from "../../ui/icon.tsx";
import { LoadingIndicator, Skeleton } from "../../ui/loading.tsx";
import { Banner } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { RowLink, Rows } from "../../ui/rows.tsx";
import { Tile, Tiles } from "./tiles.tsx";
import { Visit } from "./visit.tsx";
import { words } from "./words.ts";

const UpdateSignature = lazy(() =>
  import("./update-signature.tsx").then((module) => ({ default: module.UpdateSignature })),
);

interface HomeTile {
  readonly to: string;
  readonly icon: IconName;
  readonly word:
    | "jobs"
    | "parts"
    | "newJob"
    | "contacts"
    | "planner"
    | "mileage"
    | "absences"
    | "settings"
    | "signOut";
  readonly gate?: (user: SessionUser) => boolean;
}

/** In their order; a tile whose area this build lacks is left out. */
const tiles: readonly HomeTile[] = [
  { to: "/jobs", icon: "clipboard", word: "jobs" },
  { to: "/parts", icon: "parts", word: "parts" },
  { to: "/quick/job", icon: "plus", word: "newJob" },
  { to: "/contacts", icon: "users", word: "contacts" },
  { to: "/planner", icon: "calendar", word: "planner", gate: mayPlan },
  { to: "/mileage", icon: "car", word: "mileage", gate: mayRecordMileage },
  { to: "/absences", icon: "sun", word: "absences" },
  { to: "/settings", icon: "adjustments", word: "settings" },
  { to: "/signout", icon: "sign-out", word: "signOut" },
];

export function readAhead(device: Device): void {
  void readRowsAhead(device, readHome);
}

/** The tiles lead to the areas. A wish for a new signature comes before them. */
export function HomeScreen() {
  const device = useDevice();
  const { user, settings, signedInOn } = useSession();
  const home = useRead(readHome);
  const parts = useLive(() => readPartsToCollectCount(device), [device]);
  const isJobBegun = useLive(() => readQuickJobBegun(device), [device]);
  const { routesByPath } = useRouter();
  const isSyncing = useSyncRun() !== null;
  const [isPostponed, postpone] = usePostponed(signedInOn);
  const spoken = words();
  if (user?.requestSignature && !isPostponed) {
    return (
      <Suspense fallback={<LoadingIndicator active />}>
        <UpdateSignature onFailed={postpone} />
      </Suspense>
    );
  }
  // Nothing is drawn that the card of the job would push away from under a finger.
  if (!home) {
    return (
      <Page title={spoken.title}>
        <Skeleton cards={2} />
      </Page>
    );
  }
  const isFirst = !settings?.sync.status.dateLastSync;
  return (
    <Page title={spoken.title}>
      {home.visit && <Visit visit={home.visit} />}
      {isSyncing && (
        <Card {...(isFirst && { title: spoken.gettingReady })}>
          <SyncProgress />
          {isFirst && <p>{spoken.gettingReadyText}</p>}
        </Card>
      )}
      {isEmulation && (
        <Banner tone="warn" title={spoken.training}>
          {spoken.trainingText}
        </Banner>
      )}
      <StorageAlarms />
      <Tiles>
        {tiles
          .filter(({ to, gate }) => to in routesByPath && (!gate || (user && gate(user))))
          .map(({ to, icon, word }) => (
            <Tile
              key={to}
              to={to}
              icon={icon}
              label={spoken[word]}
              count={{ "/jobs": home.jobsToComplete, "/parts": parts }[to]}
              mark={to === "/quick/job" && isJobBegun && spoken.notSaved}
            />
          ))}
      </Tiles>
      <Rows label={spoken.alerts}>
        <RowLink
          to="/alerts"
          icon="bell"
          label={spoken.alerts}
          count={home.unreadAlerts || undefined}
        />
      </Rows>
      {user && <p>{spoken.signedInAs(user.name)}</p>}
    </Page>
  );
}

/** Until the next sign-in, also for whoever comes back to this screen. */
let postponedOn: string | null = null;

function usePostponed(signedInOn: string | null): [boolean, () => void] {
  const [, redraw] = useState(0);
  return [
    signedInOn !== null && postponedOn === signedInOn,
    () => {
      postponedOn = signedInOn;
      redraw((drawn) => drawn + 1);
    },
  ];
}
