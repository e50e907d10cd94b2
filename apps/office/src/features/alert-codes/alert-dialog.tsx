import { Alert, Radio, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import type { AlertCode } from "@fieldfare/contract/office";
import { useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { strings } from "./strings.ts";
import { usePutAlerts } from "./use-put-alerts.ts";

interface AlertDialogProps {
  /** The alert to change; null: another one is added. */
  readonly alert: AlertCode | null;
  /** With a message: it is saved. */
  readonly onClose: (message?: string) => void;
}

const severities = [0, 1, 2] as const;

/** Adds an alert or changes one. It stays open after an error, with what was typed. */
export function AlertDialog({ alert, onClose }: AlertDialogProps) {
  const [draft, setDraft] = useState<AlertCode>(
    alert ?? { code: "", description: "", severity: 1, alertEngineer: true },
  );
  const [isChecked, setIsChecked] = useState(false);
  const saved = { ...draft, code: draft.code.trim(), description: draft.description.trim() };
  const { alerts, put, isPending, isStale, error } = usePutAlerts(() =>
    onClose(strings.saved(saved.code)),
  );
  const codeIssue = alert === null ? findCodeIssue(saved.code, alerts) : null;
  const textIssue = saved.description === "" ? strings.textMissing : null;
  const save = () => {
    setIsChecked(true);
    if (codeIssue !== null || textIssue !== null) return;
    put((stored) =>
      stored.some(({ code }) => code === saved.code)
        ? stored.map((each) => (each.code === saved.code ? saved : each))
        : [...stored, saved].toSorted((one, other) => one.code.localeCompare(other.code)),
    );
  };
  return (
    <ConfirmDialog
      title={alert ? strings.changeOf(alert.code) : strings.add}
      confirm={strings.save}
      isPending={isPending}
      onConfirm={save}
      onClose={() => onClose()}
    >
      <ChangedMeanwhile isStale={isStale} opened={alert} alerts={alerts} />
      {alert === null && (
        <TextInput
          label={strings.code}
          description={strings.codeHint}
          maxLength={50}
          value={draft.code}
          onChange={({ currentTarget }) => setDraft({ ...draft, code: currentTarget.value })}
          error={isChecked && codeIssue}
          data-autofocus
        />
      )}
      <Textarea
        label={strings.text}
        description={strings.textHint}
        autosize
        minRows={3}
        maxLength={2000}
        value={draft.description}
        onChange={({ currentTarget }) => setDraft({ ...draft, description: currentTarget.value })}
        error={isChecked && textIssue}
        {...(alert !== null && { "data-autofocus": true })}
      />
      <Radio.Group
        label={strings.severity}
        value={String(draft.severity)}
        onChange={(value) =>
          setDraft({
            ...draft,
            severity: severities.find((severity) => String(severity) === value) ?? draft.severity,
          })
        }
      >
        <Stack gap="xs" mt="xs">
          {severities.map((severity) => (
            <Radio
              key={severity}
              value={String(severity)}
              label={strings.severities[severity][1]}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Switch
        label={strings.confirmation}
        checked={draft.alertEngineer}
        onChange={({ currentTarget }) =>
          setDraft({ ...draft, alertEngineer: currentTarget.checked })
        }
      />
      {error && <ErrorNotice error={error} />}
    </ConfirmDialog>
  );
}

interface ChangedMeanwhileProps {
  /** The list was read again, because somebody else has changed it. */
  readonly isStale: boolean;
  /** The alert as it was when the dialog opened; null: another one is added. */
  readonly opened: AlertCode | null;
  readonly alerts: readonly AlertCode[];
}

/** Says what somebody else has changed since the dialog opened, before that can be overwritten. */
export function ChangedMeanwhile({ isStale, opened, alerts }: ChangedMeanwhileProps) {
  const stored = opened && alerts.find(({ code }) => code === opened.code);
  const isOwnChanged = opened !== null && alerts.length > 0 && !isSame(opened, stored);
  if (!isStale && !isOwnChanged) return null;
  return (
    <Alert role="alert" color="var(--warn)" variant="outline" title={strings.changedTitle}>
      {isOwnChanged && (stored ? strings.nowSays(stored) : strings.nowRemoved)}{" "}
      {strings.changedAdvice}
    </Alert>
  );
}

function isSame(one: AlertCode, other: AlertCode | null | undefined): boolean {
  return (
    one.description === other?.description &&
    one.severity === other.severity &&
    one.alertEngineer === other.alertEngineer
  );
}

function findCodeIssue(code: string, alerts: readonly AlertCode[]): string | null {
  if (code === "") return strings.codeMissing;
  return alerts.some((each) => each.code === code) ? strings.codeTaken : null;
}
