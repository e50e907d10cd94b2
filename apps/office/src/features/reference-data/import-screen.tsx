import { Alert, Button, FileInput, Group, List, NativeSelect, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import {
  applyReferenceImport,
  checkReferenceImport,
  type CsvDelimiter,
  csvDelimiters,
  type CsvEncoding,
  csvEncodings,
  discardReferenceImport,
  maxCsvBytes,
  type ReferenceImport,
  undoReferenceImport,
  uploadReferenceImport,
} from "@fieldfare/contract/office";
import { referenceTable, referenceTableNames, type ReferenceTableName } from "@fieldfare/domain";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { useMay } from "../../server/account.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { Guarded } from "../../server/screen-route.tsx";
import { useAction } from "../../server/use-action.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { announce } from "../../ui/live-region.tsx";
import { LoadingRows } from "../../ui/loading-rows.tsx";
import { Page, Section } from "../../ui/page.tsx";
import tableStyles from "../../ui/table.module.css";
import { readBase64 } from "../../ui/read-base64.ts";
import { WorkProgress } from "../../ui/work-progress.tsx";
import { countRows, describeImport, describeUndo } from "./describe-import.ts";
import { CheckResult, Counts, LineTable } from "./import-result.tsx";
import { isBusy, useImport, useLines, usePreview, useReload } from "./queries.ts";
import styles from "./reference-data.module.css";
import { strings } from "./strings.ts";

/** Leads from a CSV file to changed rows: choose it, confirm its columns, see what it does, import it, and undo it. */
export function ImportScreen() {
  const { import: importId, table } = useSearch({ from: "/reference-data/import" });
  // An import that has begun is read by more people than may begin one.
  if (importId === undefined)
    return (
      <Guarded needs={uploadReferenceImport}>
        <ImportPage>
          <ChooseFile initialTable={table ?? "parts"} />
        </ImportPage>
      </Guarded>
    );
  return (
    <ImportPage>
      <Begun key={importId} importId={importId} />
    </ImportPage>
  );
}

function ImportPage({ children }: { readonly children: ReactNode }) {
  return (
    <Page
      title={strings.importTitle}
      aside={
        <ButtonLink to="/reference-data/imports" variant="default" preload={false}>
          {strings.history}
        </ButtonLink>
      }
    >
      {children}
    </Page>
  );
}

function ChooseFile({ initialTable }: { readonly initialTable: ReferenceTableName }) {
  const [table, setTable] = useState(initialTable);
  const [file, setFile] = useState<File | null>(null);
  const [isChecked, setIsChecked] = useState(false);
  const navigate = useNavigate();
  const upload = useAction({
    mutationFn: async (chosen: File) =>
      request(uploadReferenceImport, {
        body: { table, fileName: chosen.name, content: await readBase64(chosen) },
      }),
    onSuccess: ({ importId }) =>
      navigate({ to: "/reference-data/import", search: { import: importId } }),
  });
  const isTooLarge = file !== null && file.size > maxCsvBytes;
  const issue = file ? isTooLarge && strings.fileTooLarge : isChecked && strings.fileMissing;
  return (
    <Section id="choose-file" title={strings.chooseFile}>
      <Text mb="sm">{strings.chooseFileAdvice}</Text>
      <NativeSelect
        label={strings.table}
        maw={360}
        mb="sm"
        value={table}
        onChange={({ currentTarget: { value } }) =>
          setTable(referenceTableNames.find((name) => name === value) ?? table)
        }
        data={referenceTableNames.map((name) => ({
          value: name,
          label: referenceTable(name).title,
        }))}
      />
      <FileInput
        label={strings.file}
        placeholder={strings.fileMissing}
        accept=".csv,.txt,.tsv,text/csv"
        maw={360}
        mb="md"
        value={file}
        onChange={(chosen) => {
          setFile(chosen);
          upload.reset();
        }}
        error={issue}
      />
      <Button
        loading={upload.isPending}
        onClick={() => {
          setIsChecked(true);
          if (file && !isTooLarge) upload.mutate(file);
        }}
      >
        {strings.upload}
      </Button>
      {upload.error && <ErrorNotice error={upload.error} invalidTitle={strings.unusableFile} />}
    </Section>
  );
}

function Begun({ importId }: { readonly importId: string }) {
  const { data: found, error, refetch } = useImport(importId);
  const [isChoosing, setIsChoosing] = useState(false);
  const reload = useReload();
  const status = found?.status;
  useEffect(() => {
    if (found) announce(describeImport(found).status);
    if (status === "applied" || status === "undone" || status === "checked") void reload();
    // `reload` and `found` are others at each render or answer.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [status]);
  if (!found)
    return error ? (
      <ErrorNotice error={error} retry={() => void refetch()} />
    ) : (
      <LoadingRows label={strings.loading} count={4} height={48} />
    );
  const props = { found, onBegun: () => void refetch() };
  return (
    <>
      <Text mb="md">
        {found.fileName}, {referenceTable(found.table).title}
      </Text>
      {isBusy(found) && <Working found={found} />}
      {(status === "uploaded" || (status === "checked" && isChoosing)) && (
        <ConfirmColumns
          {...props}
          onBegun={() => {
            setIsChoosing(false);
            void refetch();
          }}
        />
      )}
      {status === "checked" && !isChoosing && (
        <Checked {...props} onAgain={() => setIsChoosing(true)} />
      )}
      {(status === "applied" || status === "undone") && <Applied {...props} />}
    </>
  );
}

interface StepProps {
  readonly found: ReferenceImport;
  /** The server has begun the next step. */
  readonly onBegun: () => void;
}

function Working({ found: { status, progress, lines, counts } }: Pick<StepProps, "found">) {
  const total = status === "applying" && counts ? countRows({ counts }) : lines;
  const title =
    status === "checking" || status === "applying" || status === "undoing"
      ? strings.working[status]
      : "";
  return (
    <WorkProgress
      title={title}
      done={progress}
      total={total}
      progress={strings.progress(progress, status === "checking" ? 0 : total)}
      advice={strings.workingAdvice}
    />
  );
}

function ConfirmColumns({ found: { importId, table }, onBegun }: StepProps) {
  const [format, setFormat] = useState<{ encoding?: CsvEncoding; delimiter?: CsvDelimiter }>({});
  // By the number of the cell. The server's suggestion holds where nothing was chosen.
  const [chosen, setChosen] = useState<ReadonlyMap<number, string | null>>(new Map());
  const { data: preview, error, refetch } = usePreview(importId, format);
  const check = useAction({
    mutationFn: (columns: (string | null)[]) =>
      request(checkReferenceImport, {
        params: { importId },
        body: {
          encoding: preview?.encoding ?? "utf-8",
          delimiter: preview?.delimiter ?? ",",
          columns,
        },
      }),
    onSuccess: onBegun,
  });
  if (!preview)
    return error ? (
      <ErrorNotice error={error} retry={() => void refetch()} />
    ) : (
      <LoadingRows label={strings.loading} count={6} height={36} />
    );
  const columns = preview.headings.map(
    (_heading, index) =>
      chosen.get(index) ?? (chosen.has(index) ? null : (preview.columns[index] ?? null)),
  );
  const names = referenceTable(table).columns;
  return (
    <Section id="confirm-columns" title={strings.confirmColumns}>
      <Group align="end" mb="md">
        <NativeSelect
          label={strings.encoding}
          value={preview.encoding}
          onChange={({ currentTarget: { value } }) => {
            const encoding = csvEncodings.find((each) => each === value);
            if (encoding) setFormat({ ...format, encoding });
          }}
          data={csvEncodings.map((value) => ({ value, label: strings.encodings[value] }))}
        />
        <NativeSelect
          label={strings.delimiter}
          value={preview.delimiter}
          onChange={({ currentTarget: { value } }) => {
            const delimiter = csvDelimiters.find((each) => each === value);
            if (!delimiter) return;
            setFormat({ ...format, delimiter });
            setChosen(new Map());
          }}
          data={csvDelimiters.map((value) => ({ value, label: strings.delimiters[value] }))}
        />
      </Group>
      {preview.undecodableLine !== null && (
        <Alert role="alert" color="var(--warn)" variant="outline" mb="md">
          {strings.undecodable(preview.undecodableLine)}
        </Alert>
      )}
      {preview.isSurelyUtf8 && preview.encoding !== "utf-8" && (
        <Alert role="alert" color="var(--warn)" variant="outline" mb="md">
          {strings.encodingSurely}
        </Alert>
      )}
      <Text c="dimmed" mb="xs">
        {strings.encodingHint}
      </Text>
      <div
        className={`${tableStyles.scroll} ${styles.preview}`}
        role="region"
        tabIndex={0}
        aria-label={strings.firstLines}
      >
        <table className={tableStyles.table}>
          <thead>
            <tr>
              {preview.headings.map((heading, index) => (
                <th key={index} scope="col">
                  <NativeSelect
                    label={heading || strings.noHeading}
                    aria-label={strings.columnOf(heading || strings.noHeading)}
                    value={columns[index] ?? ""}
                    onChange={({ currentTarget: { value } }) =>
                      setChosen(new Map([...chosen, [index, value || null]]))
                    }
                    data={[
                      { value: "", label: strings.leaveOut },
                      ...names.map(({ name, title }) => ({ value: name, label: title })),
                    ]}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.lines.map((cells, line) => (
              <tr key={line}>
                {preview.headings.map((_heading, index) => (
                  <td key={index}>{cells[index] ?? ""}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Group mt="md">
        <Button loading={check.isPending} onClick={() => check.mutate(columns)}>
          {strings.check}
        </Button>
        <Discard importId={importId} />
      </Group>
      {check.error && <ErrorNotice error={check.error} />}
    </Section>
  );
}

function Discard({ importId }: { readonly importId: string }) {
  const navigate = useNavigate();
  const reload = useReload();
  const discard = useAction({
    mutationFn: () => request(discardReferenceImport, { params: { importId } }),
    onSuccess: async () => {
      notifications.show({ color: "green", message: strings.discarded });
      await navigate({ to: "/reference-data/imports" });
      await reload();
    },
  });
  const may = useMay();
  if (!may(discardReferenceImport)) return null;
  return (
    <>
      <Button variant="subtle" loading={discard.isPending} onClick={() => discard.mutate()}>
        {strings.discard}
      </Button>
      {discard.error && <ErrorNotice error={discard.error} />}
    </>
  );
}

function Checked({ found, onBegun, onAgain }: StepProps & { readonly onAgain: () => void }) {
  const may = useMay();
  const apply = useAction({
    mutationFn: () => request(applyReferenceImport, { params: { importId: found.importId } }),
    // Also after an error: somebody else may have applied it.
    onSettled: onBegun,
  });
  const count = countRows(found);
  return (
    <Section id="result" title={strings.result}>
      <CheckResult found={found} />
      <Text my="md">{count > 0 ? strings.nothingChangedYet : strings.nothingToApply}</Text>
      <Group>
        {may(applyReferenceImport) && count > 0 && (
          <Button loading={apply.isPending} onClick={() => apply.mutate()}>
            {strings.apply(count)}
          </Button>
        )}
        <Button variant="default" onClick={onAgain}>
          {strings.again}
        </Button>
        <Discard importId={found.importId} />
      </Group>
      {apply.error && <ErrorNotice error={apply.error} />}
    </Section>
  );
}

function Applied({ found, onBegun }: StepProps) {
  const [isAsking, setIsAsking] = useState(false);
  const may = useMay();
  const { importId, table, status, notUndone } = found;
  const isApplied = status === "applied";
  const isUndoable = isApplied && countRows(found) > 0;
  const undo = useAction({
    mutationFn: (leaveChanged: boolean) =>
      request(undoReferenceImport, { params: { importId }, body: { leaveChanged } }),
    onSuccess: () => setIsAsking(false),
    onSettled: onBegun,
  });
  return (
    <Section id="applied" title={describeImport(found).title ?? strings.result}>
      <Counts found={found} />
      {isApplied && (
        <Text mb="md">{isUndoable ? strings.appliedAdvice : strings.nothingApplied}</Text>
      )}
      {(found.counts?.skipped ?? 0) > 0 && <Skipped importId={importId} table={table} />}
      {notUndone !== null && notUndone > 0 && (
        <Alert
          role="alert"
          color="var(--warn)"
          variant="outline"
          mb="md"
          title={isApplied ? strings.notUndoneTitle(notUndone) : strings.undoneRest(notUndone)}
        >
          <Blocked importId={importId} table={table} />
          {isApplied && may(undoReferenceImport) && (
            <Button
              mt="sm"
              variant="default"
              loading={undo.isPending}
              onClick={() => undo.mutate(true)}
            >
              {strings.undoOthers}
            </Button>
          )}
        </Alert>
      )}
      <Group mt="md">
        <ButtonLink to="/reference-data" search={{ table }} preload={false}>
          {strings.toTable}
        </ButtonLink>
        {may(uploadReferenceImport) && (
          <ButtonLink
            to="/reference-data/import"
            search={{ table }}
            variant="default"
            preload={false}
          >
            {strings.another}
          </ButtonLink>
        )}
        {isUndoable && may(undoReferenceImport) && (
          <Button variant="default" onClick={() => setIsAsking(true)}>
            {strings.undo}
          </Button>
        )}
      </Group>
      {isAsking && (
        <ConfirmDialog
          title={strings.undoTitle}
          confirm={strings.undo}
          isDestructive
          isPending={undo.isPending}
          onConfirm={() => undo.mutate(false)}
          onClose={() => setIsAsking(false)}
        >
          <List>
            {describeUndo(found).map((note) => (
              <List.Item key={note}>{note}</List.Item>
            ))}
          </List>
        </ConfirmDialog>
      )}
      {undo.error && <ErrorNotice error={undo.error} />}
    </Section>
  );
}

interface LinesProps {
  readonly importId: string;
  readonly table: ReferenceTableName;
}

function Skipped({ importId, table }: LinesProps) {
  const { data: lines } = useLines(importId, "skipped");
  return (
    <>
      <Text fw={600}>{strings.skippedTitle}</Text>
      <Text mb="xs">{strings.skippedAdvice}</Text>
      <LineTable title={strings.skippedTitle} table={table} lines={lines ?? []} />
    </>
  );
}

function Blocked({ importId, table }: LinesProps) {
  const { data: lines } = useLines(importId, "not-undone");
  return <LineTable title={strings.cause} table={table} lines={lines ?? []} />;
}
