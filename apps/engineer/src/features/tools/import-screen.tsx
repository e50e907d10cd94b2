import { importDatabase, type ImportProgress, readUnsent } from "@fieldfare/device";
import { useState } from "react";
import { useDevice, useLive } from "../../device/device.tsx";
import { speakRefusal } from "../../device/refusals.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { PasswordField } from "../../ui/field.tsx";
import { FileField } from "../../ui/file-field.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { Progress } from "../../ui/loading.tsx";
import { Banner } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useUnsafePoint } from "../../ui/unsafe-point.ts";
import { words } from "./words.ts";

/** Puts an exported database in the place of this one; until that has succeeded all stays as it was. */
export function ImportScreen() {
  const device = useDevice();
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const unsent = useLive(() => readUnsent(device), [device]);
  const isUnsent = unsent !== undefined && Object.values(unsent).some((count) => count > 0);
  const spoken = words().database;
  const form = useForm({
    initial: { file: null as File | null, rescue: null as File | null, passphrase: "" },
    check: ({ file, rescue, passphrase }) => ({
      ...(isUnsent && !rescue && { rescue: spoken.rescueMissing }),
      ...(isUnsent && passphrase === "" && { passphrase: spoken.passphraseMissing }),
      ...(!file && { file: spoken.missing }),
    }),
    async onSubmit({ file, rescue: saved, passphrase }) {
      if (!file) return;
      const rescue = isUnsent && saved ? { file: saved, passphrase } : null;
      try {
        const imported = await importDatabase(device, file, setProgress, rescue);
        if (imported.ok) showToast({ ...words().done, kind: "good", duration: "long" });
        else speakRefusal(imported.refusal, spoken.refusal);
      } finally {
        setProgress(null);
      }
    },
  });
  useUnsafePoint(form.isBusy);
  return (
    <Page
      title={spoken.title}
      back="/"
      main={
        <Button
          kind="main"
          type="submit"
          form={form.id}
          busy={form.isBusy && (progress?.step === "replace" ? spoken.replacing : spoken.checking)}
        >
          {words().submit}
        </Button>
      }
    >
      <Banner tone="danger">{spoken.warning}</Banner>
      <Form form={form}>
        {isUnsent && (
          <Card title={spoken.unsentTitle}>
            <p>{spoken.unsent}</p>
            <ButtonLink to="/settings/rescue" wide>
              {spoken.rescue}
            </ButtonLink>
            <FileField label={spoken.rescueFile} disabled={form.isBusy} {...form.field("rescue")} />
            <PasswordField
              label={spoken.passphrase}
              autoComplete="off"
              {...form.field("passphrase")}
            />
          </Card>
        )}
        <FileField label={words().file} disabled={form.isBusy} {...form.field("file")} />
      </Form>
      {progress && (
        <Progress
          label={`${progress.step === "check" ? spoken.checking : spoken.replacing}: ${words().progress(progress.done, progress.total)}`}
          done={progress.done}
          total={progress.total}
        />
      )}
    </Page>
  );
}
