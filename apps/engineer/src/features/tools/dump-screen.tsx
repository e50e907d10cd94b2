import { importTableDump } from "@fieldfare/device";
import { useState } from "react";
import { useDevice } from "../../phone/device.tsx";
import { toastRefusal } from "../../phone/refusals.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FileField } from "../../ui/file-field.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { Progress, useMinimumDisplay } from "../../ui/loading.tsx";
import { Page } from "../../ui/page.tsx";
import { showToast } from "../../ui/toast.tsx";
import { strings } from "./strings.ts";

/** Imports a JSON file of table rows. */
export function DumpScreen() {
  const device = useDevice();
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const text = strings().dump;
  const form = useForm<{ file: File | null }>({
    initial: { file: null },
    check: ({ file }) => (file ? {} : { file: text.missing }),
    async onSubmit({ file }) {
      if (!file) return;
      try {
        const imported = await importTableDump(device, file, (done, total) =>
          setProgress({ done, total }),
        );
        if (imported.ok) showToast({ ...strings().done, kind: "good", duration: "long" });
        else toastRefusal(imported.refusal, text.refusal);
      } finally {
        setProgress(null);
      }
    },
  });
  const isImporting = useMinimumDisplay(form.isBusy);
  return (
    <Page
      title={text.title}
      back="/"
      main={
        <Button kind="main" type="submit" form={form.id} busy={form.isBusy && text.importing}>
          {strings().submit}
        </Button>
      }
    >
      <p>{text.text}</p>
      <Form form={form}>
        <FileField label={strings().file} accept=".json,application/json" {...form.field("file")} />
      </Form>
      {isImporting && (
        <Dialog title={text.importing}>
          <Progress
            label={progress ? strings().progress(progress.done, progress.total) : text.importing}
            done={progress?.done ?? 0}
            total={progress?.total ?? null}
          />
        </Dialog>
      )}
    </Page>
  );
}
