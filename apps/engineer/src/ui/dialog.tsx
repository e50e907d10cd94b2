import { type ReactNode, useEffect, useId, useRef, useSyncExternalStore } from "react";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import styles from "./dialog.module.css";
import { NonBreakingText } from "./non-breaking-text.tsx";
import { strings } from "./strings.ts";

export interface DialogProps {
  readonly title: string;
  /** Escape, the cross and the way out. Left out: it closes only by its actions. */
  readonly onClose?: () => void;
  readonly children?: ReactNode;
  /** Buttons, one under the other, the one that is meant first. */
  readonly actions?: ReactNode;
  /** At the bottom edge instead of in the middle. */
  readonly sheet?: boolean;
}

/** A modal dialog for as long as it is drawn: the page behind is out of reach, focus stays in and returns. */
export function Dialog(props: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const { onClose } = props;
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element && !element.open) element.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes(styles.dialog, props.sheet && styles.sheet)}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onKeyDown={(event) => {
        // Chromium closes on a second Escape whatever `cancel` was told.
        if (event.key === "Escape") {
          event.preventDefault();
          event.stopPropagation();
          onClose?.();
        }
      }}
    >
      <div className={styles.head}>
        <h2 className={styles.title} id={titleId} tabIndex={-1}>
          <NonBreakingText>{props.title}</NonBreakingText>
        </h2>
        {onClose && <Button kind="plain" icon="close" label={strings().close} onClick={onClose} />}
      </div>
      {props.children && <div className={styles.body}>{props.children}</div>}
      {props.actions && <div className={styles.actions}>{props.actions}</div>}
    </dialog>
  );
}

export interface Question {
  readonly title: string;
  readonly text?: ReactNode;
  /** What the buttons do, in words: "Remove Job", not "OK". */
  readonly confirm: string;
  readonly cancel?: string;
  /** A second thing that may be chosen, between the two. */
  readonly extra?: string;
  readonly danger?: boolean;
}

/** Null: the question was closed. */
type Answer = boolean | "extra" | null;

interface OpenQuestion extends Question {
  readonly answer: (answer: Answer) => void;
}

let openQuestions: readonly OpenQuestion[] = [];
const listeners = new Set<() => void>();

/** Asks, and answers true for `confirm`, false for `cancel`, null when the question was closed. */
export function ask(question: Question): Promise<Answer> {
  return new Promise((resolve) => {
    const entry: OpenQuestion = {
      ...question,
      answer: (answer) => {
        change(openQuestions.filter((other) => other !== entry));
        resolve(answer);
      },
    };
    change([...openQuestions, entry]);
  });
}

/** Asks yes or no; closing counts as no. */
export async function confirm(question: Question): Promise<boolean> {
  return (await ask(question)) === true;
}

/** Draws the questions of `ask` and `confirm`, one at a time. Stands once, in the app. */
export function QuestionHost() {
  const questions = useSyncExternalStore(subscribe, () => openQuestions);
  const question = questions[0];
  if (!question) return null;
  return (
    <Dialog
      key={question.title}
      title={question.title}
      onClose={() => question.answer(null)}
      actions={
        <>
          <Button kind={question.danger ? "danger" : "main"} onClick={() => question.answer(true)}>
            {question.confirm}
          </Button>
          {question.extra !== undefined && (
            <Button onClick={() => question.answer("extra")}>{question.extra}</Button>
          )}
          <Button onClick={() => question.answer(false)}>
            {question.cancel ?? strings().cancel}
          </Button>
        </>
      }
    >
      {question.text}
    </Dialog>
  );
}

function change(next: readonly OpenQuestion[]): void {
  openQuestions = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
