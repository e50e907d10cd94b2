import { Button, Checkbox, NativeSelect } from "@mantine/core";
import { unsafeClasses } from "@fieldfare/domain";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { findingStrings } from "../../server/safety-findings/strings.ts";
import { Empty } from "../../ui/empty.tsx";
import { announce } from "../../ui/live-region.tsx";
import { CompliancePage } from "./compliance-page.tsx";
import { MorePages } from "../../ui/more-pages.tsx";
import styles from "./compliance.module.css";
import { DefectTable } from "./defect-table.tsx";
import { downloadDefects } from "./defects-csv.ts";
import { useSafetyFindings } from "./queries.ts";
import { parseFindingsSearch } from "./routes.ts";
import { strings } from "./strings.ts";
import { LoadingRows } from "../../ui/loading-rows.tsx";

/** The office sees what engineers found unsafe, whether it has ended, and raises the job that deals with it. */
export function DefectsScreen() {
  const search = useSearch({ from: "/compliance/defects" });
  const navigate = useNavigate({ from: "/compliance/defects" });
  const pages = useSafetyFindings(search);
  const shown = pages.data?.pages.flatMap(({ forms }) => forms);
  const count = shown?.length;
  useEffect(() => {
    if (count !== undefined) announce(strings.formsShown(count, pages.hasNextPage));
  }, [count, pages.hasNextPage]);
  const change = (changes: Readonly<Record<string, string | undefined>>) =>
    void navigate({ search: parseFindingsSearch({ ...search, ...changes }), replace: true });
  return (
    <CompliancePage
      aside={
        <Button variant="default" disabled={!count} onClick={() => downloadDefects(shown ?? [])}>
          {strings.csv(count ?? 0)}
        </Button>
      }
    >
      <search className={styles.filters}>
        <NativeSelect
          label={strings.formKind}
          value={search.kind ?? ""}
          onChange={({ currentTarget: { value } }) => change({ kind: value || undefined })}
          data={[
            { value: "", label: strings.anyForm },
            ...Object.entries(strings.formKinds).map(([value, label]) => ({ value, label })),
          ]}
        />
        <NativeSelect
          label={strings.classification}
          value={search.classification ?? ""}
          onChange={({ currentTarget: { value } }) =>
            change({ classification: value || undefined })
          }
          data={[
            { value: "", label: strings.anyClass },
            ...unsafeClasses.map((value) => ({ value, label: findingStrings.classes[value] })),
          ]}
        />
        <Checkbox
          label={strings.onlyOpen}
          checked={search.open === "yes"}
          onChange={({ currentTarget: { checked } }) =>
            change({ open: checked ? "yes" : undefined })
          }
        />
      </search>
      {pages.error && <ErrorNotice error={pages.error} retry={() => void pages.refetch()} />}
      {!shown && !pages.error && <LoadingRows label={strings.formsLoading} count={6} height={72} />}
      {shown?.length === 0 && !pages.hasNextPage && (
        <Empty title={strings.noFormsTitle}>{strings.noFormsAdvice}</Empty>
      )}
      {shown !== undefined && shown.length > 0 && (
        <DefectTable forms={shown} isStale={pages.isPlaceholderData} />
      )}
      {shown !== undefined && (shown.length > 0 || pages.hasNextPage) && (
        <MorePages pages={pages} label={strings.more}>
          {strings.formsShown(shown.length, pages.hasNextPage)}
        </MorePages>
      )}
    </CompliancePage>
  );
}
