import { changeForgottenPin, type ForgottenPinRefusal, rememberedEmail } from "@fieldfare/device";
import { pinFaults } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useDevice } from "../../device/device.tsx";
import { SupportPhone } from "../../device/support-phone.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { PinField, TextField } from "../../ui/field.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { LoadingIndicator } from "../../ui/loading.tsx";
import { Banner } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useUnsafePoint } from "../../ui/unsafe-point.ts";
import { words } from "./words.ts";

/** Another PIN for whoever has forgotten theirs, on the phone that is registered for them. */
export function ForgottenPinScreen() {
  const device = useDevice();
  const navigate = useNavigate();
  const spoken = words();
  const [refusal, setRefusal] = useState<ForgottenPinRefusal | null>(null);
  useUnsafePoint();
  const form = useForm({
    initial: { email: rememberedEmail() ?? "", pin: "", again: "" },
    check: faultsOf,
    onSubmit: async (given) => {
      setRefusal(null);
      const result = await changeForgottenPin(device, given);
      if (result.ok) {
        showToast({ text: spoken.changed, kind: "good" });
        const to = result.value?.destination ?? "/";
        await navigate({ to, replace: true });
        if (result.value && to === "/")
          void import("../../device/fetch-all.ts").then(({ fetchAll }) => fetchAll(device, true));
      } else if (result.refusal === "device-locked") await navigate({ to: "/lock", replace: true });
      else setRefusal(result.refusal);
    },
  });
  return (
    <Page
      title={spoken.title}
      bare
      back="/login"
      secondary={<ButtonLink to="/login">{spoken.cancel}</ButtonLink>}
      main={
        <Button kind="main" type="submit" form={form.id} busy={form.isBusy && spoken.changing}>
          {spoken.change}
        </Button>
      }
    >
      <Card>
        <Form form={form}>
          {refusal && <Refused refusal={refusal} />}
          <TextField
            label={spoken.username}
            type="email"
            inputMode="email"
            autoComplete="username"
            {...form.field("email")}
          />
          <PinField
            label={spoken.pin}
            hint={spoken.hint}
            autoComplete="new-password"
            {...form.field("pin")}
          />
          <PinField label={spoken.again} autoComplete="new-password" {...form.field("again")} />
        </Form>
        <LoadingIndicator active={form.isBusy} label={spoken.changing} />
      </Card>
    </Page>
  );
}

function Refused({ refusal }: { refusal: ForgottenPinRefusal }) {
  const spoken = words();
  if (refusal === "offline") {
    return (
      <Banner tone="warn" title={spoken.offlineTitle} alert>
        {spoken.offline}
      </Banner>
    );
  }
  return (
    <Banner tone="danger" alert>
      {refusal === "too-many" ? spoken.tooMany : spoken.failed} <SupportPhone />
    </Banner>
  );
}

function faultsOf({ email, pin, again }: { email: string; pin: string; again: string }) {
  const spoken = words();
  const said = {
    invalid: spoken.invalid,
    obvious: spoken.obvious,
    "missing-again": spoken.noAgain,
    different: spoken.different,
  };
  const faults = pinFaults(pin, again);
  const pinWords = /^\d+$/.test(pin) ? faults.pin && said[faults.pin] : spoken.noPin;
  const againWords = again === "" ? spoken.noAgain : again !== pin ? spoken.different : undefined;
  return {
    ...(!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) && { email: spoken.invalidEmail }),
    ...(pinWords && { pin: pinWords }),
    ...(againWords && { again: againWords }),
  };
}
