import { ExpressionRunner, type PageModel, type PanelModel, type Question } from "survey-core";
import { listShown } from "../library/visible-questions.ts";

/** The value that the shipped forms use for a check that does not apply. */
const notApplicable = "na";

/** Whether one tap may answer the checks of this part: at least one is unanswered, and none has another answer. */
export function mayAllPass(part: PanelModel | PageModel): boolean {
  const checks = checksIn(part);
  const isLeft = checks.some((question) => question.isEmpty());
  return isLeft && checks.length > 1 && checks.every(isOpenOrPassed);
}

/** Whether this part shows a check that can be answered as passed, whatever its answer is now. */
export function hasChecks(part: PanelModel | PageModel): boolean {
  return checksIn(part).length > 0;
}

/** Sets the visible checks that are not answered yet to passed. */
export function answerPassed(part: PanelModel | PageModel): void {
  for (const question of checksIn(part))
    if (question.isEmpty()) question.value = passedAnswer(question);
}

function isOpenOrPassed(question: Question): boolean {
  const value: unknown = question.value;
  return question.isEmpty() || value === notApplicable || value === passedAnswer(question);
}

/** Returns the questions whose definition has a passed answer. */
function checksIn(part: PanelModel | PageModel): readonly Question[] {
  return listShown(part.questions.filter(readPassedExpression)).filter(
    ({ isReadOnly }) => !isReadOnly,
  );
}

/** Returns the expression for the answer that means "passed"; empty if the question has none. */
export function readPassedExpression(question: Question): string {
  return String(question.getPropertyValue("passedAnswer") ?? "");
}

function passedAnswer(question: Question): unknown {
  const runner = new ExpressionRunner(readPassedExpression(question));
  return runner.runContext(question.getValueGetterContext());
}
