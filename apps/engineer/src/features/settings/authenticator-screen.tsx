import { enrolAuthenticator, readUnlockOptions, type UnlockRefusal } from "@fieldfare/device";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { findAuthenticator } from "../../phone/authenticator.ts";
import { strings as authenticatorStrings } from "../../phone/authenticator-strings.ts";
import { useDevice, useLive } from "../../phone/device.tsx";
import { LockOutBanner } from "../../phone/lock-out-banner.tsx";
import { useLockOut } from "../../phone/lock-out.ts";
import { strings as unlockStrings } from "../../phone/unlock-strings.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { PinField } from "../../ui/field.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { Page } from "../../ui/page.tsx";
import { showToast } from "../../ui/toast.tsx";
import { strings } from "./strings.ts";

/** Turns the fingerprint or face on, with the PIN: whoever holds an unlocked phone must not add a finger of their own. */
export function AuthenticatorScreen() {
  const device = useDevice();
  const options = useLive(() => readUnlockOptions(device), [device]);
  if (!options) {
    return (
      <Page title={strings().authenticator.title} back="/settings">
        {null}
      </Page>
    );
  }
  return <TurnOnForm key={options.email} email={options.email} />;
}

function TurnOnForm({ email }: { email: string }) {
  const device = useDevice();
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<UnlockRefusal | null>(null);
  const text = strings().authenticator;
  const shared = unlockStrings();
  const lockOut = useLockOut(email, false, () => setRefusal(null));
  const form = useForm({
    initial: { pin: "" },
    check: ({ pin }) => (pin === "" ? { pin: shared.noPin } : {}),
    onSubmit: async ({ pin }) => {
      setRefusal(null);
      const authenticator = await findAuthenticator();
      if (!authenticator) return setRefusal("no-authenticator");
      const result = await enrolAuthenticator(device, pin, authenticator);
      if (result.ok) {
        showToast({ text: authenticatorStrings().turnedOn, kind: "good", key: "authenticator" });
        await navigate({ to: "/settings", replace: true });
      } else {
        form.set("pin", "");
        form.hideErrors();
        setRefusal(result.refusal);
      }
    },
  });
  if (lockOut) {
    return (
      <Page title={text.title} back="/settings">
        <LockOutBanner endsOn={lockOut.endsOn} />
      </Page>
    );
  }
  return (
    <Page
      title={text.title}
      back="/settings"
      secondary={<ButtonLink to="/settings">{text.cancel}</ButtonLink>}
      main={
        <Button kind="main" type="submit" form={form.id} busy={form.isBusy && text.working}>
          {authenticatorStrings().turnOn}
        </Button>
      }
    >
      <Card>
        <Form form={form}>
          {refusal && (
            <Banner tone="danger" alert>
              {describeRefusal(refusal)}
            </Banner>
          )}
          <p>{text.off}</p>
          <p>{text.askPin}</p>
          <PinField label={shared.pin} {...form.field("pin")} />
        </Form>
      </Card>
    </Page>
  );
}

function describeRefusal(refusal: UnlockRefusal): string {
  const text = strings().authenticator;
  const shared = unlockStrings();
  const texts: Record<UnlockRefusal, string> = {
    wrong: text.wrongPin,
    "locked-out": shared.locked,
    "not-stored": text.noPinStored,
    "data-key-lost": text.noPinStored,
    damaged: text.noPinStored,
    "authenticator-opens-nothing": authenticatorStrings().notTurnedOn,
    "no-authenticator": text.none,
    "not-recognised": authenticatorStrings().notTurnedOn,
    "storage-full": shared.storageFull,
    "storage-failed": shared.storageFailed,
  };
  return texts[refusal];
}
