import { Button, NativeSelect, TextInput } from "@mantine/core";
import { jobOutcomes } from "@fieldfare/contract/office";
import { type JobType, useJobTypes } from "../../server/job-types.ts";
import { DebouncedField } from "../../ui/debounced-field.tsx";
import { listedStatuses, nameOutcome, statusNames } from "./columns.ts";
import styles from "./jobs-screen.module.css";
import type { JobsSearch, JobsSearchChange } from "./routes.ts";
import { strings } from "./strings.ts";
import { EngineerSelect } from "../../server/engineer-select.tsx";

const outcomeFilters = ["follow-on", ...jobOutcomes] as const;

interface JobFiltersProps {
  readonly search: JobsSearch;
  readonly change: (changes: JobsSearchChange) => void;
}

/** The fields that narrow the list of jobs. "Clear" removes the filters; order and columns stay. */
export function JobFilters({ search, change }: JobFiltersProps) {
  const { data: jobTypes } = useJobTypes();
  const clear = () =>
    change({
      search: undefined,
      status: undefined,
      outcome: undefined,
      engineer: undefined,
      category: undefined,
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
          change({ status: listedStatuses.find((status) => status === value) })
        }
        data={[
          { value: "", label: strings.anyStatus },
          ...listedStatuses.map((status) => ({
            value: status,
            label: statusNames[status] ?? status,
          })),
        ]}
      />
      <NativeSelect
        label={strings.outcome}
        value={search.outcome ?? ""}
        onChange={({ currentTarget: { value } }) =>
          change({ outcome: outcomeFilters.find((outcome) => outcome === value) })
        }
        data={[
          { value: "", label: strings.anyOutcome },
          ...outcomeFilters.map((value) => ({
            value,
            label: value === "follow-on" ? strings.followOn : nameOutcome(value),
          })),
        ]}
      />
      <EngineerSelect
        label={strings.engineer}
        anybody={strings.anybody}
        nobody={strings.nobody}
        value={search.engineer}
        onChange={(engineer) => change({ engineer })}
      />
      <NativeSelect
        label={strings.category}
        value={search.category ?? ""}
        onChange={({ currentTarget: { value } }) => change({ category: value || undefined })}
        data={[{ value: "", label: strings.anyCategory }, ...listCategories(jobTypes ?? [])]}
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
        error={
          search.from !== undefined &&
          search.to !== undefined &&
          search.to < search.from &&
          strings.toBeforeFrom
        }
      />
      <Button variant="subtle" justify="flex-start" px="xs" onClick={clear}>
        {strings.clear}
      </Button>
    </search>
  );
}

/** Each category once, by name. */
function listCategories(jobTypes: readonly JobType[]) {
  const names = new Map(
    jobTypes.map(({ jobCategoryId, categoryName }) => [jobCategoryId, categoryName]),
  );
  return [...names]
    .map(([id, label]) => ({ value: String(id), label }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
}
