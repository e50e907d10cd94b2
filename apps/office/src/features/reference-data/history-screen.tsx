import { NativeSelect } from "@mantine/core";
import { type ReferenceImport, uploadReferenceImport } from "@fieldfare/contract/office";
import { referenceTable, referenceTableNames } from "@fieldfare/domain";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMay } from "../../server/account.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { Empty } from "../../ui/empty.tsx";
import { LoadingRows } from "../../ui/loading-rows.tsx";
import { MorePages } from "../../ui/more-pages.tsx";
import { Page } from "../../ui/page.tsx";
import { Pill } from "../../ui/pill.tsx";
import { moveThroughRows } from "../../ui/row-keys.ts";
import table from "../../ui/table.module.css";
import toolbar from "../../ui/toolbar.module.css";
import { useHistory } from "./queries.ts";
import { describeImport } from "./describe-import.ts";
import { strings } from "./strings.ts";

/** Lists who imported which file, with what it did. An import opens to be gone on with, or undone. */
export function HistoryScreen() {
  const { table: chosen } = useSearch({ from: "/reference-data/imports" });
  const navigate = useNavigate({ from: "/reference-data/imports" });
  const may = useMay();
  const pages = useHistory(chosen);
  const imports = pages.data?.pages.flat();
  return (
    <Page
      title={strings.historyTitle}
      aside={
        <>
          <ButtonLink to="/reference-data" variant="default" preload={false}>
            {strings.title}
          </ButtonLink>
          {may(uploadReferenceImport) && (
            <ButtonLink to="/reference-data/import" preload={false}>
              {strings.import}
            </ButtonLink>
          )}
        </>
      }
    >
      <search className={toolbar.tools}>
        <NativeSelect
          label={strings.table}
          value={chosen ?? ""}
          onChange={({ currentTarget: { value } }) => {
            const name = referenceTableNames.find((each) => each === value);
            void navigate({ search: name ? { table: name } : {}, replace: true });
          }}
          data={[
            { value: "", label: strings.allTables },
            ...referenceTableNames.map((name) => ({
              value: name,
              label: referenceTable(name).title,
            })),
          ]}
        />
      </search>
      {pages.error && <ErrorNotice error={pages.error} retry={() => void pages.refetch()} />}
      {!imports && !pages.error && <LoadingRows label={strings.loading} count={6} height={40} />}
      {imports?.length === 0 && (
        <Empty title={strings.historyEmpty}>{strings.historyEmptyAdvice}</Empty>
      )}
      {imports !== undefined && imports.length > 0 && (
        <>
          <div className={table.scroll}>
            <table
              className={table.table}
              aria-label={strings.historyTable}
              onKeyDown={moveThroughRows}
            >
              <thead>
                <tr>
                  <th scope="col">{strings.fileName}</th>
                  <th scope="col">{strings.table}</th>
                  <th scope="col">{strings.when}</th>
                  <th scope="col">{strings.by}</th>
                  <th scope="col">{strings.status}</th>
                  <th scope="col">{strings.what}</th>
                </tr>
              </thead>
              <tbody>
                {imports.map((each) => (
                  <ImportRow key={each.importId} found={each} />
                ))}
              </tbody>
            </table>
          </div>
          <MorePages pages={pages} label={strings.historyMore}>
            {strings.historyShown(imports.length)}
          </MorePages>
        </>
      )}
    </Page>
  );
}

function ImportRow({ found }: { readonly found: ReferenceImport }) {
  const { importId, fileName, uploadedOn, uploadedBy } = found;
  const { status, tone } = describeImport(found);
  return (
    <tr>
      <td>
        <AnchorLink to="/reference-data/import" search={{ import: importId }} data-row-link>
          {fileName}
        </AnchorLink>
      </td>
      <td>{referenceTable(found.table).title}</td>
      <td className={table.nowrap}>{formatMoment(uploadedOn)}</td>
      <td>{found.undoneBy ?? found.appliedBy ?? uploadedBy}</td>
      <td>
        <Pill tone={tone}>{status}</Pill>
      </td>
      <td>{describeCounts(found)}</td>
    </tr>
  );
}

function describeCounts({ counts }: ReferenceImport): string {
  if (!counts) return "";
  const kinds = ["new", "changed", "unchanged", "bad", "skipped"] as const;
  return kinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind].toLocaleString("en-GB")} ${strings.counts[kind].toLowerCase()}`)
    .join(", ");
}
