import {
  type Authenticator,
  type Device,
  prepareUnlock,
  readUnlockOptions,
  unlock,
  type UnlockOptions,
  type UnlockRefusal,
} from "@fieldfare/device";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { prefetch, useDevice, usePrefetchedRows } from "../../phone/device.tsx";
import { hasEarlyLock, readName, storeEarlyLock } from "../../phone/early-handover.ts";
import { removeEarlyLock } from "../../phone/early-lock.ts";
import { afterFirstRender } from "../../phone/first-render.ts";
import { LockOutBanner } from "../../phone/lock-out-banner.tsx";
import { useLockOut } from "../../phone/lock-out.ts";
import { SupportPhone } from "../../phone/support-phone.tsx";
import { strings as unlockStrings } from "../../phone/unlock-strings.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { PasswordField, PinField, toPin } from "../../ui/field.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Cover } from "./cover.tsx";
import type { RefusalText } from "./refusals.ts";
import { strings } from "./strings.ts";

const signInOfAnother = { to: "/login", search: { isAnother: true }, ignoreBlocker: true } as const;

/** Reads what the lock shows before it is drawn. */
export function prefetchScreen(device: Device): Promise<void> {
  return prefetch(device, readUnlockOptions);
}

/**
 * Covers the app until the engineer who is signed in has entered the PIN, or the phone has recognised a fingerprint or
 * face. Works without a network, and what is below stays as it was.
 */
export function UnlockScreen() {
  const navigate = useNavigate();
  const options = usePrefetchedRows(readUnlockOptions);
  // The stored sign-in is missing: only another sign-in leads on.
  const isMissing = options === null;
  useLayoutEffect(() => {
    if (isMissing) removeEarlyLock();
  }, [isMissing]);
  if (!options) {
    if (!isMissing && hasEarlyLock()) return null;
    return (
      <Cover title={strings().title}>
        {isMissing && (
          <Button onClick={() => void navigate(signInOfAnother)}>
            {unlockStrings().asSomebodyElse}
          </Button>
        )}
      </Cover>
    );
  }
  return <UnlockForm key={options.email} options={options} />;
}

/** Few phones have one turned on: the first screen of a start does without its code. */
const loadAuthenticator = () => import("../../phone/authenticator.ts");

