import { readWaitingHere } from "@fieldfare/device";
import type { DemoLogin } from "../../phone/demo.ts";
import { useDevice, useLive } from "../../phone/device.tsx";
import { Banner } from "../../ui/banner.tsx";
import { DemoLogins } from "./demo-logins.tsx";
import { strings } from "./extras-strings.ts";

/** What the sign-in screen shows below the form, once it is known. */
export function Extras(props: { asksPin: boolean; onChoose: (login: DemoLogin) => void }) {
  return (
    <>
      <WaitingHere />
      <DemoLogins asksPin={props.asksPin} onChoose={props.onChoose} />
    </>
  );
}

/** Says what waits on this phone and when it is sent, without a name: whoever holds the phone may read it. */
function WaitingHere() {
  const device = useDevice();
  const waiting = useLive(() => readWaitingHere(device), [device]);
  if (!waiting || waiting.count === 0) return null;
  const text = strings();
  const { count, isSent } = waiting;
  return (
    <Banner tone="info" title={text.waitingTitle(count)}>
      {isSent ? text.isSent(count) : text.isSentLater(count)}
    </Banner>
  );
}
