import { readSession } from "@fieldfare/device";
import { Outlet, useRouter, useRouterState } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { focusBelowLock, useAppLock } from "../phone/app-lock.ts";
import { forgetEarlyLock, markOpened, removeEarlyLock } from "../phone/early-lock.ts";
import { SessionProvider, useDevice, usePrefetchedRows } from "../phone/device.tsx";
import { Covered } from "../ui/covered.ts";
import { dismissQuestions, QuestionHost } from "../ui/dialog.tsx";
import { HeaderAlertsProvider, HeaderNoteProvider, HeaderStatusProvider } from "../ui/page.tsx";
import { dismissToasts, holdToasts, ToastHost } from "../ui/toast.tsx";
import { ConnectionNote } from "./connection-note.tsx";
import {
  afterFirstRender,
  firstRenderDelayMs,
  markFirstRender,
  readFirstRows,
} from "../phone/first-render.ts";
import { syncIndicator, unlockScreen } from "./lazy-components.ts";
import styles from "./root.module.css";

/** The alerts are loaded after the first render: they may appear a moment later. */
const loadAlerts = () =>
  afterFirstRender.then(() => import("../features/alerts/unread-alerts.tsx"));
const UnreadAlerts = lazy(() => loadAlerts().then((m) => ({ default: m.UnreadAlerts })));
const EndedJobNotice = lazy(() => loadAlerts().then((m) => ({ default: m.EndedJobNotice })));

const connection = <ConnectionNote />;
const alerts = (
  <Suspense>
    <UnreadAlerts />
  </Suspense>
);

