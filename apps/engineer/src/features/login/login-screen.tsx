import {
  asksForPin,
  failedSignIns,
  installationOf,
  lockOutMs,
  readSession,
  rememberedEmail,
  rememberEmail,
  type SignedIn,
  signIn,
  type SignInRefusal,
  watchLockOut,
} from "@fieldfare/device";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { rememberDestination } from "../../device/destination.ts";
import { useDevice, useLive } from "../../device/device.tsx";
import { takeReturnPath } from "../../device/return-path.ts";
import { SupportPhone } from "../../device/support-phone.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { formatTime } from "../../ui/dates.ts";
import { PasswordField, PinField, Switch, TextField } from "../../ui/field.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { Skeleton } from "../../ui/loading.tsx";
import { Banner } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { DemoLogins } from "./demo-logins.tsx";
import { Brand } from "./brand.tsx";
import { words } from "./words.ts";

/** Username, and the PIN where this person has an installation on this browser, else the password. */
export function LoginScreen() {
  const device = useDevice();
  const finish = useFinish();
  const spoken = words();
  const [refusal, setRefusal] = useState<SignInRefusal | null>(null);
  const [usesPassword, setUsesPassword] = useState(false);
  const [tried, setTried] = useState(() => rememberedEmail() ?? "");
  const [email, setEmail] = useState(() => rememberedEmail() ?? "");
  // While the name is being typed, it is nobody's yet.
  const named = isEmail(email) ? email : "";
  const mayUsePin = useLive(() => asksForPin(device, named), [device, named]);
  const asksPin = mayUsePin === true && !usesPassword;
  const form = useForm({
    initial: {
      email: rememberedEmail() ?? "",
      password: "",
      pin: "",
      remember: rememberedEmail() !== null,
    },
    check: (values) => ({
      ...(!isEmail(values.email) && { email: spoken.invalidEmail }),
      ...(asksPin && values.pin === "" && { pin: spoken.noPin }),
      ...(!asksPin && values.password === "" && { password: spoken.noPassword }),
    }),
    onChange: (values) => setEmail(values.email),
    onSubmit: async (given) => {
      setRefusal(null);
      setTried(given.email);
      const { pin, password } = given;
      const secret = asksPin ? { pin } : { password };
      const result = await signIn(device, { email: given.email, ...secret });
      // A name that failed is not remembered: its lock-out would hide the form from everybody else.
      if (result.ok) rememberEmail(given.remember ? given.email.trim() : null);
      if (result.ok) await finish(result.value);
      else if (result.refusal === "device-locked") await finish({ destination: "/lock" });
      else setRefusal(result.refusal);
    },
  });
  const lockOutEnd = useLockOut(tried, refusal === "locked-out", () => setRefusal(null));

  if (mayUsePin === undefined && email === "") {
    return (
      <Page title={spoken.title} bare>
        <Skeleton cards={1} />
      </Page>
    );
  }
  if (lockOutEnd !== null) {
    return (
      <Page
        title={spoken.title}
        bare
        secondary={<ButtonLink to="/forgottenpin">{spoken.forgotten}</ButtonLink>}
      >
        <Brand />
        <Banner tone="danger" alert>
          <p>{spoken.locked}</p>
          <p>{spoken.lockedUntil(formatTime(lockOutEnd))}</p>
        </Banner>
        <SupportPhone />
      </Page>
    );
  }
  return (
    <Page
      title={spoken.title}
      bare
      main={
        <Button kind="main" type="submit" form={form.id} busy={form.isBusy && spoken.signingIn}>
          {spoken.signIn}
        </Button>
      }
    >
      <Brand />
      <Card>
        <Form form={form}>
          {refusal && (
            <Banner tone="danger" alert>
              {explain(refusal)}
            </Banner>
          )}
          <TextField
            label={spoken.username}
            type="email"
            inputMode="email"
            autoComplete="username"
            {...form.field("email")}
          />
          {asksPin ? (
            <PinField label={spoken.pin} autoComplete="current-password" {...form.field("pin")} />
          ) : (
            <PasswordField
              label={spoken.password}
              autoComplete="current-password"
              {...form.field("password")}
            />
          )}
          <Switch label={spoken.rememberMe} {...form.field("remember")} />
        </Form>
        {asksPin && <ButtonLink to="/forgottenpin">{spoken.forgotten}</ButtonLink>}
        {mayUsePin && (
          <Button onClick={() => setUsesPassword(!usesPassword)}>
            {usesPassword ? spoken.withPin : spoken.withPassword}
          </Button>
        )}
      </Card>
      <DemoLogins
        asksPin={asksPin}
        onChoose={(login) => {
          form.set("email", login.email);
          form.set("password", login.password);
          void installationOf(device, login.email).then((own) =>
            setUsesPassword(!own?.installationDate),
          );
        }}
      />
    </Page>
  );
}

/**
 * When the form comes back on the open page, by this phone's clock; null while it is not hidden, by this phone's count
 * or the server's.
 */
function useLockOut(email: string, isRefused: boolean, onEnd: () => void): string | null {
  const device = useDevice();
  const failed = useLive(() => failedSignIns(device, email), [device, email]);
  const isHere = failed?.lockedOut ?? false;
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => (isHere ? watchLockOut(device, email) : undefined), [device, email, isHere]);
  const wasHere = useRef(false);
  useEffect(() => {
    if (wasHere.current && !isHere) end.current();
    wasHere.current = isHere;
  }, [isHere]);
  const isThere = isRefused && !isHere;
  const [thereUntil, setThereUntil] = useState<number | null>(null);
  useEffect(() => {
    setThereUntil(isThere ? device.ports.now().getTime() + lockOutMs : null);
    if (!isThere) return undefined;
    const timer = setTimeout(() => end.current(), lockOutMs);
    return () => clearTimeout(timer);
  }, [device, isThere]);
  if (!isHere && !isThere) return null;
  const now = device.ports.now().getTime();
  const until = isHere ? now + (failed?.leftMs ?? 0) : (thereUntil ?? now + lockOutMs);
  return new Date(until).toISOString();
}

/** After sign-in: where the device's state leads, and the sync and new jobs that a valid device gets. */
function useFinish() {
  const device = useDevice();
  const navigate = useNavigate();
  return async (signedIn: Pick<SignedIn, "destination"> & Partial<SignedIn>) => {
    const { destination, fullSync = false } = signedIn;
    const { user } = await readSession(device);
    rememberDestination(destination, user?.id ?? null);
    const to =
      destination === "/" ? (takeReturnPath(device.ports.now()) ?? destination) : destination;
    await navigate({ to, replace: true });
    if (destination !== "/") return;
    void import("../../device/fetch-all.ts").then(({ fetchAll }) => fetchAll(device, fullSync));
  };
}

function explain(refusal: SignInRefusal): string {
  const spoken = words();
  const said: Record<SignInRefusal, string> = {
    network: spoken.network,
    "bad-credentials": spoken.failed,
    "offline-bad-credentials": spoken.failed,
    "offline-not-found": spoken.neverHere,
    "office-user": spoken.officeUser,
    "locked-out": spoken.locked,
    "pin-locked": spoken.pinLocked,
    "device-locked": spoken.locked,
    "storage-full": spoken.storageFull,
    "storage-failed": spoken.storageFailed,
  };
  return said[refusal];
}

function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
}
