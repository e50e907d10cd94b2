import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import { FieldError } from "./field.tsx";
import field from "./field.module.css";
import { VisuallyHidden } from "./visually-hidden.tsx";
import { plural } from "./language.ts";
import styles from "./picker.module.css";
import { strings } from "./strings.ts";

/** The text of a hit. `label` tells it from the others. */
interface PickerLine {
  readonly key: string | number;
  readonly label: string;
  readonly detail?: string;
}

export interface PickerProps<T> {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly error?: string | undefined;
  /** The picked item. */
  readonly value: T | null;
  readonly onChange: (value: T | null) => void;
  /** Returns at most `max` hits; null when a newer search has replaced this one. */
  readonly search: (typed: string, max: number) => Promise<readonly T[] | null>;
  readonly line: (item: T) => PickerLine;
  /** The text when nothing matches: "No matching SORs found". */
  readonly none: string;
  /** What was typed before, for a screen that is shown again. */
  readonly initialSearch?: string;
  readonly onSearchChange?: (typed: string) => void;
  /** Shows the first hits before anything is typed, for lists that people browse. */
  readonly isOpenEmpty?: boolean;
}

/** People do not look at more hits than this: they type another letter. */
const maxHits = 30;

/** A field that searches a long list while people type. The picked item replaces it, with a button to change it. */
export function Picker<T>(props: PickerProps<T>) {
  const { value } = props;
  const id = useId();
  const [isReopened, setReopened] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  const wasPicked = useRef(false);
  useEffect(() => {
    // The field that had the focus is gone: the button that replaced it takes the focus.
    if (wasPicked.current) change.current?.focus();
    wasPicked.current = false;
  }, [value]);
  if (value === null) {
    return (
      <SearchField
        {...props}
        id={id}
        isFocused={isReopened}
        onPick={(item) => {
          wasPicked.current = true;
          props.onChange(item);
        }}
      />
    );
  }
  const { label, detail } = props.line(value);
  return (
    <div className={field.field} role="group" aria-labelledby={`${id}-label`}>
      <span className={field.label} id={`${id}-label`}>
        {props.label}
      </span>
      <div className={styles.picked}>
        <span className={styles.text} dir="auto">
          <strong>{label}</strong>
          {detail && <span className={styles.detail}>{detail}</span>}
        </span>
        <Button
          ref={change}
          onClick={() => {
            setReopened(true);
            props.onChange(null);
          }}
        >
          {strings().change}
          <VisuallyHidden> {props.label}</VisuallyHidden>
        </Button>
      </div>
      <FieldError id={id} error={props.error} />
    </div>
  );
}

/** A combobox: focus stays in the input, and the arrow keys move through the list below it. */
function SearchField<T>(
  props: PickerProps<T> & { id: string; isFocused: boolean; onPick: (item: T) => void },
) {
  const { id, line, isOpenEmpty = false, initialSearch = "" } = props;
  const [typed, setTyped] = useState(initialSearch);
  const [isOpen, setOpen] = useState(initialSearch !== "");
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLUListElement>(null);
  const isSearching = isOpen && (isOpenEmpty || typed.trim() !== "");
  const answer = useHits(props.search, typed, isSearching);
  const hits = isSearching ? answer.hits : [];
  const isExpanded = isSearching && hits.length > 0;

  const highlight = (index: number) => {
    setActive(index);
    list.current?.children[index]?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      // Enter in a search must not submit the form.
      event.preventDefault();
      const only = answer.state === "answered" && hits.length === 1 ? hits[0] : undefined;
      const hit = isExpanded ? (hits[active] ?? only) : undefined;
      if (hit !== undefined) props.onPick(hit);
      return;
    }
    if (event.key === "Escape" && isSearching) {
      // Escape must not close the dialog around the field.
      event.stopPropagation();
      event.preventDefault();
      setOpen(false);
      setActive(-1);
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    if (!isSearching) setOpen(true);
    if (hits.length > 0)
      highlight((Math.max(active, step > 0 ? -1 : 0) + step + hits.length) % hits.length);
  };
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id}>
        {props.label}
      </label>
      {props.hint && (
        <p id={`${id}-hint`} className={field.hint}>
          {props.hint}
        </p>
      )}
      <input
        id={id}
        name={props.name}
        className={field.input}
        type="text"
        role="combobox"
        dir="auto"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={200}
        placeholder={props.placeholder}
        value={typed}
        aria-autocomplete="list"
        aria-expanded={isExpanded}
        aria-controls={isExpanded ? `${id}-list` : undefined}
        aria-activedescendant={isExpanded && active >= 0 ? `${id}-${active}` : undefined}
        aria-invalid={props.error ? true : undefined}
        aria-describedby={describedBy(id, props)}
        autoFocus={props.isFocused}
        onFocus={() => setOpen(true)}
        onChange={(event) => {
          setTyped(event.target.value);
          props.onSearchChange?.(event.target.value);
          setActive(-1);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
      />
      <FieldError id={id} error={props.error} />
      <div role="status" className={styles.status}>
        {isSearching && <SearchStatus answer={answer} none={props.none} />}
      </div>
      {isExpanded && (
        <ul
          ref={list}
          id={`${id}-list`}
          className={styles.list}
          role="listbox"
          aria-label={props.label}
          tabIndex={-1}
        >
          {hits.map((hit, index) => {
            const { key, label, detail } = line(hit);
            return (
              <li
                key={key}
                id={`${id}-${index}`}
                className={classes(styles.hit, index === active && styles.active)}
                role="option"
                aria-selected={index === active}
                dir="auto"
                // This keeps the focus in the input.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => props.onPick(hit)}
              >
                <strong>{label}</strong>
                {detail && <span className={styles.detail}>{detail}</span>}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

interface Answer<T> {
  readonly state: "searching" | "answered" | "failed";
  /** While a search runs, the hits of the previous one, so that the list does not flicker. */
  readonly hits: readonly T[];
}

/** Returns the hits of the latest answered search. */
function useHits<T>(
  search: PickerProps<T>["search"],
  typed: string,
  isSearching: boolean,
): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ state: "searching", hits: [] });
  const ask = useRef(search);
  useEffect(() => {
    ask.current = search;
  });
  useEffect(() => {
    if (!isSearching) return undefined;
    let isActive = true;
    setAnswer(({ hits }) => ({ state: "searching", hits }));
    ask.current(typed, maxHits).then(
      (hits) => {
        if (isActive && hits) setAnswer({ state: "answered", hits });
      },
      () => {
        if (isActive) setAnswer({ state: "failed", hits: [] });
      },
    );
    return () => {
      isActive = false;
    };
  }, [typed, isSearching]);
  return answer;
}

/** Says that nothing matches; for screen readers also how many hits there are. */
function SearchStatus<T>({ answer, none }: { answer: Answer<T>; none: string }) {
  const text = strings().picker;
  const { state, hits } = answer;
  if (state === "failed") return <p className={styles.none}>{text.failed}</p>;
  if (state === "searching") return null;
  if (hits.length === 0) return <p className={styles.none}>{none}</p>;
  return (
    <VisuallyHidden>
      {hits.length < maxHits ? plural(hits.length, text.hits) : text.many}
    </VisuallyHidden>
  );
}

function describedBy(id: string, props: { hint?: string; error?: string | undefined }) {
  const ids = [props.hint && `${id}-hint`, props.error && `${id}-error`].filter(Boolean);
  return ids.length > 0 ? ids.join(" ") : undefined;
}
