import {
  changeForgottenPin,
  type ForgottenPinRefusal,
  type PinProof,
  readProviderEmail,
  readUnlockOptions,
  rememberedEmail,
} from "@fieldfare/device";
import { validatePin } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useClientSettings } from "../../phone/client-settings.ts";
import { useDevice, useLive } from "../../phone/device.tsx";
import { forgetPurpose, readPurpose } from "../../phone/provider.ts";
import { SupportPhone } from "../../phone/support-phone.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ChoiceButtons } from "../../ui/choice-field.tsx";
import { PasswordField, PinField, TextField } from "../../ui/field.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { LoadingIndicator } from "../../ui/loading.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useUnsavedChangesGuard } from "../../ui/unsaved-changes-guard.ts";
import { strings } from "./strings.ts";

/** A locked device opens the screen of the lock instead. */
type ShownRefusal = Exclude<ForgottenPinRefusal, "device-locked">;

interface Answers {
  readonly email: string;
  readonly proof: "password" | "code" | "provider";
  readonly password: string;
  /** The digits. */
  readonly code: string;
  readonly pin: string;
  readonly again: string;
}

/**
 * Sets a new PIN for an engineer who has forgotten it, on the phone that is registered for that engineer. The proof is
 * the password, a code that the office reads out, or where that is configured the sign-in of the organisation.
 */
export function ForgottenPinScreen() {
  const device = useDevice();
  // At the lock it is the PIN of the engineer who is signed in.
  const signedIn = useLive(() => readUnlockOptions(device), [device]);
  if (signedIn === undefined)
    return (
      <Page title={strings().title} bare back="/login">
        {null}
      </Page>
    );
  return <ForgottenPinForm knownEmail={signedIn?.email ?? rememberedEmail() ?? ""} />;
}

function ForgottenPinForm({ knownEmail }: { knownEmail: string }) {
  const device = useDevice();
  const navigate = useNavigate();
  const text = strings();
  const [cameFromProvider] = useState(() => readPurpose() === "forgotten-pin");
  const [refusal, setRefusal] = useState<ShownRefusal | null>(null);
  const { providerSignIn } = useClientSettings();
  /** Who has signed in at the provider for this. Null: nobody. */
  const [provenEmail, setProvenEmail] = useState<string | null>(null);
  useUnsavedChangesGuard();
  const form = useForm<Answers>({
    initial: {
      email: knownEmail,
      proof: cameFromProvider ? "provider" : "password",
      password: "",
      code: "",
      pin: "",
      again: "",
    },
    check: findIssues,
    // It is about the try before.
    onChange: () => setRefusal(null),
    onSubmit: async (values) => {
      setRefusal(null);
      const { email, pin, again } = values;
      const result = await changeForgottenPin(device, {
        email,
        pin,
        again,
        proof: pickProof(values),
      });
      if (values.proof === "provider" && (result.ok || result.refusal === "wrong-proof")) {
        forgetPurpose();
        setProvenEmail(null);
      }
      if (result.ok) {
        showToast({ text: text.changed, kind: "good" });
        const to = result.value?.destination ?? "/";
        await navigate({ to, replace: true });
        if (result.value && to === "/")
          void import("../../phone/fetch-all.ts").then(({ fetchAll }) => fetchAll(device, true));
      } else if (result.refusal === "device-locked") await navigate({ to: "/lock", replace: true });
      else setRefusal(result.refusal);
    },
  });
  const set = useRef(form.set);
  set.current = form.set;
  useEffect(() => {
    if (!cameFromProvider) return undefined;
    let isCurrent = true;
    void readProviderEmail(device).then((email) => {
      if (!isCurrent || email === null) return;
      setProvenEmail(email);
      set.current("email", email);
    });
    return () => {
      isCurrent = false;
    };
  }, [device, cameFromProvider]);
  const { proof } = form.values;
  const mustGoThere = proof === "provider" && provenEmail === null;
  return (
    <Page
      title={text.title}
      bare
      back="/login"
      secondary={<ButtonLink to="/login">{text.cancel}</ButtonLink>}
      main={
        mustGoThere ? (
          <Button
            kind="main"
            onClick={() => void navigate({ to: "/provider", search: { proves: true } })}
          >
            {text.toProvider}
          </Button>
        ) : (
          <Button kind="main" type="submit" form={form.id} busy={form.isBusy && text.changing}>
            {text.change}
          </Button>
        )
      }
    >
      <Card>
        <Form form={form}>
          {refusal && <RefusalBanner refusal={refusal} proof={proof} />}
          {proof !== "provider" && (
            <TextField
              label={text.username}
              type="email"
              inputMode="email"
              autoComplete="username"
              {...form.field("email")}
            />
          )}
          <ChoiceButtons
            label={text.proof}
            {...form.field("proof")}
            choices={[
              { value: "password", text: text.byPassword },
              { value: "code", text: text.byCode },
              ...(providerSignIn ? [{ value: "provider" as const, text: text.byProvider }] : []),
            ]}
          />
          {proof === "provider" ? (
            provenEmail === null ? (
              <p>{text.providerHint}</p>
            ) : (
              <Banner tone="good" title={text.proven(provenEmail)} />
            )
          ) : proof === "password" ? (
            <PasswordField
              label={text.password}
              autoComplete="current-password"
              {...form.field("password")}
            />
          ) : (
            <>
              <TextField
                label={text.code}
                hint={text.codeHint}
                inputMode="numeric"
                autoComplete="one-time-code"
                {...form.field("code")}
                value={groupDigits(form.values.code)}
                onChange={(typed) =>
                  form.set("code", typed.replace(/\D/g, "").slice(0, codeLength))
                }
              />
              <SupportPhone />
            </>
          )}
          {!mustGoThere && (
            <>
              <PinField label={text.pin} hint={text.hint} {...form.field("pin")} />
              <PinField label={text.again} {...form.field("again")} />
            </>
          )}
        </Form>
        <LoadingIndicator active={form.isBusy} label={text.changing} />
      </Card>
    </Page>
  );
}

