import { ExpressionRunner, type PageModel, type PanelModel, type Question } from "survey-core";

/** What the shipped forms call a check that does not apply. */
const notApplicable = "na";

/** Whether one tap may answer the checks of this part: one is left, and none was answered otherwise. */
export function mayAllPass(part: PanelModel | PageModel): boolean {
  const checks = checksIn(part);
  const isLeft = checks.some((question) => question.isEmpty());
  return isLeft && checks.length > 1 && checks.every(isOpenOrPassed);
}

/** Answers the checks that are shown and not answered yet. */
export function answerPassed(part: PanelModel | PageModel): void {
  for (const question of checksIn(part))
    if (question.isEmpty()) question.value = passedAnswer(question);
}

function isOpenOrPassed(question: Question): boolean {
  const value: unknown = question.value;
  return question.isEmpty() || value === notApplicable || value === passedAnswer(question);
}

/** The questions whose definition says which answer passes. */
function checksIn(part: PanelModel | PageModel): readonly Question[] {
  return (part.questions as readonly Question[]).filter(
    (question) =>
      question.isVisible &&
      question.isParentVisible &&
      !question.isReadOnly &&
      question.getPropertyValue("passedAnswer"),
  );
}

function passedAnswer(question: Question): unknown {
  const runner = new ExpressionRunner(String(question.getPropertyValue("passedAnswer")));
  return runner.runContext(question.getValueGetterContext());
}
