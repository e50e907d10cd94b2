import type { ContainerChild, ContainerElement, ContainerState } from "@fieldfare/forms";
import { memo, useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { strings } from "../strings.ts";
import { useFilling } from "./context.ts";
import styles from "./filling.module.css";
import { QuestionField } from "./question-field.tsx";
import { useObservable } from "./use-observable.ts";

/** The elements of a page, a panel or an entry, in one column. */
export const Elements = memo(function Elements({ element }: { element: ContainerElement }) {
  const { children } = useObservable(element);
  return (
    <>
      {groupElements(children).map((group) => (
        <div key={group[0]?.name} className={styles.elements}>
          {group.map((child) =>
            child.kind === "panel" ? (
              <Panel key={child.name} element={child.element} />
            ) : (
              <QuestionField key={child.name} element={child.element} />
            ),
          )}
        </div>
      ))}
    </>
  );
});

/** Groups consecutive questions on one card. A panel has its own card, and so has each entry of a list. */
function groupElements(
  children: readonly ContainerChild[],
): readonly (readonly ContainerChild[])[] {
  const groups: ContainerChild[][] = [];
  for (const child of children) {
    const last = groups.at(-1);
    if (child.kind === "question" && last?.[0]?.kind === "question") last.push(child);
    else groups.push([child]);
  }
  return groups;
}

const Panel = memo(function Panel({ element }: { element: ContainerElement }) {
  const panel = useObservable(element);
  const { title, description } = panel;
  if (!panel.isVisible) return null;
  return (
    // A group, not a landmark: every entry of a list has the same titles.
    <div role="group" className={styles.panel} aria-label={title || undefined}>
      {title && (
        <h3 className={styles.panelTitle} dir="auto">
          {title}
        </h3>
      )}
      {description && (
        <p className={styles.description} dir="auto">
          {description}
        </p>
      )}
      <AllPassed container={panel} title={title} />
      <Elements element={element} />
    </div>
  );
});

/**
 * A button that answers all checks of a page or panel as passed. The answers are shown below and can be changed. It keeps its place
 * when there is nothing left to answer, so that no check moves under the finger, and goes when its checks are hidden.
 */
export function AllPassed({ container, title }: { container: ContainerState; title: string }) {
  const { session } = useFilling();
  const { mayAllPass, hasChecks } = container;
  const [isOffered, setOffered] = useState(mayAllPass);
  if (mayAllPass && !isOffered) setOffered(true);
  if (!hasChecks || !isOffered) return null;
  const { allPassed } = strings();
  return (
    <Button
      icon="check"
      disabled={!mayAllPass}
      label={title === "" ? allPassed.button : allPassed.of(title)}
      onClick={() => session.passAll(container.path)}
    >
      {allPassed.button}
    </Button>
  );
}
