import { entryTitle, typedIssue } from "@fieldfare/forms";
import { memo, useEffect, useId, useRef } from "react";
import type {
  LocalizableString,
  PanelModel,
  Question,
  QuestionPanelDynamicModel,
} from "survey-core";
import { Button } from "../../../../ui/button.tsx";
import { confirm } from "../../../../ui/dialog.tsx";
import { FieldError } from "../../../../ui/field.tsx";
import { Icon } from "../../../../ui/icon.tsx";
import { strings } from "../strings.ts";
import { useFilling } from "./context.ts";
import styles from "./filling.module.css";
import { useModel, useText } from "./model.ts";
import { isSamePlace, locateQuestion } from "./place.ts";
import type { QuestionProps } from "./question-props.ts";

/** The same questions for each of several entries, such as appliances. One entry is open at a time. */
export function PanelsQuestion({ question, ...field }: QuestionProps<QuestionPanelDynamicModel>) {
  const id = useId();
  const { panel: open, openPanel } = useFilling();
  const text = strings().panels;
  const place = locateQuestion(question);
  const { panels } = question;
  const isOpen = (index: number) =>
    isSamePlace(open?.slice(0, place.length + 1) ?? null, [...place, index]);
  const toggle = (index: number) =>
    openPanel(isOpen(index) ? (place.length > 1 ? place.slice(0, -1) : null) : [...place, index]);
  const add = () => {
    question.addPanel();
    openPanel([...place, question.panelCount - 1]);
  };
  return (
    <section className={styles.panels} aria-labelledby={`${id}-title`}>
      <h3 className={styles.panelTitle} id={`${id}-title`} dir="auto">
        {field.label}
      </h3>
      {field.hint && <p className={styles.description}>{field.hint}</p>}
      {panels.length === 0 && (
        <p className={styles.description} dir="auto">
          {readOwnText(question, "noEntriesText") ?? text.none}
        </p>
      )}
      {panels.map((panel, index) => (
        <PanelCard
          key={panel.id}
          list={question}
          panel={panel}
          next={panels[index + 1]}
          isOpen={isOpen(index)}
          onToggle={() => toggle(index)}
          onNext={() => openPanel([...place, index + 1])}
        />
      ))}
      <FieldError id={id} error={field.error} />
      {question.canAddPanel && (
        <Button icon="plus" onClick={add}>
          {readOwnText(question, "addPanelText") ?? text.add}
        </Button>
      )}
      {panels.length >= question.maxPanelCount && !question.isReadOnly && (
        <p className={styles.description}>{text.max(question.maxPanelCount)}</p>
      )}
    </section>
  );
}

interface CardProps {
  readonly list: QuestionPanelDynamicModel;
  readonly panel: PanelModel;
  readonly next: PanelModel | undefined;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onNext: () => void;
}

function PanelCard({ list, panel, next, isOpen, onToggle, onNext }: CardProps) {
  const id = useId();
  const { PanelContent } = useFilling();
  useModel(list);
  const title = usePanelTitle(list, panel);
  const text = strings().panels;
  const state = readPanelState(panel);
  const head = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (isOpen && !wasOpen.current) {
      // The card above collapses: without scrolling, the page would end up in the middle of this card.
      head.current?.scrollIntoView({ block: "start" });
      head.current?.focus({ preventScroll: true });
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
  const removeLabel = readOwnText(list, "removePanelText") ?? text.remove;
  const remove = async () => {
    const isConfirmed =
      state === "untouched" ||
      (await confirm({
        title: readOwnText(list, "confirmDeleteText") ?? text.removeQuestion(title),
        text: text.removeText,
        confirm: text.removeConfirm,
        cancel: text.removeKeep,
        danger: true,
      }));
    if (isConfirmed) list.removePanel(panel);
  };
  return (
    <div className={styles.card}>
      <button
        ref={head}
        type="button"
        className={styles.cardHead}
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-body` : undefined}
        onClick={onToggle}
      >
        <span className={styles.cardText}>
          <span className={styles.cardTitle} dir="auto">
            {title}
          </span>
          <span className={styles.cardState} data-state={state}>
            {text[state]}
          </span>
        </span>
        <Icon name="chevron-right" />
      </button>
      {isOpen && (
        <div className={styles.cardBody} id={`${id}-body`}>
          <PanelContent container={panel} />
          {next && <NextButton list={list} panel={next} onClick={onNext} />}
          {list.canRemovePanel && (
            <Button
              icon="trash"
              onClick={() => void remove()}
              label={text.named(removeLabel, title)}
            >
              {removeLabel}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

const NextButton = memo(function NextButton(props: {
  list: QuestionPanelDynamicModel;
  panel: PanelModel;
  onClick: () => void;
}) {
  const title = usePanelTitle(props.list, props.panel);
  return <Button onClick={props.onClick}>{strings().panels.next(title)}</Button>;
});

function usePanelTitle(list: QuestionPanelDynamicModel, panel: PanelModel): string {
  useText(panel.locTitle);
  useText(list.locTitle);
  return entryTitle(list, panel);
}

/** The text from the definition; null when the definition has none and the app's own text is used. */
function readOwnText(
  list: QuestionPanelDynamicModel,
  name: "addPanelText" | "confirmDeleteText" | "noEntriesText" | "removePanelText",
): string | null {
  const text = list.getLocalizableString(name) as LocalizableString | null;
  return !text || text.isEmpty ? null : text.renderedHtml;
}

type State = "wrong" | "finished" | "open" | "untouched";

/** Reads the state of the visible questions. It must not validate: that would show errors. */
function readPanelState(panel: PanelModel): State {
  const questions = listVisibleQuestions(panel);
  if (questions.some(hasError)) return "wrong";
  const required = questions.filter((question) => question.isRequired);
  if (required.every((question) => !question.isEmpty())) return "finished";
  return required.some((question) => !question.isEmpty() && !question.isReadOnly)
    ? "open"
    : "untouched";
}

/** A typed text that is not a valid number counts as an error too, although it is not in the model's errors. */
function hasError(question: Question): boolean {
  return (
    question.errors.some((error) => error.notificationType === "error") ||
    typedIssue(question) !== null
  );
}

function listVisibleQuestions(panel: PanelModel): readonly Question[] {
  return (panel.questions as readonly Question[]).filter(
    (question) => question.isVisible && question.isParentVisible && question.hasInput,
  );
}
