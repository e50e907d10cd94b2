import {
  type Device,
  isEmulation,
  readHome,
  readPartsToCollectCount,
  readQuickJobBegun,
  type SessionUser,
} from "@fieldfare/device";
import { isWorkInDanger, mayPlan, mayRecordMileage } from "@fieldfare/domain";
import { useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useRef, useState } from "react";
import {
  prefetch as prefetchRows,
  useDevice,
  useLive,
  useRowsOfStart,
  useSession,
} from "../../phone/device.tsx";
import { afterFirstRender } from "../../phone/first-render.ts";
import { StorageAlarms, useStorageAlarms } from "../../phone/storage-alarm.tsx";
import { useSyncRun } from "../../phone/sync.ts";
import { SyncProgress } from "../../phone/sync-progress.tsx";
import { Card } from "../../ui/card.tsx";
import type { IconName } from "../../ui/icon.tsx";
import { LoadingIndicator, Skeleton } from "../../ui/loading.tsx";
import { Banner } from "../../ui/banner.tsx";
import { isDeletedWhenUnused } from "../../ui/install-prompt.ts";
import type { PlainPath } from "../../ui/screen-address.ts";
import { Page } from "../../ui/page.tsx";
import { RowLink, Rows } from "../../ui/rows.tsx";
import { Tile, Tiles } from "./tiles.tsx";
import { Visit } from "./visit.tsx";
import { strings } from "./strings.ts";

const UpdateSignature = lazy(() =>
  import("./update-signature.tsx").then((module) => ({ default: module.UpdateSignature })),
);

/** Few phones have lost their lists: it is loaded after the first screen, and drawn below what is tapped. */
const MissingLists = lazy(() =>
  afterFirstRender
    .then(() => import("../../phone/missing-lists.tsx"))
    .then((module) => ({ default: module.MissingLists })),
);

const AddToHomeScreen = lazy(() =>
  import("./add-to-home-screen.tsx").then((module) => ({ default: module.AddToHomeScreen })),
);

interface HomeTile {
  readonly to: PlainPath;
  readonly icon: IconName;
  readonly textKey:
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

/** The tiles in their order. A tile is left out if this build does not have its area. */
const tiles: readonly HomeTile[] = [
  { to: "/jobs", icon: "clipboard", textKey: "jobs" },
  { to: "/parts", icon: "parts", textKey: "parts" },
  { to: "/quick/job", icon: "plus", textKey: "newJob" },
  { to: "/contacts", icon: "users", textKey: "contacts" },
  { to: "/planner", icon: "calendar", textKey: "planner", gate: mayPlan },
  { to: "/mileage", icon: "car", textKey: "mileage", gate: mayRecordMileage },
  { to: "/absences", icon: "sun", textKey: "absences" },
  { to: "/settings", icon: "adjustments", textKey: "settings" },
  { to: "/signout", icon: "sign-out", textKey: "signOut" },
];

/** Reads the rows of the home screen before it is opened. */
export function prefetchScreen(device: Device): Promise<void> {
  return prefetchRows(device, readHome);
}

/** Shows the tiles that open the areas. A requested new signature comes first. */
export function HomeScreen() {
  const device = useDevice();
  const { user, settings, signedInOn } = useSession();
  const home = useRowsOfStart(readHome);
  const parts = useLive(() => readPartsToCollectCount(device), [device]);
  const hasQuickJobDraft = useLive(() => readQuickJobBegun(device), [device]);
  const { routesByPath } = useRouter();
  const { storage: _storage, ...alarms } = useStorageAlarms();
  const isSyncing = useSyncRun() !== null;
  const [isPostponed, postpone] = usePostponed(signedInOn);
  const isFirst = !settings?.sync.status.dateLastSync;
  const isVisitLate = useIsLate(isFirst && home && !home.visit);
  const text = strings();
  if (user?.requestSignature && !isPostponed) {
    return (
      <Suspense fallback={<LoadingIndicator active />}>
        <UpdateSignature onFailed={postpone} />
      </Suspense>
    );
  }
  // The job's card appears above the tiles. Without this the tiles would move just before a tap.
  if (!home) {
    return (
      <Page title={text.title}>
        <Skeleton cards={2} />
      </Page>
    );
  }
  const visit = home.visit && <Visit visit={home.visit} />;
  // Until the first synchronisation has ended, a 0 may only mean that the rows have not arrived.
  const count = (rows: number | undefined) => (isFirst && rows === 0 ? undefined : rows);
  const counts: Partial<Record<PlainPath, number | undefined>> = {
    "/jobs": count(home.jobsToComplete),
    "/parts": count(parts),
  };
  const marks: Partial<Record<PlainPath, string | false | undefined>> = {
    "/quick/job": hasQuickJobDraft && text.notSaved,
    "/settings": isWorkInDanger(alarms.alarms) && text.storage,
  };
  return (
    <Page title={text.title}>
      {!isVisitLate && visit}
      {isEmulation && (
        <Banner tone="warn" title={text.training}>
          {text.trainingText}
        </Banner>
      )}
      {alarms.isKnown && <StorageAlarms {...alarms} />}
      <Tiles>
        {tiles
          .filter(({ to, gate }) => to in routesByPath && (!gate || (user && gate(user))))
          .map(({ to, icon, textKey }) => (
            <Tile
              key={to}
              to={to}
              icon={icon}
              label={text[textKey]}
              count={counts[to]}
              mark={marks[to]}
            />
          ))}
      </Tiles>
      <Rows label={text.alerts}>
        <RowLink
          to="/alerts"
          icon="bell"
          label={text.alerts}
          count={home.unreadAlerts || undefined}
        />
      </Rows>
      {user && <p>{text.signedInAs(user.name)}</p>}
      {/* What comes late is below the tiles, which must not move just before a tap. */}
      <Suspense>
        <MissingLists />
      </Suspense>
      {!alarms.isKnown && <StorageAlarms {...alarms} />}
      {isDeletedWhenUnused() && (
        <Suspense>
          <AddToHomeScreen />
        </Suspense>
      )}
      {isVisitLate && visit}
      {isSyncing && (
        <Card title={isFirst ? text.gettingReady : undefined}>
          <SyncProgress />
          {isFirst && <p>{text.gettingReadyText}</p>}
        </Card>
      )}
    </Page>
  );
}

/** Returns the first answer for as long as the screen is shown: what has come late stays where it moves nothing. */
function useIsLate(isMissing: boolean | undefined): boolean {
  const first = useRef(isMissing);
  return Boolean((first.current ??= isMissing));
}

/** The sign-in for which the signature was postponed. It stays postponed until the next sign-in. */
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
