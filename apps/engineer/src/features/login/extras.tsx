import { readWaitingHere } from "@fieldfare/device";
import { useClientSettings } from "../../phone/client-settings.ts";
import type { DemoLogin } from "../../phone/demo.ts";
import { useDevice, useLive } from "../../phone/device.tsx";
import { strings as waitingStrings } from "../../phone/waiting-strings.ts";
import { Banner } from "../../ui/banner.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { DemoLogins } from "./demo-logins.tsx";
import { strings } from "./extras-strings.ts";

export interface ExtrasProps {
  readonly asksPin: boolean;
  readonly onChoose: (login: DemoLogin) => void;
}

/** What the sign-in screen shows below the form, once it is known. */
export function Extras(props: ExtrasProps) {
  const { providerSignIn } = useClientSettings();
  return (
    <>
      {providerSignIn && <ButtonLink to="/provider">{strings().provider}</ButtonLink>}
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
      {isSent ? text.isSent(count) : waitingStrings().isSentLater(count)}
    </Banner>
  );
}
