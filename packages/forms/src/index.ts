export { answerPassed, mayAllPass } from "./all-passed.ts";
export * from "./check-answers.ts";
export { checkDefinition } from "./check-definition.ts";
export type { DefinitionIssueCode, DefinitionIssue } from "./definition-issue.ts";
export * from "./context.ts";
export * from "./definition.ts";
export { errorText, type FormIssue } from "./form-issues.ts";
export { entryTitle } from "./visible-questions.ts";
export { elementKinds, type QuestionKind } from "./kinds.ts";
export * from "./bundle.ts";
export { openForm } from "./open-form.ts";
export type { Completion, OpenForm, Progress } from "./open-form.ts";
export {
  isNumberQuestion,
  readMaxLength,
  numberAnswer,
  typedIssue,
  type TypedIssue,
} from "./typed-answers.ts";
