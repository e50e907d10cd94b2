import {
  changeForgottenPin,
  type ForgottenPinRefusal,
  type PinProof,
  readUnlockOptions,
  rememberedEmail,
} from "@fieldfare/device";
import { validatePin } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useDevice, useLive } from "../../phone/device.tsx";
import { SupportPhone } from "../../phone/support-phone.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ChoiceButtons, PasswordField, PinField, TextField } from "../../ui/field.tsx";
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
  readonly proof: "password" | "code";
  readonly password: string;
  /** The digits. */
  readonly code: string;
  readonly pin: string;
  readonly again: string;
}

/**
 * Sets a new PIN for an engineer who has forgotten it, on the phone that is registered for that engineer. The proof is
 * the password, or a code that the office reads out.
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
  const [refusal, setRefusal] = useState<ShownRefusal | null>(null);
  useUnsavedChangesGuard();
  const form = useForm<Answers>({
    initial: {
      email: knownEmail,
      proof: "password",
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
  return (
    <Page
      title={text.title}
      bare
      back="/login"
      secondary={<ButtonLink to="/login">{text.cancel}</ButtonLink>}
      main={
        <Button kind="main" type="submit" form={form.id} busy={form.isBusy && text.changing}>
          {text.change}
        </Button>
      }
    >
      <Card>
        <Form form={form}>
          {refusal && <RefusalBanner refusal={refusal} proof={form.values.proof} />}
          <TextField
            label={text.username}
            type="email"
            inputMode="email"
            autoComplete="username"
            {...form.field("email")}
          />
          <ChoiceButtons
            label={text.proof}
            {...form.field("proof")}
            choices={[
              { value: "password", text: text.byPassword },
              { value: "code", text: text.byCode },
            ]}
          />
          {form.values.proof === "password" ? (
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
          <PinField label={text.pin} hint={text.hint} {...form.field("pin")} />
          <PinField label={text.again} {...form.field("again")} />
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
    "wrong-proof": proof === "password" ? text.wrongPassword : text.wrongCode,
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
