import { Button, NativeSelect, TextInput } from "@mantine/core";
import { jobStatuses } from "@fieldfare/domain";
import { useOperatives } from "../../server/names.ts";
import { DebouncedField } from "../../ui/debounced-field.tsx";
import { statusNames } from "./columns.ts";
import styles from "./jobs-screen.module.css";
import type { JobsSearch, JobsSearchChange } from "./routes.ts";
import { strings } from "./strings.ts";

interface JobFiltersProps {
  readonly search: JobsSearch;
  readonly change: (changes: JobsSearchChange) => void;
}

export function JobFilters({ search, change }: JobFiltersProps) {
  const { data: operatives } = useOperatives();
  const clear = () =>
    change({
      search: undefined,
      status: undefined,
      engineer: undefined,
      from: undefined,
      to: undefined,
    });
  return (
    <search className={styles.filters}>
      <DebouncedField
        className={styles.search ?? ""}
        type="search"
        label={strings.search}
        placeholder={strings.searchHint}
        maxLength={200}
        value={search.search ?? ""}
        onChange={(value) => change({ search: value })}
        data-page-search
      />
      <NativeSelect
        label={strings.status}
        value={search.status ?? ""}
        onChange={({ currentTarget: { value } }) =>
          change({ status: jobStatuses.find((status) => status === value) })
        }
        data={[
          { value: "", label: strings.anyStatus },
          ...jobStatuses.map((status) => ({ value: status, label: statusNames[status] ?? status })),
        ]}
      />
      <NativeSelect
        label={strings.engineer}
        value={search.engineer ?? ""}
        onChange={({ currentTarget: { value } }) => change({ engineer: value || undefined })}
        data={[
          { value: "", label: strings.anybody },
          { value: "none", label: strings.nobody },
          ...(operatives ?? []).map(({ fieldOperativeId, name }) => ({
            value: fieldOperativeId,
            label: name,
          })),
        ]}
      />
      <TextInput
        type="date"
        label={strings.from}
        value={search.from ?? ""}
        onChange={({ currentTarget: { value } }) => change({ from: value || undefined })}
      />
      <TextInput
        type="date"
        label={strings.to}
        value={search.to ?? ""}
        onChange={({ currentTarget: { value } }) => change({ to: value || undefined })}
      />
      <Button variant="subtle" onClick={clear}>
        {strings.clear}
      </Button>
    </search>
  );
}