const codeLength = 8;

/** Shows the code as the office reads it: in groups of four. */
function groupDigits(code: string): string {
  return code.replace(/^(\d{4})(?=\d)/, "$1 ");
}

function pickProof({ proof, password, code }: Answers): PinProof {
  if (proof === "provider") return { provider: true };
  return proof === "password" ? { password } : { code };
}

function RefusalBanner({ refusal, proof }: { refusal: ShownRefusal; proof: Answers["proof"] }) {
  const text = strings();
  if (refusal === "offline") {
    return (
      <Banner tone="warn" title={text.offlineTitle} alert>
        {text.offline}
      </Banner>
    );
  }
  const texts = {
    "too-many": text.tooMany,
    "wrong-proof": {
      password: text.wrongPassword,
      code: text.wrongCode,
      provider: text.wrongProvider,
    }[proof],
    "code-ended": text.codeEnded,
    "not-changed": text.failed,
  } satisfies Record<typeof refusal, string>;
  return (
    <Banner tone="danger" alert>
      {texts[refusal]} <SupportPhone />
    </Banner>
  );
}

function findIssues({ email, proof, password, code, pin, again }: Answers) {
  const text = strings();
  const texts = {
    invalid: text.invalid,
    obvious: text.obvious,
    "missing-again": text.noAgain,
    different: text.different,
  };
  const issues = validatePin(pin, again);
  const pinText = /^\d+$/.test(pin) ? issues.pin && texts[issues.pin] : text.noPin;
  const againText = again === "" ? text.noAgain : again !== pin ? text.different : undefined;
  return {
    ...(!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) && { email: text.invalidEmail }),
    ...(proof === "password" && password === "" && { password: text.noPassword }),
    ...(proof === "code" && code.length < codeLength && { code: text.noCode }),
    ...(pinText && { pin: pinText }),
    ...(againText && { again: againText }),
  };
}
