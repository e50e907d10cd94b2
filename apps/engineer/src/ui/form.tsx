import { type FormEvent, type ReactNode, useCallback, useId, useRef, useState } from "react";
import styles from "./card.module.css";
import { useSingleFlight } from "./single-flight.ts";

export type FormErrors<V> = Partial<Record<keyof V & string, string>>;

/** Returns the text for each field's validation issue, by the issue's code. */
export function describeIssues<Fields extends Readonly<Record<string, string | undefined>>>(
  issues: Fields,
  strings: Readonly<Record<NonNullable<Fields[keyof Fields]>, string>>,
): { [Field in keyof Fields]?: string } {
  const described: { [Field in keyof Fields]?: string } = {};
  for (const field in issues) {
    const issue = issues[field];
    if (issue !== undefined) described[field] = strings[issue];
  }
  return described;
}

export interface FormState<V> {
  /** For a submit button outside of the form: `<Button type="submit" form={form.id}>`. */
  readonly id: string;
  readonly values: V;
  readonly errors: FormErrors<V>;
  /** True while `onSubmit` runs. */
  readonly isBusy: boolean;
  readonly set: <K extends keyof V & string>(name: K, value: V[K]) => void;
  /** The props that a field needs besides its label. */
  readonly field: <K extends keyof V & string>(
    name: K,
  ) => {
    name: K;
    value: V[K];
    error: string | undefined;
    onChange: (value: V[K]) => void;
  };
  readonly submit: (event?: FormEvent) => void;
  /** Hides the errors until the next submit: the form asks for something else now. */
  readonly hideErrors: () => void;
  readonly ref: (element: HTMLFormElement | null) => void;
}

/**
 * Holds the values of a form and the texts of its errors. Errors appear at the first submit and are checked again at
 * every change from then on. The first field in error gets the focus.
 */
export function useForm<V extends object>(options: {
  readonly initial: V;
  readonly check: (values: V) => FormErrors<V>;
  readonly onSubmit: (values: V) => Promise<void> | void;
  /** Called with the values at every change, for drafts that must survive a killed page. */
  readonly onChange?: (values: V) => void;
}): FormState<V> {
  const id = useId();
  const [values, setValues] = useState(options.initial);
  const [isSubmitted, setSubmitted] = useState(false);
  const element = useRef<HTMLFormElement | null>(null);
  const current = useRef(values);
  const { isRunning, run } = useSingleFlight();
  const errors: FormErrors<V> = isSubmitted ? options.check(values) : {};

  const set: FormState<V>["set"] = (name, value) => {
    const next = { ...current.current, [name]: value };
    current.current = next;
    setValues(next);
    options.onChange?.(next);
  };

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    run(() => {
      setSubmitted(true);
      const submitErrors = options.check(current.current);
      const isValid = Object.values(submitErrors).every((error) => error === undefined);
      if (!isValid) return focusFirst(element.current, submitErrors);
      const tooLong = element.current?.querySelector<HTMLElement>("[data-too-long]");
      return tooLong ? focusField(tooLong) : options.onSubmit(current.current);
    });
  };

  const ref = useCallback((form: HTMLFormElement | null) => {
    element.current = form;
  }, []);

  return {
    id,
    values,
    errors,
    isBusy: isRunning,
    set,
    field: (name) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (value) => set(name, value),
    }),
    submit,
    hideErrors: () => setSubmitted(false),
    ref,
  };
}

/** Draws a form whose errors are shown at its fields and not by the browser. Submitting it calls `form.submit`. */
export function Form<V>({ form, children }: { form: FormState<V>; children: ReactNode }) {
  return (
    <form id={form.id} ref={form.ref} className={styles.stack} onSubmit={form.submit} noValidate>
      {children}
    </form>
  );
}

/** Focuses the first field in error and scrolls it to the centre. `fields` contains all fields. */
export function focusFirst(
  fields: HTMLElement | null,
  errors: Partial<Record<string, string>>,
): void {
  const firstInError = Array.from(
    fields?.querySelectorAll<HTMLElement>("[name], [data-field]") ?? [],
  ).find(
    (element) =>
      errors[element.getAttribute("name") ?? element.dataset["field"] ?? ""] !== undefined,
  );
  if (firstInError) focusField(firstInError);
}

function focusField(field: HTMLElement): void {
  field.focus();
  field.scrollIntoView({ block: "center" });
}
