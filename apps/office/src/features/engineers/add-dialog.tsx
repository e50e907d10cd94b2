import { Text } from "@mantine/core";
import { putOperative } from "@fieldfare/contract/office";
import { useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { makePassword } from "../../server/password.ts";
import { request } from "../../server/request.ts";
import { useAction } from "../../server/use-action.ts";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { focusFirstError } from "../../ui/focus-first-error.ts";
import { OneTimeSecret } from "../../ui/one-time-secret.tsx";
import { EngineerFields } from "./engineer-fields.tsx";
import { useReload } from "./queries.ts";
import { strings } from "./strings.ts";
import { findFieldProblems, newFields, toValues } from "./values.ts";

const texts = strings.form;

/** Adds an engineer, with a first password that is shown once. */
export function AddDialog({ onClose }: { readonly onClose: () => void }) {
  // A request that is sent again means the same engineer and the same password.
  const [fieldOperativeId] = useState(() => crypto.randomUUID());
  const [password] = useState(makePassword);
  const [fields, setFields] = useState(newFields);
  const [isChecked, setIsChecked] = useState(false);
  const reload = useReload();
  const values = toValues(fields, []);
  const add = useAction({
    mutationFn: async () => {
      await request(putOperative, { params: { fieldOperativeId }, body: { ...values, password } });
      await reload();
    },
  });
  const problems = findFieldProblems(fields);
  const submit = () => {
    setIsChecked(true);
    focusFirstError(document.querySelector("[role=dialog]"));
    if (!problems.name && !problems.email) add.mutate();
  };
  if (add.isSuccess)
    return (
      <ConfirmDialog
        title={texts.added(values.name)}
        confirm={null}
        isSecretShown
        isPending={false}
        onConfirm={onClose}
        onClose={onClose}
      >
        <div role="status">
          <OneTimeSecret label={texts.password} secret={password} />
          <Text mt="md">{texts.passwordOnce(values.name)}</Text>
        </div>
        <AnchorLink to="/engineers/$fieldOperativeId" params={{ fieldOperativeId }}>
          {texts.pageOf(values.name)}
        </AnchorLink>
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      title={texts.addTitle}
      confirm={texts.add}
      isPending={add.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      <EngineerFields fields={fields} onChange={setFields} isChecked={isChecked} />
      <Text c="var(--ink-soft)">{texts.passwordFollows}</Text>
      {add.error && <ErrorNotice error={add.error} />}
    </ConfirmDialog>
  );
}
