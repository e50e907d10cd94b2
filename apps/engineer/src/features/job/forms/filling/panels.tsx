import { type EntryElement, type FormPath, isSamePath, type ListState } from "@fieldfare/forms";
import { memo, useEffect, useId, useRef } from "react";
import { Banner } from "../../../../ui/banner.tsx";
import { Button } from "../../../../ui/button.tsx";
import { confirm } from "../../../../ui/dialog.tsx";
import { FieldError } from "../../../../ui/field.tsx";
import { Icon } from "../../../../ui/icon.tsx";
import { strings } from "../strings.ts";
import { useFilling } from "./context.ts";
import styles from "./filling.module.css";
import type { QuestionProps } from "./question-props.ts";
import { useObservable } from "./use-observable.ts";

/** The same questions for each of several entries, such as appliances. One entry is open at a time. */
export function PanelsQuestion({ question, ...field }: QuestionProps<ListState>) {
  const id = useId();
  const { session } = useFilling();
  const { openEntry } = useObservable(session);
  const text = strings().panels;
  const { path, entries, entryName, max, texts } = question;
  const isOpen = (index: number) =>
    isSamePath(openEntry?.slice(0, path.length + 1) ?? null, [...path, index]);
  return (
    <section className={styles.panels} aria-labelledby={`${id}-title`}>
      <h3 className={styles.panelTitle} id={`${id}-title`} dir="auto">
        {field.label}
      </h3>
      {field.hint && <p className={styles.description}>{field.hint}</p>}
      {entries.length === 0 && (
        <p className={styles.description} dir="auto">
          {texts.none ?? text.none}
        </p>
      )}
      {entries.map((entry, index) => (
        <EntryCard
          key={entry.id}
          entry={entry}
          next={entries[index + 1]}
          isOpen={isOpen(index)}
          canRemove={question.canRemove}
          removeText={texts.remove}
          removeQuestion={texts.confirmRemoval}
        />
      ))}
      <FieldError id={id} error={field.error} />
      {question.canAdd && (
        <Button icon="plus" onClick={() => session.addEntry(path)}>
          {texts.add ?? text.add(entryName)}
        </Button>
      )}
      {entries.length >= max && !question.isReadOnly && (
        <p className={styles.description}>{text.max(max)}</p>
      )}
    </section>
  );
}

interface CardProps {
  readonly entry: EntryElement;
  readonly next: EntryElement | undefined;
  readonly isOpen: boolean;
  readonly canRemove: boolean;
  /** The definition's text of the button; null if it has none. */
  readonly removeText: string | null;
  readonly removeQuestion: string | null;
}

const EntryCard = memo(function EntryCard(props: CardProps) {
  const { entry, next, isOpen, canRemove, removeText, removeQuestion } = props;
  const id = useId();
  const { session, EntryContent } = useFilling();
  const { path, title, progress, isApplianceRemoved, content } = useObservable(entry);
  const text = strings().panels;
  const head = useRef<HTMLButtonElement>(null);
  // A form that leads to the entry of a deleted appliance opens with it.
  const wasOpen = useRef(isOpen && !isApplianceRemoved);
  useEffect(() => {
    if (isOpen && !wasOpen.current) {
      // The card above collapses: without scrolling, the page would end up in the middle of this card.
      head.current?.scrollIntoView({ block: "start" });
      head.current?.focus({ preventScroll: true });
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
  const remove = async () => {
    const isConfirmed =
      progress === "untouched" ||
      (await confirm({
        title: removeQuestion ?? text.removeQuestion(title),
        text: text.removeText,
        confirm: text.removeConfirm,
        cancel: text.removeKeep,
        danger: true,
      }));
    if (isConfirmed) session.removeEntry(entry.read().path);
  };
  return (
    <div className={styles.card}>
      <button
        ref={head}
        type="button"
        className={styles.cardHead}
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-body` : undefined}
        onClick={() => session.toggleEntry(path)}
      >
        <span className={styles.cardText}>
          <span className={styles.cardTitle} dir="auto">
            {title}
          </span>
          <span className={styles.cardState} data-state={isApplianceRemoved ? "wrong" : progress}>
            {isApplianceRemoved ? text.applianceRemoved : text[progress]}
          </span>
        </span>
        <Icon name="chevron-right" />
      </button>
      {isOpen && (
        <div className={styles.cardBody} id={`${id}-body`}>
          {isApplianceRemoved && (
            <Banner tone="warn" title={text.removedHere}>
              {canRemove && (
                <Button icon="trash" onClick={() => session.removeEntry(entry.read().path)}>
                  {removeText ?? text.remove(title)}
                </Button>
              )}
            </Banner>
          )}
          <EntryContent element={content} />
          {next && <NextButton entry={next} onOpen={session.toggleEntry} />}
          {canRemove && !isApplianceRemoved && (
            <Button
              icon="trash"
              onClick={() => void remove()}
              {...(removeText !== null && { label: text.named(removeText, title) })}
            >
              {removeText ?? text.remove(title)}
            </Button>
          )}
        </div>
      )}
    </div>
  );
});

function NextButton(props: { entry: EntryElement; onOpen: (path: FormPath) => void }) {
  const { path, title } = useObservable(props.entry);
  return <Button onClick={() => props.onOpen(path)}>{strings().panels.next(title)}</Button>;
}
