import {
  failedSignIns,
  isInstalled,
  rememberedEmail,
  rememberEmail,
  type SignedIn,
  signIn,
  type SignInRefusal,
} from "@fieldfare/device";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { rememberDestination } from "../../device/destination.ts";
import { useDevice, useLive } from "../../device/device.tsx";
import { takeReturnPath } from "../../device/return-path.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { PasswordField, PinField, Switch, TextField } from "../../ui/field.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { Skeleton } from "../../ui/loading.tsx";
import { Banner } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { DemoLogins } from "./demo-logins.tsx";
import { Brand } from "./brand.tsx";
import { words } from "./words.ts";

/** Username, and the PIN where this browser holds an installation, else the password. */
export function LoginScreen() {
  const device = useDevice();
  const installed = useLive(() => isInstalled(device), [device]);
  if (installed === undefined) {
    return (
      <Page title={words().title} bare>
        <Skeleton cards={1} />
      </Page>
    );
  }
  return <LoginForm key={String(installed)} asksPin={installed} />;
}

function LoginForm({ asksPin }: { asksPin: boolean }) {
  const device = useDevice();
  const finish = useFinish();
  const spoken = words();
  const [refusal, setRefusal] = useState<SignInRefusal | null>(null);
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
    onSubmit: async ({ email, password, pin, remember }) => {
      setRefusal(null);
      const result = await signIn(device, asksPin ? { email, pin } : { email, password });
      rememberEmail(remember ? email.trim() : null);
      if (result.ok) await finish(result.value);
      else if (result.refusal === "device-locked") await finish({ destination: "/lock" });
      else setRefusal(result.refusal);
    },
  });

  const remembered = useLive(() => failedSignIns(device, rememberedEmail() ?? ""), [device]);
  if (refusal === "locked-out" || (refusal === null && remembered?.lockedOut)) {
    return (
      <Page title={spoken.title} bare>
        <Brand />
        <Banner tone="danger" alert>
          {spoken.locked}
        </Banner>
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
      </Card>
      <DemoLogins
        asksPin={asksPin}
        onChoose={(login) => {
          form.set("email", login.email);
          if (!asksPin) form.set("password", login.password);
        }}
      />
    </Page>
  );
}

/** After sign-in: where the device's state leads, and the sync and new jobs that a valid device gets. */
function useFinish() {
  const device = useDevice();
  const navigate = useNavigate();
  return async (signedIn: Pick<SignedIn, "destination"> & Partial<SignedIn>) => {
    const { destination, fullSync = false } = signedIn;
    rememberDestination(destination);
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
    "offline-not-found": `${spoken.failed} ${spoken.neverHere}`,
    "office-user": spoken.officeUser,
    "locked-out": spoken.locked,
    "device-locked": spoken.locked,
  };
  return said[refusal];
}

function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
}
