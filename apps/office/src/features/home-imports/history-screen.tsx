import { type PropertyImport, uploadPropertyImport } from "@fieldfare/contract/office";
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
import { useHistory } from "./queries.ts";
import { describeImport } from "./describe-import.ts";
import { countNames, strings } from "./strings.ts";

/** Lists who imported which file of homes, with what it did. An import opens to be gone on with. */
export function HistoryScreen() {
  const may = useMay();
  const pages = useHistory();
  const imports = pages.data?.pages.flat();
  return (
    <Page
      title={strings.historyTitle}
      aside={
        may(uploadPropertyImport) && (
          <ButtonLink to="/homes/import" preload={false}>
            {strings.importTitle}
          </ButtonLink>
        )
      }
    >
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
              aria-label={strings.historyTitle}
              onKeyDown={moveThroughRows}
            >
              <thead>
                <tr>
                  <th scope="col">{strings.file}</th>
                  <th scope="col">{strings.when}</th>
                  <th scope="col">{strings.by}</th>
                  <th scope="col">{strings.status}</th>
                  <th scope="col">{strings.did}</th>
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

function ImportRow({ found }: { readonly found: PropertyImport }) {
  const { importId, fileName, uploadedOn, uploadedBy, appliedBy } = found;
  const { status, tone } = describeImport(found);
  return (
    <tr>
      <td>
        <AnchorLink to="/homes/import" search={{ import: importId }} data-row-link>
          {fileName}
        </AnchorLink>
      </td>
      <td className={table.nowrap}>{formatMoment(uploadedOn)}</td>
      <td>{appliedBy ?? uploadedBy}</td>
      <td>
        <Pill tone={tone}>{status}</Pill>
      </td>
      <td>{describeCounts(found)}</td>
    </tr>
  );
}

function describeCounts({ counts }: PropertyImport): string {
  return countNames
    .filter((name) => counts[name] > 0)
    .map((name) => `${strings.counts[name]}: ${counts[name].toLocaleString("en-GB")}`)
    .join(", ");
}
