import { Button, Group, Text } from "@mantine/core";
import type { CallAnswer } from "@fieldfare/contract";
import {
  exportBadLines,
  type groupImportLines,
  type listImportLines,
  type ReferenceImport,
} from "@fieldfare/contract/office";
import { referenceTable, type ReferenceTableName } from "@fieldfare/domain";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { requestFile } from "../../server/request.ts";
import { useAction } from "../../server/use-action.ts";
import { downloadFile } from "../../ui/download.ts";
import { Figures } from "../../ui/figures.tsx";
import tableStyles from "../../ui/table.module.css";
import { formatValue } from "./format-value.ts";
import { useCauses, useLines } from "./queries.ts";
import { strings } from "./strings.ts";

interface ResultProps {
  readonly found: ReferenceImport;
}

/** What a checked file does: its counts, its bad lines by cause, and examples of what changes. */
export function CheckResult({ found }: ResultProps) {
  const { importId, table, counts } = found;
  return (
    <>
      <Counts found={found} />
      {(counts?.bad ?? 0) > 0 && <BadLines found={found} />}
      {(counts?.changed ?? 0) > 0 && <ChangedLines importId={importId} table={table} />}
    </>
  );
}

/** How many lines of each kind there are. */
export function Counts({ found: { counts } }: ResultProps) {
  if (!counts) return null;
  const kinds = ["new", "changed", "unchanged", "bad", "skipped"] as const;
  return (
    <Figures
      figures={kinds
        .filter((kind) => kind !== "skipped" || counts.skipped > 0)
        .map((kind) => ({ label: strings.counts[kind], count: counts[kind] }))}
    />
  );
}

function BadLines({ found: { importId, table, fileName } }: ResultProps) {
  const { data: causes, error, refetch } = useCauses(importId);
  const download = useAction({
    mutationFn: () => requestFile(exportBadLines, { params: { importId } }),
    onSuccess: (file) => downloadFile(file, `bad-lines-of-${fileName.replace(/\.\w+$/, "")}.csv`),
  });
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Text fw={600}>{strings.badTitle}</Text>
        <Button
          size="xs"
          variant="default"
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {strings.downloadBad}
        </Button>
      </Group>
      <Text mb="xs">{strings.badAdvice}</Text>
      {error && <ErrorNotice error={error} retry={() => void refetch()} />}
      {download.error && <ErrorNotice error={download.error} />}
      <div className={tableStyles.scroll}>
        <table className={tableStyles.table} aria-label={strings.badTitle}>
          <thead>
            <tr>
              <th scope="col">{strings.column}</th>
              <th scope="col">{strings.cause}</th>
              <th scope="col">{strings.linesHeading}</th>
              <th scope="col">{strings.firstLines}</th>
              <th scope="col">{strings.reasons}</th>
            </tr>
          </thead>
          <tbody>
            {(causes ?? []).map(({ column, cause, lines, firstLines, ...reasons }) => (
              <tr key={`${column} ${cause}`}>
                <td>{column === null ? strings.wholeLine : titleOf(table, column)}</td>
                <td>{strings.causes[cause]}</td>
                <td>{lines.toLocaleString("en-GB")}</td>
                <td>
                  {firstLines.join(", ")}
                  {lines > firstLines.length && " …"}
                </td>
                <td>
                  <Reasons {...reasons} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

type Cause = CallAnswer<typeof groupImportLines>[number];

/** Says what is wrong with the lines of a cause; if it is not the same for all, of which lines it is true. */
function Reasons({ reasons, reasonCount }: Pick<Cause, "reasons" | "reasonCount">) {
  if (reasonCount === 1) return reasons[0]?.reason;
  return (
    <>
      {reasons.map(({ reason, lines, firstLines }) => (
        <div key={reason}>{strings.reasonOf(firstLines, lines, reason)}</div>
      ))}
      {reasonCount > reasons.length && strings.moreReasons(reasonCount - reasons.length)}
    </>
  );
}

function ChangedLines({ importId, table }: { importId: string; table: ReferenceTableName }) {
  const { data: lines } = useLines(importId, "changed");
  return (
    <>
      <Text fw={600} mt="md" mb="xs">
        {strings.changesTitle}
      </Text>
      <LineTable title={strings.changesTitle} table={table} lines={lines ?? []} />
    </>
  );
}

type Line = CallAnswer<typeof listImportLines>[number];

interface LineTableProps {
  readonly title: string;
  readonly table: ReferenceTableName;
  readonly lines: readonly Line[];
}

/** Lines with what they change, or why they were left out. */
export function LineTable({ title, table, lines }: LineTableProps) {
  return (
    <div className={tableStyles.scroll}>
      <table className={tableStyles.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{strings.line}</th>
            <th scope="col">{strings.row}</th>
            <th scope="col">{strings.what}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.line}>
              <td>{line.line}</td>
              <td>{nameRow(table, line)}</td>
              <td>
                {line.issues.length > 0
                  ? line.issues.map(({ reason }) => reason).join(" ")
                  : describeChange(table, line)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function nameRow(table: ReferenceTableName, { before, values }: Line): string {
  const { label } = referenceTable(table);
  return formatValue((before ?? values)?.[label] ?? null);
}

function describeChange(table: ReferenceTableName, { before, values }: Line): string {
  return referenceTable(table)
    .columns.flatMap(({ name, title }) => {
      const [one, other] = [before?.[name] ?? null, values?.[name] ?? null].map((value) =>
        formatValue(value),
      );
      return one === other ? [] : [`${title}: ${one || "-"} → ${other || "-"}`];
    })
    .join("; ");
}

function titleOf(table: ReferenceTableName, name: string): string {
  return referenceTable(table).columns.find((column) => column.name === name)?.title ?? name;
}
