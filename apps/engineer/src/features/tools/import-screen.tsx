import { importDatabase, type ImportProgress, readUnsent } from "@fieldfare/device";
import { useState } from "react";
import { useDevice, useLive } from "../../phone/device.tsx";
import { toastRefusal } from "../../phone/refusals.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { PasswordField } from "../../ui/field.tsx";
import { FileField } from "../../ui/file-field.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { Progress } from "../../ui/loading.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useUnsavedChangesGuard } from "../../ui/unsaved-changes-guard.ts";
import { strings } from "./strings.ts";

/** Replaces this database with an exported one. Until the import succeeds nothing changes. */
export function ImportScreen() {
  const device = useDevice();
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const unsent = useLive(() => readUnsent(device), [device]);
  const isUnsent = unsent !== undefined && Object.values(unsent).some((count) => count > 0);
  const text = strings().database;
  const form = useForm<{ file: File | null; rescue: File | null; passphrase: string }>({
    initial: { file: null, rescue: null, passphrase: "" },
    check: ({ file, rescue, passphrase }) => ({
      ...(isUnsent && !rescue && { rescue: text.rescueMissing }),
      ...(isUnsent && passphrase === "" && { passphrase: text.passphraseMissing }),
      ...(!file && { file: text.missing }),
    }),
    async onSubmit({ file, rescue: saved, passphrase }) {
      if (!file) return;
      const rescue = isUnsent && saved ? { file: saved, passphrase } : null;
      try {
        const imported = await importDatabase(device, file, setProgress, rescue);
        if (imported.ok) showToast({ ...strings().done, kind: "good", duration: "long" });
        else toastRefusal(imported.refusal, text.refusal);
      } finally {
        setProgress(null);
      }
    },
  });
  useUnsavedChangesGuard(form.isBusy);
  return (
    <Page
      title={text.title}
      back="/"
      main={
        <Button
          kind="main"
          type="submit"
          form={form.id}
          busy={form.isBusy && (progress?.step === "replace" ? text.replacing : text.checking)}
        >
          {strings().submit}
        </Button>
      }
    >
      <Banner tone="danger">{text.warning}</Banner>
      <Form form={form}>
        {isUnsent && (
          <Card title={text.unsentTitle}>
            <p>{text.unsent}</p>
            <ButtonLink to="/settings/rescue" wide>
              {text.rescue}
            </ButtonLink>
            <FileField label={text.rescueFile} disabled={form.isBusy} {...form.field("rescue")} />
            <PasswordField
              label={text.passphrase}
              autoComplete="off"
              {...form.field("passphrase")}
            />
          </Card>
        )}
        <FileField label={strings().file} disabled={form.isBusy} {...form.field("file")} />
      </Form>
      {progress && (
        <Progress
          label={`${progress.step === "check" ? text.checking : text.replacing}: ${strings().progress(progress.done, progress.total)}`}
          done={progress.done}
          total={progress.total}
        />
      )}
    </Page>
  );
}
