import { NativeSelect } from "@mantine/core";
import { formStates, type FormSummary, publishForms } from "@fieldfare/contract/office";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMay } from "../../server/account.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { DebouncedField } from "../../ui/debounced-field.tsx";
import { Empty } from "../../ui/empty.tsx";
import { LoadingRows } from "../../ui/loading-rows.tsx";
import { MorePages } from "../../ui/more-pages.tsx";
import { Page } from "../../ui/page.tsx";
import { Pill } from "../../ui/pill.tsx";
import { moveThroughRows } from "../../ui/row-keys.ts";
import table from "../../ui/table.module.css";
import toolbar from "../../ui/toolbar.module.css";
import styles from "./forms.module.css";
import { namePublisher } from "./name-publisher.ts";
import { useForms } from "./queries.ts";
import { parseFormsSearch } from "./routes.ts";
import { StatePill } from "./state-pill.tsx";
import { strings } from "./strings.ts";

/** Lists the forms with their current version and how many open jobs have them. */
export function FormsScreen() {
  const { search, state } = useSearch({ from: "/forms" });
  const navigate = useNavigate({ from: "/forms" });
  const may = useMay();
  const pages = useForms(search, state);
  const forms = pages.data?.pages.flat();
  const filter = (changed: { readonly search?: string | undefined; readonly state?: string }) =>
    void navigate({
      search: (before) => parseFormsSearch({ ...before, ...changed }),
      replace: true,
    });
  const isFiltered = search !== undefined || state !== undefined;
  return (
    <Page
      title={strings.title}
      aside={
        may(publishForms) && (
          <ButtonLink to="/forms/publish" preload={false}>
            {strings.publishNew}
          </ButtonLink>
        )
      }
    >
      <search className={toolbar.tools}>
        <DebouncedField
          className={toolbar.find}
          type="search"
          label={strings.search}
          placeholder={strings.searchHint}
          value={search ?? ""}
          onChange={(words) => filter({ search: words })}
        />
        <NativeSelect
          label={strings.state}
          value={state ?? ""}
          onChange={({ currentTarget: { value } }) => filter({ state: value })}
          data={[
            { value: "", label: strings.allStates },
            ...formStates.map((each) => ({ value: each, label: strings.states[each] })),
          ]}
        />
      </search>
      {pages.error && <ErrorNotice error={pages.error} retry={() => void pages.refetch()} />}
      {!forms && !pages.error && <LoadingRows label={strings.loading} count={8} height={40} />}
      {forms?.length === 0 && (
        <Empty title={isFiltered ? strings.nothingFound : strings.empty}>
          {isFiltered ? strings.nothingFoundAdvice : strings.emptyAdvice}
        </Empty>
      )}
      {forms !== undefined && forms.length > 0 && (
        <>
          <div className={table.scroll}>
            <table className={table.table} aria-label={strings.title} onKeyDown={moveThroughRows}>
              <thead>
                <tr>
                  <th scope="col">{strings.name}</th>
                  <th scope="col">{strings.state}</th>
                  <th scope="col">{strings.version}</th>
                  <th scope="col">{strings.publishedOn}</th>
                  <th scope="col">{strings.by}</th>
                  <th scope="col">{strings.openJobs}</th>
                </tr>
              </thead>
              <tbody>
                {forms.map((form) => (
                  <FormRow key={form.customFormId} form={form} />
                ))}
              </tbody>
            </table>
          </div>
          <MorePages pages={pages} label={strings.more}>
            {strings.shown(forms.length)}
          </MorePages>
        </>
      )}
    </Page>
  );
}

function FormRow({ form }: { readonly form: FormSummary }) {
  const { customFormId, name, version, publishedOn, withdrawn, openJobs, isSubForm } = form;
  return (
    <tr>
      <td>
        <AnchorLink to="/forms/$customFormId" params={{ customFormId }} data-row-link>
          {name}
        </AnchorLink>
      </td>
      <td className={table.nowrap}>
        <StatePill isWithdrawn={withdrawn !== null} />{" "}
        {isSubForm && <Pill tone="neutral">{strings.subForm}</Pill>}
      </td>
      <td className={styles.number}>{version}</td>
      <td className={table.nowrap}>{formatMoment(publishedOn)}</td>
      <td>{namePublisher(form)}</td>
      <td className={styles.number}>{openJobs.toLocaleString("en-GB")}</td>
    </tr>
  );
}
