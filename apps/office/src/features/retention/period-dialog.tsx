import { Alert, Button, Group, List, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { problemCode } from "@fieldfare/contract";
import { putRetention } from "@fieldfare/contract/office";
import { useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { isConflict, isProblem } from "../../server/send-request.ts";
import { useAction } from "../../server/use-action.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { describeKind, isShorter, type PeriodChoice, readChoice } from "./periods.ts";
import { type Due, type RetentionPeriod, useDue, useReload } from "./queries.ts";
import styles from "./retention.module.css";
import { strings } from "./strings.ts";

interface PeriodDialogProps {
  /** As it is now, also after somebody else has changed it. */
  readonly period: RetentionPeriod;
  /** With the new period if one was saved. */
  readonly onClose: (days?: number | null) => void;
}

/**
 * Changes the period of a kind of data. It says before what the next run would delete, and asks again where that is more
 * than with the present period.
 */
export function PeriodDialog({ period, onClose }: PeriodDialogProps) {
  const { kind } = period;
  const name = describeKind(kind);
  const [opened] = useState(period);
  const [choice, setChoice] = useState<PeriodChoice>(
    period.days === null ? { kind: "for-ever" } : { kind: "days", text: String(period.days) },
  );
  const [isChecked, setIsChecked] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const reload = useReload();
  const read = readChoice(choice, period);
  const days = "days" in read ? read.days : period.days;
  const isEarlier = isShorter(days, period.days);
  const [counted] = useDebouncedValue(days, 300);
  const { data: present } = useDue(kind, period.days);
  const { data: due, error: countError } = useDue(kind, isEarlier ? counted : null);
  const isCounted = !isEarlier || (counted === days && (due !== undefined || countError !== null));
  // A count that failed is unknown, and what is unknown is confirmed.
  const then: Due | null = isEarlier ? (due ?? { count: null, isMore: false }) : null;
  const deletesMore =
    then !== null &&
    (then.count === null || period.days === null
      ? then.count !== 0
      : present?.count === undefined || then.count > (present.count ?? 0));

  const save = useAction({
    mutationFn: async (confirmedCount: number | undefined) => {
      const saved = await request(putRetention, {
        params: { kind },
        body: {
          ...(choice.kind !== "otherwise" && { days }),
          presentDays: period.days,
          ...(confirmedCount !== undefined && { confirmedCount }),
        },
      });
      await reload();
      return saved;
    },
    onSuccess: (saved) => onClose(saved.days),
    onError: async (error) => {
      if (!isAskedAgain(error)) return;
      await reload();
      setIsConfirming(needsConfirmation(error));
    },
  });
  const submit = () => {
    setIsChecked(true);
    if ("issue" in read) return;
    if (deletesMore) setIsConfirming(true);
    else save.mutate(undefined);
  };
  // The server counts as well: a number that has grown since is shown, and asked for again.
  const error = save.error && !needsConfirmation(save.error) ? save.error : null;

  if (isConfirming && days !== null && then)
    return (
      <ConfirmDialog
        title={strings.confirmTitle(then)}
        confirm={strings.confirm}
        isDestructive
        isPending={save.isPending}
        onConfirm={() => save.mutate(then.count ?? 0)}
        onClose={() => onClose()}
      >
        <Text>
          {name}: {strings.effect(then, days)} {strings.whatHappens(period.effect)}
        </Text>
        <List>
          {strings.confirmNotes.map((note) => (
            <List.Item key={note}>{note}</List.Item>
          ))}
        </List>
        <Group>
          <Button variant="default" onClick={() => setIsConfirming(false)}>
            {strings.back}
          </Button>
        </Group>
        {error && <ErrorNotice error={error} />}
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      title={strings.changeKind(name.toLowerCase())}
      confirm={strings.save}
      isPending={save.isPending || !isCounted}
      onConfirm={submit}
      onClose={() => onClose()}
    >
      {period.days !== opened.days && (
        <Alert role="alert" color="var(--warn)" variant="outline" title={strings.changedMeanwhile}>
          {strings.changedMeanwhileAdvice(period.days)}
        </Alert>
      )}
      <Text>{strings.whatHappens(period.effect)}</Text>
      {period.law !== null && <Text>{period.law}.</Text>}
      <Radio.Group
        label={strings.keep}
        value={choice.kind}
        onChange={(value) => {
          if (value === "for-ever" || value === "otherwise") setChoice({ kind: value });
          else setChoice({ kind: "days", text: String(period.days ?? "") });
        }}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="days" label={strings.forDays} />
          {period.mayKeepForEver && <Radio value="for-ever" label={strings.forEver} />}
          {period.source === "office" && (
            <Radio value="otherwise" label={strings.otherwise(period)} />
          )}
        </Stack>
      </Radio.Group>
      {choice.kind === "days" && (
        <TextInput
          className={styles.days ?? ""}
          label={strings.days}
          description={strings.limits(period)}
          inputMode="numeric"
          maxLength={7}
          value={choice.text}
          onChange={({ currentTarget }) => setChoice({ kind: "days", text: currentTarget.value })}
          error={isChecked && "issue" in read && read.issue}
          data-autofocus
        />
      )}
      {!("issue" in read) && (
        <Text role="status">
          {!isEarlier || days === null
            ? strings.effectLater
            : !isCounted || !then
              ? strings.counting
              : strings.effect(then, days)}
        </Text>
      )}
      {error && !isAskedAgain(error) && <ErrorNotice error={error} />}
    </ConfirmDialog>
  );
}

function needsConfirmation(error: unknown): boolean {
  return isProblem(error, problemCode.confirmationNeeded);
}

/** Whether the period, or what it deletes, is no longer as it was read. */
function isAskedAgain(error: unknown): boolean {
  return needsConfirmation(error) || isConflict(error);
}
