import { type Device, drain, readOutboxSummary } from "@fieldfare/device";
import { useEffect, useState } from "react";
import { useLive } from "../device/device.tsx";
import { Button } from "../ui/button.tsx";
import { Banner, EmptyState } from "../ui/notice.tsx";
import { takeNewestVersion } from "./updates.ts";
import { words } from "./words.ts";

const sendEvery = 30_000;

/**
 * This build cannot work with what is stored here: a later one has been used, or bringing it to this
 * version has failed. Nothing is shown of it and nothing is changed; what waits goes on being sent.
 */
export function SendsOnly({ device, why }: { device: Device; why: "later" | "failed" }) {
  const spoken = words().sendsOnly;
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
  const again = () => {
    if (why === "failed") return location.reload();
    setBusy(true);
    setMissing(false);
    void takeNewestVersion().then((isTaken) => {
      setBusy(false);
      setMissing(!isTaken);
    });
  };
  return (
    <main>
      <EmptyState icon="alert-triangle" title={spoken[why].title}>
        {spoken[why].text}
      </EmptyState>
      {outbox && outbox.waiting > 0 && (
        <Banner tone="info">{spoken.waiting(outbox.waiting)}</Banner>
      )}
      {isMissing && (
        <Banner tone="warn" alert>
          {spoken.notFound}
        </Banner>
      )}
      <Button kind="main" busy={isBusy && spoken.looking} onClick={again}>
        {why === "later" ? words().update.take : words().tryAgain}
      </Button>
    </main>
  );
}
