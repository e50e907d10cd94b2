import { type InstallRefusal, recover, type RefreshRefusal } from "@fieldfare/device";
import { type PinIssue, validatePin } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useDevice } from "../../phone/device.tsx";
import { LostWork } from "../../phone/lost-work.tsx";
import { SupportPhone } from "../../phone/support-phone.tsx";
import { synchronise } from "../../phone/synchronise.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { PinField } from "../../ui/field.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { LoadingIndicator } from "../../ui/loading.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useUnsavedChangesGuard } from "../../ui/unsaved-changes-guard.ts";
import { strings } from "./strings.ts";

/** Recovers a phone that the server knows but whose browser data is lost. */
export function RecoverScreen() {
  const device = useDevice();
  const navigate = useNavigate();
  const text = strings();
  const labels = text.recover;
  const [error, setError] = useState<string | null>(null);
  useUnsavedChangesGuard();
  const form = useForm({
    initial: { pin: "", again: "" },
    check: ({ pin, again }) => findIssues(pin, again),
    onSubmit: async ({ pin }) => {
      setError(null);
      const result = await recover(device, { pin });
      if (result.ok) {
        showToast({ text: text.done(result.value.added), kind: "good", duration: "long" });
        await navigate({ to: "/", replace: true });
        void synchronise(device, { requestedBy: "sign-in", full: true });
        return;
      }
      setError(describeRefusal(result.refusal));
    },
  });
  return (
    <Page
      title={labels.title}
      bare
      secondary={<ButtonLink to="/signout">{text.signOut}</ButtonLink>}
      main={
        <Button kind="main" type="submit" form={form.id} busy={form.isBusy && text.working}>
          {labels.submit}
        </Button>
      }
    >
      <Card title={labels.heading}>
        {labels.text.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <LostWork />
        {labels.next.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <Form form={form}>
          {error && (
            <Banner tone="danger" alert>
              {error} <SupportPhone />
            </Banner>
          )}
          <PinField label={text.pin} {...form.field("pin")} />
          <PinField label={text.again} {...form.field("again")} />
        </Form>
        <LoadingIndicator active={form.isBusy} label={text.working} />
      </Card>
    </Page>
  );
}

function findIssues(pin: string, again: string) {
  const text = strings();
  const texts: Record<PinIssue, string> = {
    invalid: text.invalid,
    obvious: text.obvious,
    "missing-again": text.missingAgain,
    different: text.different,
  };
  const issues = validatePin(pin, again);
  return {
    ...(issues.pin && { pin: texts[issues.pin] }),
    ...(issues.again && { again: texts[issues.again] }),
  };
}

function describeRefusal(refusal: InstallRefusal | RefreshRefusal): string {
  const { network, notSaved, passwordNeeded } = strings();
  const texts: Record<typeof refusal, string> = {
    network,
    "password-needed": passwordNeeded,
    failed: notSaved,
    "signed-out": notSaved,
    "not-installed": notSaved,
    UserConfigurationError: notSaved,
    ExistingDeviceRegistrationFound: notSaved,
    "pin-not-saved": notSaved,
    "signature-not-saved": notSaved,
    "storage-full": notSaved,
    "storage-failed": notSaved,
  };
  return texts[refusal];
}
