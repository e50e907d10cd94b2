import { Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { putOperative } from "@fieldfare/contract/office";
import { useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { isConflict } from "../../server/send-request.ts";
import { useAction } from "../../server/use-action.ts";
import { ChangedSinceNotice } from "../../ui/changed-since-notice.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { focusFirstError } from "../../ui/focus-first-error.ts";
import { describePermissions } from "./describe-permissions.ts";
import { EngineerFields } from "./engineer-fields.tsx";
import { type Operative, useReload } from "./queries.ts";
import { strings } from "./strings.ts";
import {
  expectValues,
  findFieldProblems,
  listDifferences,
  makeFields,
  readValues,
  takeOver,
  toValues,
  type ValueName,
  type Values,
} from "./values.ts";

const texts = strings.form;

interface ChangeDialogProps {
  /** The engineer as now: it is loaded again while the dialog is open. */
  readonly operative: Operative;
  readonly onClose: () => void;
}

/** Changes an engineer. If somebody else changes the engineer meanwhile, that is shown and nothing typed is lost. */
export function ChangeDialog({ operative, onClose }: ChangeDialogProps) {
  const { fieldOperativeId } = operative;
  const now = readValues(operative);
  const [seen, setSeen] = useState(now);
  const [fields, setFields] = useState(() => makeFields(now));
  const [isChecked, setIsChecked] = useState(false);
  const reload = useReload();
  const wanted = toValues(fields, seen.perms);
  const expected = expectValues(seen, now, wanted);
  const meanwhile = listDifferences(expected, now);
  const save = useAction({
    mutationFn: async () => {
      await request(putOperative, { params: { fieldOperativeId }, body: { ...wanted, expected } });
      await reload();
    },
    onSuccess: () => {
      notifications.show({ color: "green", message: texts.changed(wanted.name) });
      onClose();
    },
    onError: reload,
  });
  const problems = findFieldProblems(fields);
  const submit = () => {
    setIsChecked(true);
    focusFirstError(document.querySelector("[role=dialog]"));
    if (!problems.name && !problems.email) save.mutate();
  };
  const isStale = isConflict(save.error) && meanwhile.length > 0;
  return (
    <ConfirmDialog
      title={texts.changeTitle(operative.name)}
      confirm={texts.save}
      isPending={save.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      {meanwhile.length > 0 && !save.isSuccess && (
        <ChangedSinceNotice
          title={texts.meanwhile}
          lines={meanwhile.map((name) => texts.isNow(texts.names[name], describeValue(name, now)))}
          goOn={texts.goOn}
          onGoOn={() => {
            setFields(takeOver(fields, seen, now));
            setSeen(now);
            save.reset();
          }}
        />
      )}
      <EngineerFields fields={fields} onChange={setFields} isChecked={isChecked} />
      <Text c="var(--ink-soft)">{texts.whenItCounts}</Text>
      {save.error && !isStale && <ErrorNotice error={save.error} />}
    </ConfirmDialog>
  );
}

function describeValue(name: ValueName, values: Values): string {
  if (name === "perms") return describePermissions(values.perms);
  if (name === "recordsMileage") return values.recordsMileage ? strings.yes : strings.no;
  return values[name] ?? texts.nothing;
}
