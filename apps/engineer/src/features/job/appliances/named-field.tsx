import type { MakerFaults, Named, RankedChoices } from "@fieldfare/domain";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Switch, TextField } from "../../../ui/field.tsx";
import { Selector } from "../selector.tsx";
import { words } from "./words.ts";

type Choices = RankedChoices<{ readonly id: number; readonly name: string }>;

export const noChoices: Choices = { top: [], all: [], more: null };

/** A maker or a model: what is met most, all of them behind 'See more', or a name that no list knows. */
export function NamedField(props: {
  of: "manufacturer" | "model";
  /** Undefined while they are read. */
  choices: Choices | undefined;
  value: Named | null;
  fault: MakerFaults[keyof MakerFaults] | undefined;
  onChange: (value: Named | null) => void;
}) {
  const { of, choices, value, fault, onChange } = props;
  const [isAsked, setAsked] = useState(false);
  const spoken = words();
  if (!choices) return null;
  const hasNone = choices.all.length === 0;
  const isUnknown = hasNone || value?.kind === "unknown";
  const known = value?.kind === "known" ? value : null;
  const isChosen = ({ id }: { readonly id: number }) => id === known?.id;
  const isBelow = known !== null && !choices.top.some(isChosen);
  const isAll = isAsked || isBelow || choices.more === null;
  const listed = isAll ? choices.all : choices.top;
  // What the record names stays in sight, also when the list has dropped it since.
  const offered = known === null || listed.some(isChosen) ? listed : [known, ...listed];
  const missing = `${of}-missing` as const;
  const nameMissing = `${of}-name-missing` as const;
  const choose = (id: number | null) => {
    const choice = offered.find((one) => one.id === id);
    onChange(choice ? { kind: "known", id: choice.id, name: choice.name } : null);
  };
  return (
    <>
      {!isUnknown && (
        <Selector
          name={of}
          label={spoken[of]}
          choices={offered.map(({ id, name }) => ({ value: id, text: name }))}
          none={spoken.noMatch}
          value={known?.id ?? null}
          error={fault && spoken.faults[fault]}
          onChange={choose}
        />
      )}
      {!isUnknown && !isAll && <Button onClick={() => setAsked(true)}>{choices.more}</Button>}
      {!hasNone && (
        <Switch
          name={`${of}-unknown`}
          label={spoken.notListed[of]}
          value={isUnknown}
          onChange={(isOn) => onChange(isOn ? { kind: "unknown", name: "" } : null)}
        />
      )}
      {isUnknown && (
        <TextField
          name={of}
          label={spoken.enter[of]}
          value={value?.name ?? ""}
          error={fault && spoken.faults[fault === missing ? nameMissing : fault]}
          onChange={(name) => onChange({ kind: "unknown", name })}
        />
      )}
    </>
  );
}