/** Returns null where this engineer has not turned it on, and until the phone has answered. */
function useStoredAuthenticator({ hasAuthenticator }: UnlockOptions): Authenticator | null {
  const [authenticator, setAuthenticator] = useState<Authenticator | null>(null);
  useEffect(() => {
    if (!hasAuthenticator) return setAuthenticator(null);
    let isCurrent = true;
    void loadAuthenticator()
      .then((module) => module.findAuthenticator())
      .then((found) => {
        if (isCurrent) setAuthenticator(found);
      })
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [hasAuthenticator]);
  return authenticator;
}

/** Why the last try did not open the lock, and what the screen says about it. */
interface Refused extends RefusalText {
  readonly refusal: UnlockRefusal;
}

async function describe(refusal: UnlockRefusal): Promise<Refused> {
  const module = await import("./refusals.ts").catch(() => null);
  return { refusal, ...(module?.describeRefusal(refusal) ?? { text: unlockStrings().failed }) };
}

/** Takes the place of the early lock: goes on with what was entered in it, and where the focus was. */
function takeOver(fields: HTMLElement | null, busy: string, enterPin: (pin: string) => void): void {
  const lock = fields?.closest("dialog");
  if (lock) storeEarlyLock(lock, busy);
  // The phone's keyboard stays open if the focus goes from field to field.
  fields?.querySelector("input")?.focus();
  const early = removeEarlyLock();
  if (!early || !lock) return;
  enterPin(toPin(early.pin));
  const tapped = [...lock.querySelectorAll("button")].find(
    (button) => readName(button) === early.tapped,
  );
  tapped?.click();
}

function UnlockForm({ options }: { options: UnlockOptions }) {
  const device = useDevice();
  const navigate = useNavigate();
  const authenticator = useStoredAuthenticator(options);
  const fields = useRef<HTMLDivElement>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [usesPassword, setUsesPassword] = useState(false);
  const [isRecognising, setRecognising] = useState(false);
  const text = strings();
  const shared = unlockStrings();
  const { email } = options;
  const lockOut = useLockOut(email, false, () => setRefused(null));
  const form = useForm({
    initial: { pin: "", password: "" },
    check: ({ pin, password }) => ({
      ...(!usesPassword && pin === "" && { pin: shared.noPin }),
      ...(usesPassword && password === "" && { password: shared.noPassword }),
    }),
    onSubmit: async ({ pin, password }) => {
      setRefused(null);
      const result = await unlock(device, usesPassword ? { password } : { pin });
      if (!result.ok) {
        void prepareUnlock(device);
        form.set("pin", "");
        form.set("password", "");
        form.hideErrors();
        setRefused(await describe(result.refusal));
      } else if (!options.hasAuthenticator) {
        const module = await loadAuthenticator().catch(() => null);
        const turnOn = () => void navigate({ to: "/settings/authenticator" });
        await module?.offerAuthenticator(device, email, turnOn);
      }
      // The lock of a start stays until the rows of the screen are read, and must take no second PIN.
      if (result.ok) await afterFirstRender;
    },
  });
  useEffect(() => void prepareUnlock(device), [device]);
  const isLockedOut = lockOut !== null && !(usesPassword && lockOut.mayTryPassword);
  const hasTakenOver = useRef(false);
  useLayoutEffect(() => {
    if (hasTakenOver.current) return;
    hasTakenOver.current = true;
    takeOver(fields.current, text.unlocking, (pin) => form.set("pin", pin));
  });
  useEffect(() => {
    if (!isLockedOut) fields.current?.querySelector("input")?.focus();
  }, [isLockedOut, usesPassword, refused]);
  const ask = (password: boolean) => {
    setRefused(null);
    form.hideErrors();
    setUsesPassword(password);
  };
  const recognise = async () => {
    if (!authenticator) return;
    setRefused(null);
    setRecognising(true);
    const result = await unlock(device, { authenticator });
    if (result.ok) await afterFirstRender;
    setRecognising(false);
    if (!result.ok) setRefused(await describe(result.refusal));
  };
  const toSignIn = () => void navigate({ to: "/login", ignoreBlocker: true });
  const mayUsePassword = options.hasPassword && (lockOut === null || lockOut.mayTryPassword);
  const waysOut = (
    <>
      {mayUsePassword && !usesPassword && (
        <Button onClick={() => ask(true)}>{text.withPassword}</Button>
      )}
      {usesPassword && !lockOut && <Button onClick={() => ask(false)}>{text.withPin}</Button>}
      <Button onClick={() => void navigate({ to: "/forgottenpin", ignoreBlocker: true })}>
        {shared.forgotten}
      </Button>
      {/* Nobody is signed out before somebody else has signed in: sending goes on until then. */}
      <Button onClick={() => void navigate(signInOfAnother)}>{shared.asSomebodyElse}</Button>
    </>
  );
  const recogniseButton = authenticator && (
    <Button icon="fingerprint" busy={isRecognising && text.recognising} onClick={recognise}>
      {text.withAuthenticator}
    </Button>
  );
  if (isLockedOut) {
    return (
      <Cover title={text.title} secondary={recogniseButton}>
        <LockOutBanner endsOn={lockOut.endsOn} />
        {waysOut}
        <SupportPhone />
      </Cover>
    );
  }
  const banner = refused && (
    <Banner tone="danger" alert {...(refused.title && { title: refused.title })}>
      {refused.text}
    </Banner>
  );
  // The right PIN opens nothing here: only a sign-in leads on.
  if (refused?.refusal === "data-key-lost") {
    const signInAgain = (
      <Button kind="main" onClick={toSignIn}>
        {text.signInAgain}
      </Button>
    );
    return (
      <Cover title={text.title} main={signInAgain}>
        {banner}
        <SupportPhone />
      </Cover>
    );
  }
  return (
    <Cover
      title={text.title}
      secondary={recogniseButton}
      main={
        <Button kind="main" type="submit" form={form.id} busy={form.isBusy && text.unlocking}>
          {text.unlock}
        </Button>
      }
    >
      <Card>
        <Form form={form}>
          {banner}
          <p>
            {usesPassword ? text.asPassword : text.asPin}
            <br />
            <b data-personal>{email}</b>
          </p>
          <div ref={fields}>
            {usesPassword ? (
              <PasswordField
                label={shared.password}
                autoComplete="current-password"
                {...form.field("password")}
              />
            ) : (
              <PinField label={shared.pin} {...form.field("pin")} />
            )}
          </div>
        </Form>
      </Card>
      {waysOut}
    </Cover>
  );
}