/** The frame around every screen: session, sync indicator, questions and toasts. */
export function Root() {
  const device = useDevice();
  const session = usePrefetchedRows(readSession);
  const router = useRouter();
  const userId = session?.user?.id ?? null;
  const accessKey =
    session &&
    `${userId} ${session.settings?.enabled} ${session.settings?.installationDate} ${session.user?.recordsMileage} ${session.user?.perms.join()}`;
  const previousAccessKey = useRef(accessKey);
  useEffect(() => {
    // After a sign-out or a lock, here or in another tab, the guard of the current screen runs again.
    if (previousAccessKey.current !== undefined && accessKey !== previousAccessKey.current)
      void router.invalidate();
    previousAccessKey.current = accessKey;
  }, [accessKey, router]);
  useEffect(() => {
    if (!session || userId !== null) return;
    forgetEarlyLock();
    dismissToasts("token");
    // Whoever signs in next is not asked what the engineer before was.
    dismissQuestions();
    void applyWaitingUpdate();
  }, [session, userId]);

  const isAtWork = Boolean(
    userId && session?.settings?.installationDate && session.settings.enabled,
  );
  const isLocked = useAppLock(isAtWork ? userId : null);
  // When the office locks a device before the PIN was entered, its screen is drawn while alerts and jobs cannot be read.
  const isKeyUnknown = device.engineer?.sealing?.isLocked === true;
  // Such a screen shows nothing of the engineer's, and leads out of the lock.
  const isOpenToAll = useRouterState({
    select: ({ matches }) => matches.at(-1)?.staticData.access === "open",
  });
  // When the sign-in ends below the lock, or the office locks the device, the guard opens a screen that is open to all.
  const isLeaving = userId === null || session?.settings?.enabled === false;
  const wasCovered = useRef(false);
  const isSessionLoaded = session !== undefined;
  const waitsForRows = useWaitsForRows(isKeyUnknown, isOpenToAll);
  const isCovered = !isOpenToAll && (isLocked || waitsForRows || (isLeaving && wasCovered.current));
  // There the header and the notices would still show jobs and messages, and a question of the screen below would work.
  const isOnWayOut = isLocked && isOpenToAll;
  const showsOwn = userId !== null && !isOnWayOut && !isKeyUnknown;
  useLayoutEffect(() => {
    wasCovered.current = isCovered;
    if (isCovered) return;
    // Whether the app is locked is not known before.
    if (isSessionLoaded) removeEarlyLock();
    focusBelowLock();
  }, [isCovered, isSessionLoaded]);
  useEffect(() => holdToasts(isLocked), [isLocked]);

  // Before the PIN nothing of the engineer's can be read, so there is nothing to draw below the lock.
  const isSealed = isCovered && (isKeyUnknown || waitsForRows);
  const isResolved = useRouterState({ select: (state) => state.resolvedLocation !== undefined });
  const isDrawn = isSessionLoaded && isResolved && !isSealed;
  useEffect(() => {
    if (isDrawn) setTimeout(markFirstRender, firstRenderDelayMs);
  }, [isDrawn]);
  useEffect(() => {
    if (userId !== null && !isLocked) markOpened();
  }, [userId, isLocked]);

  useEffect(() => {
    if (!isSessionLoaded) return;
    void afterFirstRender
      .then(() => import("./push.ts"))
      .then(({ syncPushSubscription }) => syncPushSubscription(device, isAtWork));
  }, [device, isSessionLoaded, isAtWork, userId]);

  const isStartSyncDecided = useRef(false);
  const wasKeyUnknown = useRef(isKeyUnknown);
  useEffect(() => {
    // Before the PIN what was fetched could not be compared with what is stored, and not be sealed.
    if (!session || isKeyUnknown || isStartSyncDecided.current) return;
    isStartSyncDecided.current = true;
    // A sign-in runs its own sync, also one on the way out of the lock. This one is for a page that starts with a session.
    if (isOpenToAll && wasKeyUnknown.current) return;
    const { user, settings } = session;
    if (user && settings?.installationDate && settings.enabled && settings.sync.config.onStart)
      void afterFirstRender
        .then(() => import("../phone/synchronise.ts"))
        .then(({ synchronise }) => synchronise(device, { requestedBy: "start" }));
  }, [device, session, isKeyUnknown, isOpenToAll]);

  const [UnlockScreen] = useState(unlockScreen.get);
  const [SyncIndicator] = useState(syncIndicator.get);
  const indicator = useMemo(
    () => (
      <Suspense>
        <SyncIndicator />
      </Suspense>
    ),
    [SyncIndicator],
  );

  if (!session) return null;
  return (
    <SessionProvider value={session}>
      <Covered value={isCovered}>
        {/* A modal dialog is not inert with its parents, so everything is also invisible. */}
        {!isSealed && (
          <div className={isCovered ? styles.covered : styles.shown} inert={isCovered}>
            <HeaderStatusProvider value={showsOwn ? indicator : null}>
              <HeaderNoteProvider value={connection}>
                <HeaderAlertsProvider value={showsOwn ? alerts : null}>
                  <Outlet />
                </HeaderAlertsProvider>
              </HeaderNoteProvider>
            </HeaderStatusProvider>
            {!isOnWayOut && <QuestionHost />}
            {showsOwn && (
              <Suspense>
                <EndedJobNotice />
              </Suspense>
            )}
            {!isOnWayOut && <ToastHost />}
          </div>
        )}
      </Covered>
      {isCovered && (
        <Suspense>
          <UnlockScreen />
        </Suspense>
      )}
    </SessionProvider>
  );
}

/**
 * Whether the lock stays after the PIN of a start, until the rows of the screen are read: so the screen is drawn once. A screen
 * that is open to all, where somebody has signed in, does not wait.
 */
function useWaitsForRows(isKeyUnknown: boolean, isOpenToAll: boolean): boolean {
  const [areRead, setRead] = useState(!isKeyUnknown);
  useEffect(() => {
    if (isKeyUnknown || areRead) return;
    if (isOpenToAll) setRead(true);
    else void readFirstRows().then(() => setRead(true));
  }, [isKeyUnknown, areRead, isOpenToAll]);
  return !areRead && !isKeyUnknown;
}

/** Loads the code of updates only when a version waits: the first load of the sign-in screen does without it. */
async function applyWaitingUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration?.waiting) return;
  const { applyUpdateAtSignIn } = await import("./updates.ts");
  await applyUpdateAtSignIn();
}
