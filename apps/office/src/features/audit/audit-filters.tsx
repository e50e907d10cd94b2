import { Button, NativeSelect, TextInput } from "@mantine/core";
import { listAccounts } from "@fieldfare/contract/office";
import { useQuery } from "@tanstack/react-query";
import { useMay } from "../../server/account.ts";
import { request } from "../../server/request.ts";
import { DebouncedField } from "../../ui/debounced-field.tsx";
import styles from "./audit-screen.module.css";
import type { AuditEntry } from "./queries.ts";
import type { AuditSearch, AuditSearchChange } from "./routes.ts";
import { describeType } from "./values.ts";

interface AuditFiltersProps {
  readonly search: AuditSearch;
  readonly firstDay: string | undefined;
  readonly change: (changes: AuditSearchChange) => void;
  /** The entries that are loaded: who did them, and what they did, can be chosen. */
  readonly entries: readonly AuditEntry[];
}

/**
 * The fields that narrow the audit to a person, an action, a subject or days. People of loaded entries can be chosen,
 * and all accounts of the office by a user who may list them; any action can be typed.
 */
export function AuditFilters({ search, firstDay, change, entries }: AuditFiltersProps) {
  const people = usePeople(entries, search.actor);
  const types = [...new Set(entries.map(({ type }) => type))].toSorted();
  return (
    <search className={styles.filters}>
      <NativeSelect
        label="Who"
        value={search.actor ?? ""}
        onChange={({ currentTarget: { value } }) => change({ actor: value || undefined })}
        data={[
          { value: "", label: "Anybody" },
          { value: "server", label: "The server, or nobody signed in" },
          ...people,
        ]}
      />
      <DebouncedField
        label="What"
        placeholder="Such as job-assigned"
        maxLength={100}
        list="audit-types"
        value={search.action ?? ""}
        onChange={(action) => change({ action })}
      />
      <datalist id="audit-types">
        {types.map((type) => (
          <option key={type} value={type}>
            {describeType(type)}
          </option>
        ))}
      </datalist>
      <DebouncedField
        label="About"
        placeholder="Id of a job, a phone, an engineer ..."
        maxLength={200}
        value={search.subject ?? ""}
        onChange={(subject) => change({ subject })}
        data-page-search
      />
      <TextInput
        type="date"
        label="From"
        value={firstDay ?? ""}
        onChange={({ currentTarget: { value } }) => change({ from: value || undefined })}
      />
      <TextInput
        type="date"
        label="To"
        value={search.to ?? ""}
        onChange={({ currentTarget: { value } }) => change({ to: value || undefined })}
      />
      <Button
        variant="subtle"
        onClick={() =>
          change({
            actor: undefined,
            action: undefined,
            subject: undefined,
            from: undefined,
            to: undefined,
          })
        }
      >
        Clear filters
      </Button>
    </search>
  );
}

/** The office accounts, if the user may list them, and everybody who did what is loaded. */
function usePeople(entries: readonly AuditEntry[], chosen: string | undefined) {
  const may = useMay();
  const { data: accounts } = useQuery({
    queryKey: ["accounts"],
    queryFn: ({ signal }) => request(listAccounts, { signal }),
    enabled: may(listAccounts),
  });
  const names = new Map<string, string>();
  if (chosen !== undefined && chosen !== "server") names.set(chosen, chosen);
  for (const { accountId, name } of accounts ?? []) names.set(accountId, name);
  for (const { actor } of entries) if (actor) names.set(actor.accountId, actor.name);
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
}
