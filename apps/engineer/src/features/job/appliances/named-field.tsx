import type { ManufacturerIssues, NamedChoice, RankedChoices } from "@fieldfare/domain";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Switch, TextField } from "../../../ui/field.tsx";
import { Selector } from "../selector.tsx";
import { strings } from "./strings.ts";

type Choices = RankedChoices<{ readonly id: number; readonly name: string }>;

export const noChoices: RankedChoices<never> = { top: [], all: [], more: null };

/** A manufacturer or model: the most common ones, all of them after 'See more', or a typed name. */
export function NamedField(props: {
  kind: "manufacturer" | "model";
  /** Undefined while the choices are read. */
  choices: Choices | undefined;
  value: NamedChoice | null;
  issue: ManufacturerIssues[keyof ManufacturerIssues] | undefined;
  onChange: (value: NamedChoice | null) => void;
}) {
  const { kind, choices, value, issue, onChange } = props;
  const [showsAll, setShowsAll] = useState(false);
  const text = strings();
  if (!choices) return null;
  const isListEmpty = choices.all.length === 0;
  const isUnknown = isListEmpty || value?.kind === "unknown";
  const known = value?.kind === "known" ? value : null;
  const isChosen = ({ id }: { readonly id: number }) => id === known?.id;
  const isOutsideTop = known !== null && !choices.top.some(isChosen);
  const isFullList = showsAll || isOutsideTop || choices.more === null;
  const listed = isFullList ? choices.all : choices.top;
  // The chosen one is offered even if the list no longer contains it.
  const offered = known === null || listed.some(isChosen) ? listed : [known, ...listed];
  const missing = `${kind}-missing` as const;
  const nameMissing = `${kind}-name-missing` as const;
  const choose = (id: number | null) => {
    const choice = offered.find((one) => one.id === id);
    onChange(choice ? { kind: "known", id: choice.id, name: choice.name } : null);
  };
  return (
    <>
      {!isUnknown && (
        <Selector
          name={kind}
          label={text[kind]}
          choices={offered.map(({ id, name }) => ({ value: id, text: name }))}
          none={text.noMatch}
          value={known?.id ?? null}
          error={issue && text.issues[issue]}
          onChange={choose}
        />
      )}
      {!isUnknown && !isFullList && (
        <Button onClick={() => setShowsAll(true)}>{choices.more}</Button>
      )}
      {!isListEmpty && (
        <Switch
          name={`${kind}-unknown`}
          label={text.notListed[kind]}
          value={isUnknown}
          onChange={(isOn) => onChange(isOn ? { kind: "unknown", name: "" } : null)}
        />
      )}
      {isUnknown && (
        <TextField
          name={kind}
          label={text.enter[kind]}
          value={value?.name ?? ""}
          error={issue && text.issues[issue === missing ? nameMissing : issue]}
          onChange={(name) => onChange({ kind: "unknown", name })}
        />
      )}
    </>
  );
}
