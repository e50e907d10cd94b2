import { Alert, Button, FileInput, Group, List, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import {
  applyPropertyImport,
  discardPropertyImport,
  exportRefusedLines,
  listChangedLines,
  type PropertyImport,
  propertyImportColumns,
  uploadPropertyImport,
} from "@fieldfare/contract/office";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { useMay } from "../../server/account.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { request, requestFile } from "../../server/request.ts";
import { Guarded } from "../../server/screen-route.tsx";
import { useAction } from "../../server/use-action.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { writeCsv } from "../../ui/csv.ts";
import { downloadFile } from "../../ui/download.ts";
import { Figures } from "../../ui/figures.tsx";
import { announce } from "../../ui/live-region.tsx";
import { LoadingRows } from "../../ui/loading-rows.tsx";
import { Page, Section } from "../../ui/page.tsx";
import table from "../../ui/table.module.css";
import { WorkProgress } from "../../ui/work-progress.tsx";
import { ChangedLines } from "./changed-lines.tsx";
import { countLines, describeImport } from "./describe-import.ts";
import { shownLines, useImport, useRefusedLines, useReload } from "./queries.ts";
import { countNames, strings } from "./strings.ts";

/** Leads from a file to homes and tenants: choose it, see what it does, and import it. */
export function ImportScreen() {
  const { import: importId } = useSearch({ from: "/homes/import" });
  // An import that has begun is read by more people than may begin one.
  if (importId === undefined)
    return (
      <Guarded needs={uploadPropertyImport}>
        <ImportPage>
          <ChooseFile />
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
        <ButtonLink to="/homes/imports" variant="default" preload={false}>
          {strings.history}
        </ButtonLink>
      }
    >
      {children}
    </Page>
  );
}

interface ChosenFile {
  readonly file: File;
  /** The id of its import: sent again after an error, it is the same import. */
  readonly importId: string;
}

function ChooseFile() {
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [isChecked, setIsChecked] = useState(false);
  const navigate = useNavigate();
  const upload = useAction({
    mutationFn: ({ file, importId }: ChosenFile) => {
      const form = new FormData();
      form.set("file", file);
      return request(uploadPropertyImport, { query: { importId }, form });
    },
    onSuccess: ({ importId }) => navigate({ to: "/homes/import", search: { import: importId } }),
  });
  return (
    <Section id="choose-file" title={strings.chooseFile}>
      <Text mb="sm" maw={720}>
        {strings.chooseFileAdvice}
      </Text>
      <FileInput
        label={strings.file}
        placeholder={strings.fileMissing}
        accept=".csv,.ndjson,.jsonl,text/csv"
        maw={360}
        mb="md"
        value={chosen?.file ?? null}
        onChange={(file) => {
          setChosen(file && { file, importId: crypto.randomUUID() });
          upload.reset();
        }}
        error={isChecked && chosen === null && strings.fileMissing}
      />
      <Group>
        <Button
          loading={upload.isPending}
          onClick={() => {
            setIsChecked(true);
            if (chosen) upload.mutate(chosen);
          }}
        >
          {strings.upload}
        </Button>
        <Button variant="subtle" onClick={downloadTemplate}>
          {strings.template}
        </Button>
      </Group>
      {upload.error && <ErrorNotice error={upload.error} invalidTitle={strings.unusableFile} />}
    </Section>
  );
}

function downloadTemplate(): void {
  const content = new Blob([writeCsv([propertyImportColumns])], { type: "text/csv" });
  downloadFile(content, strings.templateName);
}

