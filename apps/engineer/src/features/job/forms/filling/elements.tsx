import { answerPassed, mayAllPass } from "@fieldfare/forms";
import { memo } from "react";
import type { IElement, PageModel, PanelModel, Question } from "survey-core";
import { Button } from "../../../../ui/button.tsx";
import { strings } from "../strings.ts";
import { useFilling } from "./context.ts";
import styles from "./filling.module.css";
import { useModel, useModels, useText } from "./model.ts";
import { NoticeOffer } from "./notice-offer.tsx";
import { QuestionField } from "./question-field.tsx";

/** The elements of a page or panel, in one column. */
export const Elements = memo(function Elements({
  container,
}: {
  container: PageModel | PanelModel;
}) {
  useModel(container);
  return (
    <>
      {groupElements(container.elements).map((group) => (
        <div key={group[0]?.name} className={styles.elements}>
          {group.map((element) => (
            <Element key={element.name} element={element} />
          ))}
        </div>
      ))}
    </>
  );
});

/** Groups consecutive questions on one card. A panel has its own card, and so has each entry of a repeated panel. */
function groupElements(elements: readonly IElement[]): readonly (readonly IElement[])[] {
  const groups: IElement[][] = [];
  for (const element of elements) {
    const last = groups.at(-1);
    if (last && !hasOwnCard(element) && last[0] && !hasOwnCard(last[0])) last.push(element);
    else groups.push([element]);
  }
  return groups;
}

function hasOwnCard(element: IElement): boolean {
  return element.isPanel || element.getType() === "paneldynamic";
}

const Element = memo(function Element({ element }: { element: IElement }) {
  return element.isPanel ? (
    <Panel panel={element as unknown as PanelModel} />
  ) : (
    <VisibleQuestion question={element as unknown as Question} />
  );
});

function Panel({ panel }: { panel: PanelModel }) {
  useModel(panel);
  const title = useText(panel.locTitle);
  const description = useText(panel.locDescription);
  if (!panel.isVisible) return null;
  return (
    // A group, not a landmark: every entry of a repeated panel has the same titles.
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
      <Elements container={panel} />
    </div>
  );
}

/** A button that answers all checks of a page or panel as passed. The answers are shown below and can be changed. */
export function AllPassed({
  container,
  title,
}: {
  container: PageModel | PanelModel;
  title: string;
}) {
  const { deferred } = useFilling();
  const questions = container.questions as readonly Question[];
  useModels(questions);
  const parts = container.elements.filter(
    ({ isPanel }) => isPanel,
  ) as unknown as readonly PanelModel[];
  // The inner panels have their own buttons.
  if (parts.some(mayAllPass) || !mayAllPass(container)) return null;
  const { allPassed } = strings();
  return (
    <Button
      icon="check"
      label={title === "" ? allPassed.button : allPassed.of(title)}
      onClick={() => deferred.schedule(container, () => answerPassed(container))}
    >
      {allPassed.button}
    </Button>
  );
}

function VisibleQuestion({ question }: { question: Question }) {
  useModel(question);
  if (!question.isVisible) return null;
  return (
    <>
      <QuestionField question={question} />
      <NoticeOffer question={question} />
    </>
  );
}
