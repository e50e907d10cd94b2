import { updateSignature } from "@fieldfare/device";
import { useDevice } from "../../device/device.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { Page } from "../../ui/page.tsx";
import { SignaturePad } from "../../ui/signature-pad.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useUnsafePoint } from "../../ui/unsafe-point.ts";
import { words } from "./words.ts";

/** A failure leaves the wish standing: it comes back at the next start. */
export function UpdateSignature({ onFailed }: { onFailed: () => void }) {
  const device = useDevice();
  const spoken = words().signature;
  useUnsafePoint();
  const form = useForm<{ signature: string | null }>({
    initial: { signature: null },
    check: ({ signature }) => (signature === null ? { signature: spoken.missing } : {}),
    onSubmit: async ({ signature }) => {
      const result = await updateSignature(device, signature ?? "").catch(() => null);
      if (result?.ok) {
        showToast({ text: spoken.updated, kind: "good" });
        return;
      }
      showToast({ text: spoken.failed, kind: "warn", duration: "long" });
      onFailed();
    },
  });
  return (
    <Page
      title={spoken.title}
      secondary={<ButtonLink to="/signout">{words().signOut}</ButtonLink>}
      main={
        <Button kind="main" type="submit" form={form.id} busy={form.isBusy && spoken.saving}>
          {spoken.submit}
        </Button>
      }
    >
      <Card>
        <p>{spoken.text}</p>
        <Form form={form}>
          <SignaturePad label={spoken.label} {...form.field("signature")} />
        </Form>
      </Card>
    </Page>
  );
}
