import { importTableDump } from "@fieldfare/device";
import { useState } from "react";
import { useDevice } from "../../device/device.tsx";
import { speakRefusal } from "../../device/refusals.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FileField } from "../../ui/file-field.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { Progress, useMinimumDisplay } from "../../ui/loading.tsx";
import { Page } from "../../ui/page.tsx";
import { showToast } from "../../ui/toast.tsx";
import { words } from "./words.ts";

/** Reads a file of table rows as JSON and puts them in place. */
export function DumpScreen() {
  const device = useDevice();
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const spoken = words().dump;
  const form = useForm({
    initial: { file: null as File | null },
    check: ({ file }) => (file ? {} : { file: spoken.missing }),
    async onSubmit({ file }) {
      if (!file) return;
      try {
        const imported = await importTableDump(device, file, (done, total) =>
          setProgress({ done, total }),
        );
        if (imported.ok) showToast({ ...words().done, kind: "good", duration: "long" });
        else speakRefusal(imported.refusal, spoken.refusal);
      } finally {
        setProgress(null);
      }
    },
  });
  const isImporting = useMinimumDisplay(form.isBusy);
  return (
    <Page
      title={spoken.title}
      back="/"
      main={
        <Button kind="main" type="submit" form={form.id} busy={form.isBusy && spoken.importing}>
          {words().submit}
        </Button>
      }
    >
      <p>{spoken.text}</p>
      <Form form={form}>
        <FileField label={words().file} accept=".json,application/json" {...form.field("file")} />
      </Form>
      {isImporting && (
        <Dialog title={spoken.importing}>
          <Progress
            label={progress ? words().progress(progress.done, progress.total) : spoken.importing}
            done={progress?.done ?? 0}
            total={progress?.total ?? null}
          />
        </Dialog>
      )}
    </Page>
  );
}
