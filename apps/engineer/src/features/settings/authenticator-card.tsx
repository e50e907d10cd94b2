import { readUnlockOptions, removeAuthenticator } from "@fieldfare/device";
import { useAuthenticator } from "../../phone/authenticator.ts";
import { useClientSettings } from "../../phone/client-settings.ts";
import { useDevice, useLive } from "../../phone/device.tsx";
import { strings as authenticatorStrings } from "../../phone/authenticator-strings.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { showToast } from "../../ui/toast.tsx";
import { strings } from "./strings.ts";

/**
 * Turns the fingerprint or face off, and leads to the screen that turns it on. Draws nothing where the phone has none, or
 * where the app never locks.
 */
export function AuthenticatorCard() {
  const device = useDevice();
  const authenticator = useAuthenticator();
  const { lockAfterMinutes } = useClientSettings();
  const options = useLive(() => readUnlockOptions(device), [device]);
  const text = strings().authenticator;
  const shared = authenticatorStrings();
  if (!authenticator || !options?.hasPin || lockAfterMinutes === null) return null;
  const { email, hasAuthenticator } = options;
  const turnOff = async () => {
    await removeAuthenticator(device, email);
    showToast({ text: shared.turnedOff, kind: "good", key: "authenticator" });
  };
  return (
    <Card title={text.title}>
      <p>{hasAuthenticator ? text.on : text.off}</p>
      {hasAuthenticator ? (
        <Button wide icon="fingerprint" onClick={turnOff}>
          {shared.turnOff}
        </Button>
      ) : (
        <ButtonLink wide icon="fingerprint" to="/settings/authenticator">
          {shared.turnOn}
        </ButtonLink>
      )}
    </Card>
  );
}
