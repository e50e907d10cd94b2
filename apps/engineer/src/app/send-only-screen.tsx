import { type Device, drain, readOutboxSummary } from "@fieldfare/device";
import { useEffect, useState } from "react";
import { useLive } from "../phone/device.tsx";
import { useNoEarlyLock } from "../phone/no-early-lock.ts";
import { Button } from "../ui/button.tsx";
import { Banner, EmptyState } from "../ui/banner.tsx";
import { applyNewestVersion } from "./updates.ts";
import { strings as startStrings } from "./start-strings.ts";
import { strings } from "./strings.ts";

const sendEvery = 30_000;

/**
 * Shown when this build cannot use the local database: a later build has written it, or its migration has failed.
 * Nothing in it is shown or changed. The messages in the outbox are still sent.
 */
export function SendOnlyScreen({ device, reason }: { device: Device; reason: "later" | "failed" }) {
  useNoEarlyLock();
  const text = startStrings().sendOnly;
  const outbox = useLive(() => readOutboxSummary(device), [device]);
  const [isBusy, setBusy] = useState(false);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    const send = () => void drain(device).catch(() => undefined);
    send();
    const timer = setInterval(send, sendEvery);
    addEventListener("online", send);
    return () => {
      clearInterval(timer);
      removeEventListener("online", send);
    };
  }, [device]);
  const retry = () => {
    if (reason === "failed") return location.reload();
    setBusy(true);
    setMissing(false);
    void applyNewestVersion().then((isTaken) => {
      setBusy(false);
      setMissing(!isTaken);
    });
  };
  return (
    <main>
      <EmptyState icon="alert-triangle" title={text[reason].title}>
        {text[reason].text}
      </EmptyState>
      {outbox && outbox.waiting > 0 && <Banner tone="info">{text.waiting(outbox.waiting)}</Banner>}
      {isMissing && (
        <Banner tone="warn" alert>
          {text.notFound}
        </Banner>
      )}
      <Button kind="main" busy={isBusy && text.looking} onClick={retry}>
        {reason === "later" ? startStrings().update.take : strings().tryAgain}
      </Button>
    </main>
  );
}
