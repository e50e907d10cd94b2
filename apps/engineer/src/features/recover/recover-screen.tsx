import { recover } from "@fieldfare/device";
import { type PinFault, pinFaults } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useDevice } from "../../device/device.tsx";
import { LostWork } from "../../device/lost-work.tsx";
import { SupportPhone } from "../../device/support-phone.tsx";
import { synchronise } from "../../device/synchronise.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { PinField } from "../../ui/field.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { LoadingIndicator } from "../../ui/loading.tsx";
import { Banner } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useUnsafePoint } from "../../ui/unsafe-point.ts";
import { words } from "./words.ts";

/** The server knows this phone, the browser has forgotten it. */
export function RecoverScreen() {
  const device = useDevice();
  const navigate = useNavigate();
  const say = words();
  const spoken = say.recover;
  const [fault, setFault] = useState<string | null>(null);
  useUnsafePoint();
  const form = useForm({
    initial: { pin: "", again: "" },
    check: ({ pin, again }) => faultsOf(pin, again),
    onSubmit: async ({ pin }) => {
      setFault(null);
      const result = await recover(device, { pin });
      if (result.ok) {
        showToast({ text: say.done(result.value.added), kind: "good", duration: "long" });
        await navigate({ to: "/", replace: true });
        void synchronise(device, { asked: "sign-in", full: true });
        return;
      }
      setFault(result.refusal === "network" ? say.network : say.notSaved);
    },
  });
  return (
    <Page
      title={spoken.title}
      bare
      secondary={<ButtonLink to="/signout">{say.signOut}</ButtonLink>}
      main={
        <Button kind="main" type="submit" form={form.id} busy={form.isBusy && say.working}>
          {spoken.submit}
        </Button>
      }
    >
      <Card title={spoken.heading}>
        {spoken.text.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <LostWork />
        {spoken.next.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <Form form={form}>
          {fault && (
            <Banner tone="danger" alert>
              {fault} <SupportPhone />
            </Banner>
          )}
          <PinField label={say.pin} autoComplete="new-password" {...form.field("pin")} />
          <PinField label={say.again} autoComplete="new-password" {...form.field("again")} />
        </Form>
        <LoadingIndicator active={form.isBusy} label={say.working} />
      </Card>
    </Page>
  );
}

function faultsOf(pin: string, again: string) {
  const say = words();
  const said: Record<PinFault, string> = {
    invalid: say.invalid,
    obvious: say.obvious,
    "missing-again": say.missingAgain,
    different: say.different,
  };
  const faults = pinFaults(pin, again);
  return {
    ...(faults.pin && { pin: said[faults.pin] }),
    ...(faults.again && { again: said[faults.again] }),
  };
}
