import { Button, NativeSelect, Select, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { mayLeaveOut, type RecordedPart } from "@fieldfare/domain";
import { useState } from "react";
import { describeCount, NeedPart } from "../visit-needs/visit-needs-fields.tsx";
import styles from "./ordered-work.module.css";
import { type FoundRow, usePartPlaces, useRowSearch } from "./queries.ts";
import {
  findQuantityIssue,
  findRecorded,
  isQuantity,
  nothingRecorded,
  type PartDraft,
  type RecordedParts,
  type SorDraft,
} from "./work.ts";

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
        <ul aria-label="Planned SORs" className={styles.rows}>
          {sors.map((sor) => (
            <li key={sor.sorCodeId}>
              <span className={styles.name}>{`${sor.sorCode}, ${sor.shortDescription}`}</span>
              <TextInput
                label={`Quantity of ${sor.sorCode}`}
                inputMode="decimal"
                maxLength={9}
                value={sor.qty}
                onChange={({ currentTarget: { value } }) =>
                  onChange(sors.map((each) => (each === sor ? { ...sor, qty: value } : each)))
                }
                error={isChecked && !isQuantity(sor) && "Enter a number above 0"}
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
  /** What engineers have recorded of the parts; absent: nothing. */
  readonly recorded?: RecordedParts;
}

/** The parts that were ordered for the job, each with its quantity and the place where it waits. */
export function OrderedParts({
  parts,
  onChange,
  isChecked,
  recorded = nothingRecorded,
}: OrderedPartsProps) {
  const { data: known = [] } = usePartPlaces();
  return (
    <NeedPart name="parts" summary={describeCount(parts.length, "part")}>
      {parts.length > 0 && (
        <ul aria-label="Ordered parts" className={styles.rows}>
          {parts.map((part) => (
            <OrderedPartRow
              key={part.rowId}
              part={part}
              places={known}
              recorded={recorded}
              isChecked={isChecked}
              onChange={(changes) =>
                onChange(parts.map((each) => (each === part ? { ...part, ...changes } : each)))
              }
              onLeaveOut={() => onChange(parts.filter((each) => each !== part))}
            />
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

type Place = NonNullable<PartDraft["place"]>;

interface OrderedPartRowProps {
  readonly part: PartDraft;
  readonly places: readonly Place[];
  readonly recorded: RecordedParts;
  readonly isChecked: boolean;
  readonly onChange: (changes: Partial<PartDraft>) => void;
  readonly onLeaveOut: () => void;
}

const issues = {
  "not-whole": "Enter a whole number",
  "below-received": "More than this has been received",
} as const;

function OrderedPartRow({ part, places, onChange, ...props }: OrderedPartRowProps) {
  const recorded = findRecorded(props.recorded, part);
  const issue = findQuantityIssue(part, props.recorded);
  const name = part.code || part.description;
  const { place } = part;
  const all = place === null || places.some(isSamePlace(place)) ? places : [place, ...places];
  return (
    <li>
      <span className={styles.name}>
        {[part.code, part.description].filter(Boolean).join(", ")}
        {!mayLeaveOut(recorded) && (
          <span className={styles.recorded}>
            {`${describeRecorded(recorded)} It stays in the list.`}
          </span>
        )}
      </span>
      <TextInput
        label={`Quantity of ${name}`}
        inputMode="numeric"
        maxLength={4}
        value={part.qty}
        onChange={({ currentTarget: { value } }) => onChange({ qty: value })}
        error={props.isChecked && issue !== null && issues[issue]}
      />
      <NativeSelect
        label={`Where ${name} waits`}
        value={place === null ? -1 : all.findIndex(isSamePlace(place))}
        onChange={({ currentTarget: { value } }) => onChange({ place: all[Number(value)] ?? null })}
        data={[
          { value: "-1", label: "It has not arrived" },
          ...all.map(({ siteName, locationName }, index) => ({
            value: String(index),
            label: [siteName, locationName].filter(Boolean).join(", "),
          })),
        ]}
      />
      <Button
        size="xs"
        variant="default"
        aria-label={`Leave out ${name}`}
        disabled={!mayLeaveOut(recorded)}
        onClick={props.onLeaveOut}
      >
        Leave out
      </Button>
    </li>
  );
}

function describeRecorded({ qtyCollected }: RecordedPart): string {
  return qtyCollected > 0 ? `${qtyCollected} received.` : "Its use is recorded.";
}

const isSamePlace = (place: Place) => (other: Place) =>
  other.locationId === place.locationId && other.siteName === place.siteName;

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
