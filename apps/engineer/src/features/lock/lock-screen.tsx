import { checkLock } from "@fieldfare/device";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { useDevice } from "../../phone/device.tsx";
import { SupportPhone } from "../../phone/support-phone.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Banner, EmptyState } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import { strings } from "./strings.ts";

/**
 * Shown while the office has locked this device. No stored data is shown, and queued messages are still sent. All data
 * is available again when the office unlocks the device.
 */
export function LockScreen() {
  const device = useDevice();
  const router = useRouter();
  const [isChecking, setChecking] = useState(false);
  const [answer, setAnswer] = useState<string | null>(null);
  const text = strings();
  const check = async () => {
    setAnswer(null);
    setChecking(true);
    const state = await checkLock(device);
    setChecking(false);
    if (state === "unlocked") await router.navigate({ to: "/", replace: true });
    else setAnswer(state === "locked" ? text.stillLocked : text.network);
  };
  return (
    <Page
      title={text.title}
      bare
      secondary={<ButtonLink to="/signout">{text.signOut}</ButtonLink>}
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
        <p>{text.savedWork}</p>
      </Card>
    </Page>
  );
}
