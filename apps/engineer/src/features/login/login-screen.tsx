import {
  requiresPin,
  readDeviceInstallation,
  rememberedEmail,
  rememberEmail,
  type SignInRefusal,
} from "@fieldfare/device";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import { useConnection } from "../../phone/connection.ts";
import { useDevice, useLive, useSession } from "../../phone/device.tsx";
import { LockOutBanner } from "../../phone/lock-out-banner.tsx";
import { useLockOut } from "../../phone/lock-out.ts";
import { SupportPhone } from "../../phone/support-phone.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { PasswordField, PinField, Switch, TextField } from "../../ui/field.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { Skeleton } from "../../ui/loading.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import { Brand } from "./brand.tsx";
import type { ExtrasProps } from "./extras.tsx";
import { loadSignIn, loadSignInAfterMs } from "./load-sign-in.ts";
import { strings } from "./strings.ts";

/** What the server or the database has to be asked for: it is loaded behind the screen, which works without it. */
const Extras = lazy<ComponentType<ExtrasProps>>(() =>
  import("./extras.tsx").then(
    (module) => ({ default: module.Extras }),
    () => ({ default: () => null }),
  ),
);

const needsNetwork: ReadonlySet<SignInRefusal> = new Set([
  "network",
  "offline-not-found",
  "offline-password-unknown",
  "offline-data-lost",
  "offline-damaged",
]);

/** Why the last try was refused, and what the screen says about it. */
interface Refused {
  readonly refusal: SignInRefusal;
  readonly text: string;
}

/** Asks for the username, and for the PIN if this engineer has an installation on this browser, else the password. */
export function LoginScreen() {
  const device = useDevice();
  const navigate = useNavigate();
  const text = strings();
  const [refused, setRefused] = useState<Refused | null>(null);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setDrawn(true);
      void loadSignIn();
    }, loadSignInAfterMs);
    return () => clearTimeout(timer);
  }, []);
  // At the lock, Back leads to it again.
  const isSignedIn = useSession().user !== null;
  const connection = useConnection();
  useEffect(() => {
    if (connection !== "online") return;
    // A message about the missing network is no longer true.
    setRefused((shown) => (shown && needsNetwork.has(shown.refusal) ? null : shown));
  }, [connection]);
  const [usesPassword, setUsesPassword] = useState(false);
  const { isAnother = false } = useSearch({ from: "/login" });
  const [initialEmail] = useState(() => (isAnother ? "" : (rememberedEmail() ?? "")));
  const [triedEmail, setTriedEmail] = useState(initialEmail);
  const [email, setEmail] = useState(initialEmail);
  // An incomplete username belongs to nobody.
  const validEmail = isEmail(email) ? email : "";
  const mayUsePin = useLive(() => requiresPin(device, validEmail), [device, validEmail]);
  const asksPin = mayUsePin === true && !usesPassword;
  const form = useForm({
    initial: {
      email: initialEmail,
      password: "",
      pin: "",
      remember: rememberedEmail() !== null,
    },
    check: (values) => ({
      ...(!isEmail(values.email) && { email: text.invalidEmail }),
      ...(asksPin && values.pin === "" && { pin: text.noPin }),
      ...(!asksPin && values.password === "" && { password: text.noPassword }),
    }),
    onChange: (values) => setEmail(values.email),
    onSubmit: async (values) => {
      setRefused(null);
      setTriedEmail(values.email);
      const { pin, password } = values;
      const secret = asksPin ? { pin } : { password };
      const module = await loadSignIn();
      if (!module) return setRefused({ refusal: "network", text: text.network });
      const result = await module.signIn(device, { email: values.email, ...secret });
      // A username whose sign-in failed is not remembered: its lock-out would hide the form from everybody else.
      if (result.ok) rememberEmail(values.remember ? values.email.trim() : null);
      if (result.ok) await module.finishSignIn(device, navigate, result.value);
      else if (result.refusal === "device-locked")
        await module.finishSignIn(device, navigate, { destination: "/lock" });
      else {
        const { refusal } = result;
        setRefused({ refusal, text: module.describeRefusal(refusal) });
      }
    },
  });
  const askFor = (secret: "pin" | "password") => {
    form.hideErrors();
    setUsesPassword(secret === "password");
  };
  const lockOut = useLockOut(triedEmail, refused?.refusal === "locked-out", () => {
    setRefused(null);
    askFor("pin");
  });

  if (mayUsePin === undefined) {
    return (
      <Page title={text.title} bare>
        <Skeleton cards={1} />
      </Page>
    );
  }
  const mayTryPassword = lockOut?.mayTryPassword === true && mayUsePin;
  if (lockOut && !(mayTryPassword && usesPassword)) {
    return (
      <Page
        title={text.title}
        bare
        secondary={<ButtonLink to="/forgottenpin">{text.forgotten}</ButtonLink>}
      >
        <Brand />
        <LockOutBanner endsOn={lockOut.endsOn} />
        {mayTryPassword && (
          <Button
            onClick={() => {
              setRefused(null);
              askFor("password");
            }}
          >
            {text.withPassword}
          </Button>
        )}
        <Button
          onClick={() => {
            setRefused(null);
            askFor("pin");
            setTriedEmail("");
            form.set("email", "");
            form.set("pin", "");
            form.set("password", "");
          }}
        >
          {text.asSomebodyElse}
        </Button>
        <SupportPhone />
      </Page>
    );
  }
  return (
    <Page
      title={text.title}
      bare
      {...(isSignedIn && { back: "/" })}
      main={
        <Button kind="main" type="submit" form={form.id} busy={form.isBusy && text.signingIn}>
          {text.signIn}
        </Button>
      }
    >
      <Brand />
      <Card>
        <Form form={form}>
          {refused && (
            <Banner tone="danger" alert>
              {refused.text}
            </Banner>
          )}
          <TextField
            label={text.username}
            type="email"
            inputMode="email"
            autoComplete="username"
            {...form.field("email")}
          />
          {asksPin ? (
            <PinField label={text.pin} {...form.field("pin")} />
          ) : (
            <PasswordField
              label={text.password}
              autoComplete="current-password"
              {...form.field("password")}
            />
          )}
          <Switch label={text.rememberMe} {...form.field("remember")} />
        </Form>
        {asksPin && <ButtonLink to="/forgottenpin">{text.forgotten}</ButtonLink>}
        {mayUsePin && (
          <Button onClick={() => askFor(usesPassword ? "pin" : "password")}>
            {usesPassword ? text.withPin : text.withPassword}
          </Button>
        )}
      </Card>
      {isDrawn && (
        <Suspense>
          <Extras
            asksPin={asksPin}
            onChoose={(login) => {
              form.set("email", login.email);
              form.set("password", login.password);
              void readDeviceInstallation(device, login.email).then((own) =>
                setUsesPassword(!own?.installationDate),
              );
            }}
          />
        </Suspense>
      )}
    </Page>
  );
}

function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
}