function Begun({ importId }: { readonly importId: string }) {
  const { data: found, error, refetch } = useImport(importId);
  const reload = useReload();
  const status = found?.status;
  useEffect(() => {
    if (found) announce(describeImport(found).status);
    if (status === "applied" || status === "checked") void reload();
    // `reload` and `found` are others at each render or answer.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [status]);
  if (!found)
    return error ? (
      <ErrorNotice error={error} retry={() => void refetch()} />
    ) : (
      <LoadingRows label={strings.loading} count={4} height={48} />
    );
  const { fileName, lines, counts } = found;
  return (
    <>
      <Text mb="md">{fileName}</Text>
      {(found.status === "checking" || found.status === "applying") && (
        <WorkProgress
          title={strings.working[found.status]}
          done={counts.read}
          total={lines}
          progress={strings.progress(counts.read, lines)}
          advice={strings.workingAdvice}
        >
          {found.status === "checking" && <Discard importId={importId} />}
        </WorkProgress>
      )}
      {found.status === "checked" && <Checked found={found} onBegun={() => void refetch()} />}
      {found.status === "applied" && <Applied found={found} />}
    </>
  );
}

interface FoundProps {
  readonly found: PropertyImport;
}

function Checked({ found, onBegun }: FoundProps & { readonly onBegun: () => void }) {
  const { importId, counts, encoding, unknownColumns } = found;
  const may = useMay();
  const apply = useAction({
    mutationFn: () => request(applyPropertyImport, { params: { importId } }),
    // Also after an error: somebody else may have applied it.
    onSettled: onBegun,
  });
  const count = countLines(found);
  return (
    <Section id="result" title={strings.result}>
      <Counts found={found} />
      {encoding === "windows-1252" && (
        <Notice title={strings.windowsTitle}>{strings.windows}</Notice>
      )}
      {unknownColumns.length > 0 && (
        <Notice title={strings.unknownTitle}>{strings.unknown(unknownColumns)}</Notice>
      )}
      <RefusedLines found={found} />
      {counts.changed > 0 && may(listChangedLines) && (
        <ChangedLines importId={importId} total={counts.changed} />
      )}
      <Text my="md">{count > 0 ? strings.nothingChangedYet : strings.nothingToApply}</Text>
      <Group>
        {may(applyPropertyImport) && count > 0 && (
          <Button loading={apply.isPending} onClick={() => apply.mutate()}>
            {strings.apply(count)}
          </Button>
        )}
        <Discard importId={importId} />
      </Group>
      {apply.error && <ErrorNotice error={apply.error} />}
    </Section>
  );
}

function Notice({ title, children }: { readonly title: string; readonly children: string }) {
  return (
    <Alert color="var(--warn)" variant="outline" mb="md" title={title}>
      {children}
    </Alert>
  );
}

function Counts({ found: { counts } }: FoundProps) {
  return (
    <Figures
      figures={countNames
        .filter((name) => name !== "tenantsErased" || counts[name] > 0)
        .map((name) => ({ label: strings.counts[name], count: counts[name] }))}
    />
  );
}

function Applied({ found }: FoundProps) {
  const may = useMay();
  return (
    <Section id="applied" title={describeImport(found).title ?? strings.result}>
      <Counts found={found} />
      {countLines(found) === 0 && <Text mb="md">{strings.nothingApplied}</Text>}
      {found.counts.changed > 0 && <Text mb="md">{strings.appliedAdvice}</Text>}
      <RefusedLines found={found} />
      {countLines(found) > 0 && (
        <>
          <Text fw={600}>{strings.backTitle}</Text>
          <List mb="md" maw={720}>
            {strings.backSteps.map((step) => (
              <List.Item key={step}>{step}</List.Item>
            ))}
          </List>
        </>
      )}
      <Group mt="md">
        <ButtonLink to="/homes/imports" preload={false}>
          {strings.toHistory}
        </ButtonLink>
        {may(uploadPropertyImport) && (
          <ButtonLink to="/homes/import" search={{}} variant="default" preload={false}>
            {strings.another}
          </ButtonLink>
        )}
      </Group>
    </Section>
  );
}

function RefusedLines({ found: { importId, fileName, counts } }: FoundProps) {
  return counts.refused > 0 ? (
    <RefusedTable importId={importId} fileName={fileName} total={counts.refused} />
  ) : null;
}

interface RefusedTableProps {
  readonly importId: string;
  readonly fileName: string;
  readonly total: number;
}

function RefusedTable({ importId, fileName, total }: RefusedTableProps) {
  const { data: lines, error, refetch } = useRefusedLines(importId);
  const download = useAction({
    mutationFn: () => requestFile(exportRefusedLines, { params: { importId } }),
    onSuccess: (file) => downloadFile(file, strings.reportName(fileName)),
  });
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!lines) return <LoadingRows label={strings.loading} count={4} height={36} />;
  if (lines.length === 0) return <Text c="dimmed">{strings.refusedGone}</Text>;
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Text fw={600}>{strings.refusedTitle}</Text>
        <Button
          size="xs"
          variant="default"
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {strings.downloadReport}
        </Button>
      </Group>
      <Text mb="xs">{strings.refusedAdvice(Math.min(lines.length, shownLines), total)}</Text>
      {download.error && <ErrorNotice error={download.error} />}
      <div className={table.scroll}>
        <table className={table.table} aria-label={strings.refusedTitle}>
          <thead>
            <tr>
              <th scope="col">{strings.line}</th>
              <th scope="col">{strings.value}</th>
              <th scope="col">{strings.what}</th>
            </tr>
          </thead>
          <tbody>
            {lines.flatMap(({ line, issues }) =>
              issues.map(({ field, message }, index) => (
                <tr key={`${line} ${index}`}>
                  <td>{line.toLocaleString("en-GB")}</td>
                  <td>{field ?? strings.wholeLine}</td>
                  <td>{message}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Discard({ importId }: { readonly importId: string }) {
  const navigate = useNavigate();
  const reload = useReload();
  const may = useMay();
  const discard = useAction({
    mutationFn: () => request(discardPropertyImport, { params: { importId } }),
    onSuccess: async () => {
      notifications.show({ color: "green", message: strings.discarded });
      await navigate({ to: "/homes/imports" });
      await reload();
    },
  });
  if (!may(discardPropertyImport)) return null;
  return (
    <>
      <Button variant="subtle" loading={discard.isPending} onClick={() => discard.mutate()}>
        {strings.discard}
      </Button>
      {discard.error && <ErrorNotice error={discard.error} />}
    </>
  );
}
