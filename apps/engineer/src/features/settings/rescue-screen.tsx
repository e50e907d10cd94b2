import {
  leastPassphrase,
  readRescueFile,
  readUnsent,
  type UnsentCounts,
  writeRescueFile,
} from "@fieldfare/device";
import { useState } from "react";
import { useDevice, useLive } from "../../device/device.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { PasswordField } from "../../ui/field.tsx";
import { FileField } from "../../ui/file-field.tsx";
import { Form, type FormErrors, useForm } from "../../ui/form.tsx";
import { Banner } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { speakRefusal } from "../../device/refusals.ts";
import { useUnsafePoint } from "../../ui/unsafe-point.ts";
import { words } from "./words.ts";

/** The way out for unsent work, and the way back in on another phone. */
export function RescueScreen() {
  const device = useDevice();
  const unsent = useLive(() => readUnsent(device), [device]);
  return (
    <Page title={words().rescue.title} back="/settings">
      {unsent && <SaveCard unsent={unsent} />}
      <ReadCard />
    </Page>
  );
}

function SaveCard({ unsent }: { unsent: UnsentCounts }) {
  const device = useDevice();
  const [saved, setSaved] = useState<string | null>(null);
  const spoken = words().rescue;
  const form = useForm({
    initial: { passphrase: "", again: "" },
    check({ passphrase, again }) {
      const errors: FormErrors<{ passphrase: string; again: string }> = {};
      if (passphrase.length < leastPassphrase) errors.passphrase = spoken.short(leastPassphrase);
      else if (passphrase !== again) errors.again = spoken.different;
      return errors;
    },
    async onSubmit({ passphrase }) {
      const written = await writeRescueFile(device, passphrase);
      if (!written.ok) {
        speakRefusal(written.refusal, spoken.refusal);
        return;
      }
      const { file, ...saves } = written.value;
      const day = device.ports.now().toISOString().slice(0, 10);
      saveFile(file, `fieldfare-rescue-${day}.fieldfare`);
      setSaved(spoken.saved(saves));
    },
  });
  useUnsafePoint(form.values.passphrase !== "");
  return (
    <Card title={spoken.writeTitle}>
      <p>{spoken.writeText(unsent)}</p>
      <Form form={form}>
        <PasswordField
          label={spoken.passphrase}
          hint={spoken.passphraseHint}
          autoComplete="new-password"
          {...form.field("passphrase")}
        />
        <PasswordField label={spoken.again} autoComplete="new-password" {...form.field("again")} />
        <Button type="submit" kind="main" wide busy={form.isBusy && spoken.saving}>
          {spoken.save}
        </Button>
      </Form>
      {saved && (
        <Banner tone="good" alert>
          {saved}
        </Banner>
      )}
    </Card>
  );
}

function ReadCard() {
  const device = useDevice();
  const [read, setRead] = useState<string | null>(null);
  const spoken = words().rescue;
  const form = useForm({
    initial: { file: null as File | null, secret: "" },
    check({ file, secret }) {
      const errors: FormErrors<{ file: File | null; secret: string }> = {};
      if (!file) errors.file = spoken.fileMissing;
      if (secret === "") errors.secret = spoken.passphraseMissing;
      return errors;
    },
    async onSubmit({ file, secret }) {
      if (!file) return;
      setRead(null);
      const result = await readRescueFile(device, file, secret);
      if (result.ok) setRead(spoken.done(result.value));
      else speakRefusal(result.refusal, spoken.refusal);
    },
  });
  return (
    <Card title={spoken.readTitle}>
      <p>{spoken.readText}</p>
      <Form form={form}>
        <FileField label={spoken.file} {...form.field("file")} />
        <PasswordField label={spoken.filePassphrase} autoComplete="off" {...form.field("secret")} />
        <Button type="submit" wide busy={form.isBusy && spoken.reading}>
          {spoken.read}
        </Button>
      </Form>
      {read && (
        <Banner tone="good" alert>
          {read}
        </Banner>
      )}
    </Card>
  );
}
