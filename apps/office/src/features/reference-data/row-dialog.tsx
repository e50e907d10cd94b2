import { Button, Group, List, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import {
  addReferenceRow,
  changeReferenceRow,
  readReferenceRow,
  type ReferenceRowAnswer,
  withdrawReferenceRow,
} from "@fieldfare/contract/office";
import {
  readValue,
  referenceTable,
  type ReferenceColumn,
  type ReferenceTableName,
  type ValueIssue,
} from "@fieldfare/domain";
import { useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { isNotFound, OfficeError } from "../../server/send-request.ts";
import { useAction } from "../../server/use-action.ts";
import { ChangedSinceNotice } from "../../ui/changed-since-notice.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { formatValue } from "./format-value.ts";
import { useChoices, useReload, useReplaceRow } from "./queries.ts";
import { strings } from "./strings.ts";

interface RowDialogProps {
  readonly table: ReferenceTableName;
  /** The row to change; null: another one is added. */
  readonly row: ReferenceRowAnswer | null;
  /** With a message: something was changed. */
  readonly onClose: (message?: string) => void;
}

/** What is typed, by the names of the columns. */
type Draft = Readonly<Record<string, string>>;

/**
 * Adds a row, or changes or withdraws one. It stays open after an error, with what was typed. If somebody else has changed the
 * row, that is shown, and nothing of it is written over without a word.
 */
export function RowDialog({ table, row, onClose }: RowDialogProps) {
  const { columns, rowName, label, group } = referenceTable(table);
  const [draft, setDraft] = useState<Draft>(() => makeDraft(table, row));
  /** The row as the user has seen it. */
  const [base, setBase] = useState(row);
  /** The row as somebody else has changed it since. */
  const [changed, setChanged] = useState<ReferenceRowAnswer | null>(null);
  const [isChecked, setIsChecked] = useState(false);
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  const values = readDraft(columns, draft);
  const issues = new Map<string, ValueIssue>();
  for (const [name, value] of values) if (!value.ok) issues.set(name, value.refusal);

  const isRenaming =
    group !== undefined &&
    base !== null &&
    formatValue(base.values[group.id] ?? null) === draft[group.id]?.trim();
  const groupHint = isRenaming ? strings.renamesGroup(rowName) : strings.sharesGroup(rowName);

  /** Which version the fields show that have taken over what somebody else has changed. */
  const [takenOver, setTakenOver] = useState<Draft>({});
  const replaceRow = useReplaceRow(table);
  const reload = useReload();
  const save = useAction({
    mutationFn: async () => {
      const body = { values: toBody(values) };
      if (!base) return request(addReferenceRow, { params: { table }, body });
      const params = { table, rowId: base.rowId };
      return request(changeReferenceRow, { params, body: { ...body, version: base.version } });
    },
    onSuccess: (saved) => {
      // Who opens the row again at once changes it as it is now.
      if (base) replaceRow(saved);
      onClose(strings.saved(rowName));
    },
    onError: async (error) => {
      if (!base) return;
      if (isNotFound(error)) await reload();
      if (isStale(error))
        setChanged(await request(readReferenceRow, { params: { table, rowId: base.rowId } }));
    },
  });
  const goOn = (before: ReferenceRowAnswer, now: ReferenceRowAnswer) => {
    const seen = makeDraft(table, before);
    const present = makeDraft(table, now);
    const names = columns
      .map(({ name }) => name)
      .filter((name) => seen[name] !== present[name] && draft[name] === seen[name]);
    const choose = (values: Draft) =>
      Object.fromEntries(names.map((name) => [name, values[name] ?? ""]));
    setDraft({ ...draft, ...choose(present) });
    setTakenOver({ ...takenOver, ...Object.fromEntries(names.map((name) => [name, now.version])) });
    setBase(now);
    setChanged(null);
    save.reset();
  };
  const submit = () => {
    setIsChecked(true);
    if (issues.size === 0) save.mutate();
  };
  if (isWithdrawing && base)
    return (
      <WithdrawDialog
        table={table}
        row={base}
        onClose={(message) => {
          setIsWithdrawing(false);
          if (message !== undefined) onClose(message);
        }}
      />
    );
  return (
    <ConfirmDialog
      title={base ? `${strings.edit} ${draft[label] || rowName}` : strings.add(rowName)}
      confirm={isNotFound(save.error) ? null : strings.save}
      isPending={save.isPending}
      onConfirm={submit}
      onClose={() => onClose()}
    >
      {base && changed && (
        <ChangedSinceNotice
          title={strings.changedTitle}
          lines={listDifferences(columns, base, changed)}
          goOn={strings.goOn}
          onGoOn={() => goOn(base, changed)}
        />
      )}
      {columns.map((column, index) => (
        <Field
          key={`${column.name} ${takenOver[column.name] ?? ""}`}
          table={table}
          column={column}
          isFixed={base !== null && (column.kind === "id" || column.isFixed === true)}
          hasFocus={index === (base ? 1 : 0) || (!base && index === 1)}
          hint={column.name === group?.name ? groupHint : null}
          name={(takenOver[column.name] === undefined ? row : base)?.names[column.name]}
          value={draft[column.name] ?? ""}
          onChange={(value) => setDraft({ ...draft, [column.name]: value })}
          error={isChecked ? issueText(issues.get(column.name)) : null}
        />
      ))}
      {base && !isNotFound(save.error) && (
        <Group>
          <Button variant="default" onClick={() => setIsWithdrawing(true)}>
            {strings.withdraw}
          </Button>
        </Group>
      )}
      {save.error && !(changed && isStale(save.error)) && (
        <ErrorNotice error={save.error} {...(base && { removed: strings.isWithdrawn(rowName) })} />
      )}
    </ConfirmDialog>
  );
}

function WithdrawDialog({ table, row, onClose }: RowDialogProps & { row: ReferenceRowAnswer }) {
  const { rowName, columns } = referenceTable(table);
  const [base, setBase] = useState(row);
  const [changed, setChanged] = useState<ReferenceRowAnswer | null>(null);
  const reload = useReload();
  const withdraw = useAction({
    mutationFn: () =>
      request(withdrawReferenceRow, {
        params: { table, rowId: base.rowId },
        query: { version: base.version },
      }),
    onSuccess: () => onClose(strings.withdrawn(rowName)),
    onError: async (error) => {
      if (isNotFound(error)) await reload();
      if (isStale(error))
        setChanged(await request(readReferenceRow, { params: { table, rowId: base.rowId } }));
    },
  });
  return (
    <ConfirmDialog
      title={strings.withdrawTitle(rowName)}
      confirm={isNotFound(withdraw.error) ? null : strings.withdraw}
      isDestructive
      isPending={withdraw.isPending}
      onConfirm={() => withdraw.mutate()}
      onClose={() => onClose()}
    >
      {changed && (
        <ChangedSinceNotice
          title={strings.changedTitle}
          lines={listDifferences(columns, base, changed)}
          goOn={strings.withdrawAnyway}
          onGoOn={() => {
            setBase(changed);
            setChanged(null);
            withdraw.reset();
          }}
        />
      )}
      <List>
        {strings.withdrawNotes.map((note) => (
          <List.Item key={note}>{note}</List.Item>
        ))}
      </List>
      {withdraw.error && !(changed && isStale(withdraw.error)) && (
        <ErrorNotice error={withdraw.error} removed={strings.isWithdrawn(rowName)} />
      )}
    </ConfirmDialog>
  );
}

interface FieldProps {
  readonly table: ReferenceTableName;
  readonly column: ReferenceColumn;
  readonly isFixed: boolean;
  readonly hasFocus: boolean;
  /** What a change of the value does besides; null: nothing. */
  readonly hint: string | null;
  /** What the stored reference stands for. */
  readonly name: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | null;
}

function Field(props: FieldProps) {
  const { column, isFixed, hasFocus, hint, value, onChange, error } = props;
  const common = {
    label: column.title,
    error,
    disabled: isFixed,
    withAsterisk: !column.isOptional && column.kind !== "id" && column.kind !== "yes-no",
    ...(hasFocus && { "data-autofocus": true }),
  };
  switch (column.kind) {
    case "yes-no":
      return (
        <Switch
          label={column.title}
          checked={value === "yes"}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? "yes" : "no")}
        />
      );
    case "reference":
    case "choice":
      return <ReferenceField {...props} />;
    case "text":
      return (
        <Textarea
          {...common}
          {...(hint !== null && { description: hint })}
          autosize
          minRows={1}
          maxLength={column.maxLength}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
    default:
      return (
        <TextInput
          {...common}
          {...(column.kind === "id" && !isFixed && { description: strings.idHint })}
          {...(column.kind === "numbers" && { description: strings.numbersHint })}
          {...(column.kind === "code" ? { maxLength: column.maxLength } : { inputMode: "numeric" })}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
  }
}

function ReferenceField({ table, column, isFixed, name, value, onChange, error }: FieldProps) {
  const [search, setSearch] = useState("");
  const [words] = useDebouncedValue(search.trim(), 250);
  const [chosenName, setChosenName] = useState(name ?? "");
  // The field shows the name of the choice, which is no search for another one.
  const { data } = useChoices(table, column.name, words === chosenName ? "" : words);
  const choices = (data ?? []).map((choice) => ({
    value: String(choice.value),
    label: choice.name,
  }));
  const isListed = choices.some((choice) => choice.value === value);
  return (
    <Select
      label={column.title}
      placeholder={strings.choose}
      withAsterisk={!column.isOptional}
      clearable={column.isOptional === true}
      searchable
      disabled={isFixed}
      error={error}
      data={
        isListed || value === "" ? choices : [{ value, label: chosenName || value }, ...choices]
      }
      filter={({ options }) => options}
      value={value === "" ? null : value}
      onChange={(chosen, option) => {
        setChosenName(option?.label ?? "");
        onChange(chosen ?? "");
      }}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={strings.nothingFound}
    />
  );
}

function issueText(issue: ValueIssue | undefined): string | null {
  return issue === undefined ? null : strings.issues[issue];
}

function makeDraft(table: ReferenceTableName, row: ReferenceRowAnswer | null): Draft {
  return Object.fromEntries(
    referenceTable(table).columns.map((column) => {
      const value = row?.values[column.name] ?? null;
      if (column.kind === "yes-no") return [column.name, value === true ? "yes" : "no"];
      if (!row && column.kind === "number" && column.initial !== undefined)
        return [column.name, String(column.initial)];
      return [column.name, formatValue(value)];
    }),
  );
}

type ReadValues = ReadonlyMap<string, ReturnType<typeof readValue>>;

function readDraft(columns: readonly ReferenceColumn[], draft: Draft): ReadValues {
  return new Map(
    columns.map((column) => [column.name, readValue(column, draft[column.name] ?? "")]),
  );
}

function toBody(values: ReadValues): ReferenceRowAnswer["values"] {
  const body: ReferenceRowAnswer["values"] = {};
  for (const [name, value] of values) {
    if (!value.ok) continue;
    body[name] =
      typeof value.value === "object" && value.value !== null ? [...value.value] : value.value;
  }
  return body;
}

/** Says what of a row is no longer as it was seen. */
function listDifferences(
  columns: readonly ReferenceColumn[],
  seen: ReferenceRowAnswer,
  now: ReferenceRowAnswer,
): string[] {
  return columns.flatMap(({ name, title }) => {
    const value = formatValue(now.values[name] ?? null, now.names[name]);
    return value === formatValue(seen.values[name] ?? null, seen.names[name])
      ? []
      : [strings.isNow(title, value)];
  });
}

/** Whether the row was changed since it was read. */
function isStale(error: unknown): boolean {
  return (
    error instanceof OfficeError &&
    (error.problem?.issues?.some(({ path }) => path === "version") ?? false)
  );
}
