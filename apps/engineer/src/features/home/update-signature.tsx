import { updateSignature } from "@fieldfare/device";
import { useDevice } from "../../phone/device.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { Page } from "../../ui/page.tsx";
import { SignaturePad } from "../../ui/signature-pad.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useUnsavedChangesGuard } from "../../ui/unsaved-changes-guard.ts";
import { strings } from "./strings.ts";

/** Asks for a new signature. After a failure the app asks again at the next start. */
export function UpdateSignature({ onFailed }: { onFailed: () => void }) {
  const device = useDevice();
  const text = strings().signature;
  useUnsavedChangesGuard();
  const form = useForm<{ signature: string | null }>({
    initial: { signature: null },
    check: ({ signature }) => (signature === null ? { signature: text.missing } : {}),
    onSubmit: async ({ signature }) => {
      const result = await updateSignature(device, signature ?? "").catch(() => null);
      if (result?.ok) {
        showToast({ text: text.updated, kind: "good" });
        return;
      }
      showToast({ text: text.failed, kind: "warn", duration: "long" });
      onFailed();
    },
  });
  return (
    <Page
      title={text.title}
      secondary={<ButtonLink to="/signout">{strings().signOut}</ButtonLink>}
      main={
        <Button kind="main" type="submit" form={form.id} busy={form.isBusy && text.saving}>
          {text.submit}
        </Button>
      }
    >
      <Card>
        <p>{text.text}</p>
        <Form form={form}>
          <SignaturePad label={text.label} {...form.field("signature")} />
        </Form>
      </Card>
    </Page>
  );
}
