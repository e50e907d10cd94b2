import {
  minPassphraseLength,
  readRescueFile,
  readUnsent,
  type UnsentCounts,
  writeRescueFile,
} from "@fieldfare/device";
import { useState } from "react";
import { useDevice, useLive } from "../../phone/device.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { PasswordField } from "../../ui/field.tsx";
import { FileField } from "../../ui/file-field.tsx";
import { Form, type FormErrors, useForm } from "../../ui/form.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { toastRefusal } from "../../phone/refusals.ts";
import { useUnsavedChangesGuard } from "../../ui/unsaved-changes-guard.ts";
import { strings } from "./strings.ts";

/** Saves unsent work in a rescue file, and reads such a file on another phone. */
export function RescueScreen() {
  const device = useDevice();
  const unsent = useLive(() => readUnsent(device), [device]);
  return (
    <Page title={strings().rescue.title} back="/settings">
      {unsent && (
        <>
          <SaveCard unsent={unsent} />
          <ReadCard />
        </>
      )}
    </Page>
  );
}

function SaveCard({ unsent }: { unsent: UnsentCounts }) {
  const device = useDevice();
  const [saved, setSaved] = useState<string | null>(null);
  const text = strings().rescue;
  const form = useForm({
    initial: { passphrase: "", again: "" },
    check({ passphrase, again }) {
      const errors: FormErrors<{ passphrase: string; again: string }> = {};
      if (passphrase.length < minPassphraseLength)
        errors.passphrase = text.short(minPassphraseLength);
      else if (passphrase !== again) errors.again = text.different;
      return errors;
    },
    async onSubmit({ passphrase }) {
      const written = await writeRescueFile(device, passphrase);
      if (!written.ok) {
        toastRefusal(written.refusal, {
          ...text.refusal,
          "passphrase-short": text.short(minPassphraseLength),
        });
        return;
      }
      const { file, ...saves } = written.value;
      const day = device.ports.now().toISOString().slice(0, 10);
      saveFile(file, `fieldfare-rescue-${day}.fieldfare`);
      setSaved(text.saved(saves));
    },
  });
  useUnsavedChangesGuard(form.values.passphrase !== "");
  return (
    <Card title={text.writeTitle}>
      <p>{text.writeText(unsent)}</p>
      <Form form={form}>
        <PasswordField
          label={text.passphrase}
          hint={text.passphraseHint}
          autoComplete="new-password"
          {...form.field("passphrase")}
        />
        <PasswordField label={text.again} autoComplete="new-password" {...form.field("again")} />
        <Button type="submit" kind="main" wide busy={form.isBusy && text.saving}>
          {text.save}
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

interface RescueAnswers {
  readonly file: File | null;
  readonly secret: string;
}

function ReadCard() {
  const device = useDevice();
  const [read, setRead] = useState<string | null>(null);
  const text = strings().rescue;
  const form = useForm<RescueAnswers>({
    initial: { file: null, secret: "" },
    check({ file, secret }) {
      const errors: FormErrors<RescueAnswers> = {};
      if (!file) errors.file = text.fileMissing;
      if (secret === "") errors.secret = text.passphraseMissing;
      return errors;
    },
    async onSubmit({ file, secret }) {
      if (!file) return;
      setRead(null);
      const result = await readRescueFile(device, file, secret);
      if (result.ok) setRead(text.done(result.value));
      else toastRefusal(result.refusal, text.refusal);
    },
  });
  return (
    <Card title={text.readTitle}>
      <p>{text.readText}</p>
      <Form form={form}>
        <FileField label={text.file} {...form.field("file")} />
        <PasswordField label={text.filePassphrase} autoComplete="off" {...form.field("secret")} />
        <Button type="submit" wide busy={form.isBusy && text.reading}>
          {text.read}
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
