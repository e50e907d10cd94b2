import { isSignInNeeded, readOutboxSummary, readSession, signOut } from "@fieldfare/device";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useConnection } from "../../phone/connection.ts";
import { useDevice, useLive } from "../../phone/device.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/loading.tsx";
import { Banner, EmptyState } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import { dismissToasts } from "../../ui/toast.tsx";
import { strings } from "./strings.ts";

/** Milliseconds before the sign-in screen follows the sign-out screen. */
const redirectDelayMs = 3000;

/**
 * Signs out at once. If messages are queued that could still be sent, it first says what happens to them and asks. If
 * only another sign-in can send them, it asks only without a network: that sign-in would not send them yet.
 */
export function SignoutScreen() {
  const device = useDevice();
  const [isAsking, setAsking] = useState(false);
  const outbox = useLive(() => readOutboxSummary(device), [device]);
  const [isSignedOut, setSignedOut] = useState(false);
  const [unsentCount, setUnsentCount] = useState(0);
  const isOffline = useConnection() !== "online";
  // A network that returns does not sign out in the middle of the question.
  const [wasOffline] = useState(isOffline);
  const throwInRender = useThrowInRender();
  const leave = useCallback(async () => {
    dismissToasts("token");
    await signOut(device);
    setSignedOut(true);
  }, [device]);
  useEffect(() => {
    let isCurrent = true;
    const begin = async () => {
      const [{ user }, { waiting }, mustSignIn] = await Promise.all([
        readSession(device),
        readOutboxSummary(device),
        isSignInNeeded(device),
      ]);
      if (!isCurrent) return;
      if (mustSignIn) setUnsentCount(waiting);
      if (user && waiting > 0 && (!mustSignIn || wasOffline)) setAsking(true);
      else await leave();
    };
    void begin().catch(throwInRender);
    return () => {
      isCurrent = false;
    };
  }, [device, leave, throwInRender, wasOffline]);

  const text = strings();
  if (isSignedOut) {
    return (
      <SignedOutPage title={text.title} heading={text.signedOut}>
        {unsentCount > 0 && (
          <Banner tone="info" title={text.waitingTitle(unsentCount)}>
            {(isOffline ? text.noNetwork : text.sentAtSignIn)(unsentCount)}
          </Banner>
        )}
      </SignedOutPage>
    );
  }
  if (!isAsking || !outbox) {
    return (
      <Page title={text.title} bare>
        <Skeleton cards={1} />
      </Page>
    );
  }
  return (
    <Page
      title={text.title}
      back="/"
      secondary={<ButtonLink to="/">{text.stay}</ButtonLink>}
      main={
        <Button kind="main" onClick={leave}>
          {text.signOut}
        </Button>
      }
    >
      {outbox.waiting > 0 ? (
        <Banner tone="warn" title={text.waitingTitle(outbox.waiting)}>
          {(isOffline ? text.noNetwork : text.waitingText)(outbox.waiting)}
        </Banner>
      ) : (
        <Banner tone="good" title={text.allSent} />
      )}
    </Page>
  );
}

/** Signs out after the installation. The next sign-in is the first with the PIN. */
export function InstalledScreen() {
  const device = useDevice();
  const [isSignedOut, setSignedOut] = useState(false);
  const throwInRender = useThrowInRender();
  useEffect(() => {
    void signOut(device)
      .then(() => setSignedOut(true))
      .catch(throwInRender);
  }, [device, throwInRender]);
  const text = strings();
  if (!isSignedOut) return null;
  return (
    <SignedOutPage title={text.title} heading={text.signedOut}>
      <Banner tone="good" title={text.installedTitle}>
        {text.installedText}
      </Banner>
    </SignedOutPage>
  );
}

/** Throws an error of an effect during the next render, so that the error boundary logs it and shows its screen. */
function useThrowInRender(): (error: unknown) => void {
  const [, setError] = useState<never>();
  return useCallback((error: unknown) => {
    setError(() => {
      throw error;
    });
  }, []);
}

function SignedOutPage(props: { title: string; heading: string; children?: ReactNode }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate({ to: "/login", replace: true }), redirectDelayMs);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <Page
      title={props.title}
      bare
      main={
        <ButtonLink kind="main" to="/login" replace>
          {strings().signIn}
        </ButtonLink>
      }
    >
      {props.children}
      <EmptyState icon="sign-out" title={props.heading} />
    </Page>
  );
}
