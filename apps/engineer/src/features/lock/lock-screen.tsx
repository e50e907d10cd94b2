import { checkLock } from "@fieldfare/device";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { useDevice } from "../../device/device.tsx";
import { SupportPhone } from "../../device/support-phone.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Banner, EmptyState } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { words } from "./words.ts";

/**
 * The office has locked this device. Nothing of what is stored is shown; what waits is still sent, and
 * all of it is back when the office unlocks the device.
 */
export function LockScreen() {
  const device = useDevice();
  const router = useRouter();
  const [isChecking, setChecking] = useState(false);
  const [answer, setAnswer] = useState<string | null>(null);
  const spoken = words();
  const check = async () => {
    setAnswer(null);
    setChecking(true);
    const state = await checkLock(device);
    setChecking(false);
    if (state === "unlocked") await router.navigate({ to: "/", replace: true });
    else setAnswer(state === "locked" ? spoken.stillLocked : spoken.network);
  };
  return (
    <Page
      title={spoken.title}
      bare
      secondary={<ButtonLink to="/signout">{spoken.signOut}</ButtonLink>}
      main={
        <Button kind="main" busy={isChecking && spoken.checking} onClick={() => void check()}>
          {spoken.check}
        </Button>
      }
    >
      <Card>
        {answer && (
          <Banner tone="warn" alert>
            {answer}
          </Banner>
        )}
        <EmptyState icon="lock" title={spoken.locked}>
          {spoken.blocked} {spoken.contact}
        </EmptyState>
        <SupportPhone />
        <p>{spoken.kept}</p>
      </Card>
    </Page>
  );
}
