import { Button, NativeSelect, Select, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { describeCount, NeedPart } from "../../server/visit-needs/visit-needs-fields.tsx";
import { type FoundRow, usePartPlaces, useRowSearch } from "./queries.ts";
import styles from "./raise-job-screen.module.css";
import { isQuantity, isWholeQuantity, type PartDraft, type SorDraft } from "./work.ts";

interface PlannedWorkProps {
  readonly sors: readonly SorDraft[];
  readonly onChange: (sors: readonly SorDraft[]) => void;
  readonly isChecked: boolean;
}

/** The codes of the schedule of rates that are planned, each with its quantity. */
export function PlannedWork({ sors, onChange, isChecked }: PlannedWorkProps) {
  return (
    <NeedPart name="plannedSors" summary={describeCount(sors.length, "code")}>
      {sors.length > 0 && (
        <ul aria-label="Planned work" className={styles.rows}>
          {sors.map((sor) => (
            <li key={sor.sorCodeId}>
              <span>{`${sor.sorCode}, ${sor.shortDescription}`}</span>
              <TextInput
                label={`Quantity of ${sor.sorCode}`}
                inputMode="decimal"
                maxLength={9}
                value={sor.qty}
                onChange={({ currentTarget: { value } }) =>
                  onChange(sors.map((each) => (each === sor ? { ...sor, qty: value } : each)))
                }
                error={isChecked && !isQuantity(sor.qty) && "Enter a number above 0"}
              />
              <Button
                size="xs"
                variant="default"
                aria-label={`Leave out ${sor.sorCode}`}
                onClick={() => onChange(sors.filter((each) => each !== sor))}
              >
                Leave out
              </Button>
            </li>
          ))}
        </ul>
      )}
      <RowPicker
        table="sors"
        label="Add a code of the schedule of rates"
        taken={sors.map(({ sorCodeId }) => String(sorCodeId))}
        onPick={({ rowId, code, description }) =>
          onChange([
            ...sors,
            {
              sorCodeId: Number(rowId),
              sorCode: code,
              shortDescription: description.slice(0, 500),
              qty: "1",
            },
          ])
        }
      />
    </NeedPart>
  );
}

interface OrderedPartsProps {
  readonly parts: readonly PartDraft[];
  readonly onChange: (parts: readonly PartDraft[]) => void;
  readonly isChecked: boolean;
}

/** The parts that were ordered for the job, each with its quantity and the place where it waits. */
export function OrderedParts({ parts, onChange, isChecked }: OrderedPartsProps) {
  const { data: places = [] } = usePartPlaces();
  const change = (part: PartDraft, changes: Partial<PartDraft>) =>
    onChange(parts.map((each) => (each === part ? { ...part, ...changes } : each)));
  return (
    <NeedPart name="parts" summary={describeCount(parts.length, "part")}>
      {parts.length > 0 && (
        <ul aria-label="Ordered parts" className={styles.rows}>
          {parts.map((part) => (
            <li key={part.rowId}>
              <span>{`${part.code}, ${part.description}`}</span>
              <TextInput
                label={`Quantity of ${part.code}`}
                inputMode="numeric"
                maxLength={4}
                value={part.qty}
                onChange={({ currentTarget: { value } }) => change(part, { qty: value })}
                error={isChecked && !isWholeQuantity(part.qty) && "Enter a whole number"}
              />
              <NativeSelect
                label={`Where ${part.code} waits`}
                value={places.findIndex((place) => place === part.place)}
                onChange={({ currentTarget: { value } }) =>
                  change(part, { place: places[Number(value)] ?? null })
                }
                data={[
                  { value: "-1", label: "It has not arrived" },
                  ...places.map((place, index) => ({
                    value: String(index),
                    label: [place.siteName, place.locationName].filter(Boolean).join(", "),
                  })),
                ]}
              />
              <Button
                size="xs"
                variant="default"
                aria-label={`Leave out ${part.code}`}
                onClick={() => onChange(parts.filter((each) => each !== part))}
              >
                Leave out
              </Button>
            </li>
          ))}
        </ul>
      )}
      <RowPicker
        table="parts"
        label="Add a part"
        description="When it arrives, its place is entered on the screen Parts."
        taken={parts.map(({ rowId }) => rowId)}
        onPick={({ rowId, code, description, unitId }) =>
          onChange([...parts, { rowId, code, description, unitId, qty: "1", place: null }])
        }
      />
    </NeedPart>
  );
}

interface RowPickerProps {
  readonly table: "sors" | "parts";
  readonly label: string;
  readonly description?: string;
  /** The ids of the rows that are not offered. */
  readonly taken: readonly string[];
  readonly onPick: (row: FoundRow) => void;
}

/** Searches a table of reference data on the server, and adds the row that is chosen. */
function RowPicker({ table, label, description, taken, onPick }: RowPickerProps) {
  const [search, setSearch] = useState("");
  const [words] = useDebouncedValue(search.trim(), 250);
  const { data } = useRowSearch(table, words);
  const rows = (data ?? []).filter(({ rowId }) => !taken.includes(rowId));
  return (
    <Select
      label={label}
      description={description}
      placeholder="Code or words"
      maw={560}
      searchable
      value={null}
      searchValue={search}
      onSearchChange={setSearch}
      data={rows.map(({ rowId, code, description: text }) => ({
        value: rowId,
        label: `${code}, ${text}`,
      }))}
      filter={({ options }) => options}
      onChange={(chosen) => {
        const row = rows.find(({ rowId }) => rowId === chosen);
        if (row) onPick(row);
        setSearch("");
      }}
      nothingFoundMessage={words === search.trim() ? "Nothing matches" : "Searching"}
    />
  );
}
