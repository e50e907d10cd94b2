import { readOutboxSummary } from "@fieldfare/device";
import { useState } from "react";
import { useDevice, useLive } from "../../phone/device.tsx";
import { HomeScreenSteps } from "../../phone/home-screen-steps.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Stack } from "../../ui/card.tsx";
import { homeScreenStrings as strings } from "./home-screen-strings.ts";

const askedKey = "fieldfare.home-screen-asked";

/** Safari deletes after seven days without use: it is asked again before that. */
const askAgainMs = 6 * 24 * 60 * 60 * 1000;

/** Says that Safari may delete what the app has stored, and how the home screen prevents that. */
export function AddToHomeScreen() {
  const device = useDevice();
  const [askedAt, setAskedAt] = useState(() => Number(localStorage.getItem(askedKey)));
  const waiting = useLive(async () => (await readOutboxSummary(device)).waiting, [device]);
  const now = device.ports.now().getTime();
  if (waiting === undefined || Math.abs(now - askedAt) < askAgainMs) return null;
  const text = strings();
  const postpone = () => {
    localStorage.setItem(askedKey, String(now));
    setAskedAt(now);
  };
  return (
    <div data-later="">
      <Banner tone="warn" title={text.title}>
        <Stack>
          <p>{text.why}</p>
          <HomeScreenSteps />
          <p>{text.startsEmpty}</p>
          {waiting > 0 && <p>{text.waiting(waiting)}</p>}
          <Button wide onClick={postpone}>
            {text.later}
          </Button>
        </Stack>
      </Banner>
    </div>
  );
}
