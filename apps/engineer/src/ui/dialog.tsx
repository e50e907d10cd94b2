import { type ReactNode, useContext, useEffect, useId, useRef, useSyncExternalStore } from "react";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import { Covered } from "./covered.ts";
import styles from "./dialog.module.css";
import { NonBreakingText } from "./non-breaking-text.tsx";
import { usePhoneBack } from "./phone-back.ts";
import { strings } from "./strings.ts";
import { ToastHost } from "./toast.tsx";

export interface DialogProps {
  readonly title: string;
  /** Called by Escape, the phone's Back and the close button. Without it the dialog closes only by its actions. */
  readonly onClose?: () => void;
  readonly children?: ReactNode;
  /** The buttons, one below the other, the recommended one first. */
  readonly actions?: ReactNode;
  /** At the bottom edge instead of in the middle. */
  readonly sheet?: boolean;
}

/** A dialog that is modal while it is drawn. Focus stays inside and returns to where it was. */
export function Dialog(props: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const { onClose } = props;
  const before = useRef<Element>(null);
  const isCovered = useContext(Covered);
  // Browsers that close a dialog by Back themselves do not navigate then.
  usePhoneBack(isCovered ? null : () => onClose?.());
  useEffect(() => {
    const element = dialog.current;
    if (isCovered || !element || element.open) return;
    before.current = document.activeElement;
    element.showModal();
  }, [isCovered]);
  useEffect(() => {
    const element = dialog.current;
    return () => {
      element?.close();
      const { current } = before;
      if (current instanceof HTMLElement && current.isConnected) current.focus();
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
        // Chromium closes the dialog on a second Escape even if `cancel` was prevented.
        if (event.key === "Escape") {
          event.preventDefault();
          event.stopPropagation();
          onClose?.();
        }
      }}
    >
      <div className={styles.panel}>
        <div className={styles.head}>
          <h2 className={styles.title} id={titleId} tabIndex={-1}>
            <NonBreakingText>{props.title}</NonBreakingText>
          </h2>
          {onClose && (
            <Button kind="plain" icon="close" label={strings().close} onClick={onClose} />
          )}
        </div>
        {props.children && <div className={styles.body}>{props.children}</div>}
        {props.actions && <div className={styles.actions}>{props.actions}</div>}
      </div>
      <ToastHost isInDialog />
    </dialog>
  );
}

export interface Question {
  readonly title: string;
  readonly text?: ReactNode;
  /** The button's text says what it does: "Remove Job", not "OK". */
  readonly confirm: string;
  readonly cancel?: string;
  /** The text of a second choice, between `confirm` and `cancel`. */
  readonly extra?: string;
  readonly danger?: boolean;
}

/** Null: the question was closed without an answer. */
type Answer = boolean | "extra" | null;

interface OpenQuestion extends Question {
  readonly answer: (answer: Answer) => void;
}

let openQuestions: readonly OpenQuestion[] = [];
const listeners = new Set<() => void>();

/** Shows a question. Resolves to true for `confirm`, false for `cancel`, "extra" for `extra`, null when closed. */
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

/** Closes all questions without an answer. */
export function dismissQuestions(): void {
  for (const question of openQuestions) question.answer(null);
}

/** Draws the questions of `ask` and `confirm`, one at a time. The app has one. */
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
