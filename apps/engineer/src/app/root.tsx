import { readSession } from "@fieldfare/device";
import { Outlet, useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef } from "react";
import { SessionProvider, useDevice, useRead } from "../device/device.tsx";
import { QuestionHost } from "../ui/dialog.tsx";
import { HeaderNoteProvider, HeaderSignProvider } from "../ui/page.tsx";
import { dismissToasts, ToastHost } from "../ui/toast.tsx";
import { ConnectionNote } from "./connection-note.tsx";
import { firstScreenStands } from "./first-screen.ts";
import { SyncSign } from "./sync-sign.tsx";

/** Loaded once the first screen stands: an alert may come a moment later. */
const loadAlerts = () =>
  firstScreenStands.then(() => import("../features/alerts/unread-alerts.tsx"));
const UnreadAlerts = lazy(() => loadAlerts().then((m) => ({ default: m.UnreadAlerts })));
const RemovalNotice = lazy(() => loadAlerts().then((m) => ({ default: m.RemovalNotice })));

const sign = <SyncSign />;
const connection = <ConnectionNote />;
const connectionAndAlerts = (
  <>
    {connection}
    <Suspense>
      <UnreadAlerts />
    </Suspense>
  </>
);

/** What stands around every screen: the session, the sync sign, questions and toasts. */
export function Root() {
  const device = useDevice();
  const session = useRead(readSession);
  const router = useRouter();
  const userId = session?.user?.id ?? null;
  const gate =
    session &&
    `${userId} ${session.settings?.enabled} ${session.settings?.installationDate} ${session.user?.recordsMileage} ${session.user?.perms.join()}`;
  const earlierGate = useRef(gate);
  useEffect(() => {
    // Signed out or locked, here or in another tab: the guard of the screen that stands is asked again.
    if (earlierGate.current !== undefined && gate !== earlierGate.current) void router.invalidate();
    earlierGate.current = gate;
  }, [gate, router]);
  useEffect(() => {
    if (!session || userId !== null) return;
    dismissToasts("token");
    void import("./updates.ts").then(({ takeUpdateAtSignIn }) => takeUpdateAtSignIn());
  }, [session, userId]);

  const isAtWork = Boolean(
    userId && session?.settings?.installationDate && session.settings.enabled,
  );
  const isKnown = session !== undefined;
  useEffect(() => {
    if (!isKnown) return;
    void firstScreenStands
      .then(() => import("./push.ts"))
      .then(({ followPush }) => followPush(device, isAtWork));
  }, [device, isKnown, isAtWork, userId]);

  const decided = useRef(false);
  useEffect(() => {
    if (!session || decided.current) return;
    decided.current = true;
    // A sign-in brings its own sync: here only the start of a page that was signed in already.
    const { user, settings } = session;
    if (user && settings?.installationDate && settings.enabled && settings.sync.config.onStart)
      void firstScreenStands
        .then(() => import("../device/synchronise.ts"))
        .then(({ synchronise }) => synchronise(device, { asked: "start" }));
  }, [device, session]);

  if (!session) return null;
  return (
    <SessionProvider value={session}>
      <HeaderSignProvider value={userId === null ? null : sign}>
        <HeaderNoteProvider value={userId === null ? connection : connectionAndAlerts}>
          <Outlet />
        </HeaderNoteProvider>
      </HeaderSignProvider>
      <QuestionHost />
      {userId !== null && (
        <Suspense>
          <RemovalNotice />
        </Suspense>
      )}
      <ToastHost />
    </SessionProvider>
  );
}
