import {
  checkLock,
  type Device,
  hasOpenVisit,
  isSignInNeeded,
  readOutboxSummary,
  readSession,
} from "@fieldfare/device";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { useDevice, useLive } from "../../phone/device.tsx";
import { SupportPhone } from "../../phone/support-phone.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Banner, EmptyState } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import { strings } from "./strings.ts";

/**
 * Shown while the office has locked this device or disabled the account. No stored data is shown, and queued messages
 * are still sent; where only a sign-in can send them, the screen offers that. It offers to sign out when nothing is
 * being sent. All data is available again when the office unlocks the device.
 */
export function LockScreen() {
  const device = useDevice();
  const router = useRouter();
  const [isChecking, setChecking] = useState(false);
  const [answer, setAnswer] = useState<string | null>(null);
  const unsent = useLive(() => readUnsent(device), [device]);
  const text = strings();
  const check = async () => {
    setAnswer(null);
    setChecking(true);
    const state = await checkLock(device);
    setChecking(false);
    if (state === "unlocked") {
      // The guard leads out as soon as the unlock is stored, and the engineer may have gone on since.
      if (router.matchRoute({ to: "/lock" })) await router.navigate({ to: "/", replace: true });
    } else setAnswer(state === "locked" ? text.stillLocked : text.network);
  };
  return (
    <Page
      title={text.title}
      bare
      secondary={
        unsent?.next === "sign-in" ? (
          <ButtonLink to="/login">{text.signIn}</ButtonLink>
        ) : unsent?.next === "sign-out" ? (
          <ButtonLink to="/signout">{text.signOut}</ButtonLink>
        ) : undefined
      }
      main={
        <Button kind="main" busy={isChecking && text.checking} onClick={() => void check()}>
          {text.check}
        </Button>
      }
    >
      <Card>
        {answer && (
          <Banner tone="warn" alert>
            {answer}
          </Banner>
        )}
        <EmptyState icon="lock" title={text.locked}>
          {text.blocked} {text.contact}
        </EmptyState>
        <SupportPhone />
        {unsent && (
          <p>
            {unsent.count !== null && unsent.count > 0 && <b>{text.waiting(unsent.count)}. </b>}
            {describeUnsent(unsent)}
          </p>
        )}
        <p>{unsent?.isWiping ? text.wiping : text.unlock}</p>
      </Card>
    </Page>
  );
}

interface Unsent {
  /** Null when nobody is signed in: it is then not known whose messages wait. */
  readonly count: number | null;
  readonly hasProblem: boolean;
  /** What was recorded in a visit waits for the end of that visit. */
  readonly hasOpenVisit: boolean;
  /** What the engineer may do next; null while messages are being sent. */
  readonly next: "sign-in" | "sign-out" | null;
  readonly isWiping: boolean;
}

async function readUnsent(device: Device): Promise<Unsent> {
  const [{ user, settings }, { waiting, state }, mustSignIn, isOpen] = await Promise.all([
    readSession(device),
    readOutboxSummary(device),
    isSignInNeeded(device),
    hasOpenVisit(device),
  ]);
  const isWiping = settings?.wipe !== undefined;
  // A wipe sends what was recorded in visits that have not ended.
  const status = { isWiping, hasOpenVisit: !isWiping && isOpen };
  if (!user) return { ...status, count: null, hasProblem: false, next: "sign-in" };
  const hasProblem = state === "attention";
  if (waiting > 0 && mustSignIn) return { ...status, count: waiting, hasProblem, next: "sign-in" };
  const next = waiting > 0 && !hasProblem ? null : "sign-out";
  return { ...status, count: waiting, hasProblem, next };
}

function describeUnsent({ count, hasProblem, hasOpenVisit: isOpen, next }: Unsent): string {
  const text = strings();
  if (count === null) return text.signedOut;
  if (count === 0) return isOpen ? text.openVisit : text.allSent;
  if (next === "sign-in") return text.sentAtSignIn(count);
  return hasProblem ? text.hasProblem : text.isSent(count);
}
