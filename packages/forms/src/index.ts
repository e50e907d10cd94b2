export { answerPassed, mayAllPass } from "./all-passed.ts";
export * from "./check-answers.ts";
export { checkDefinition } from "./check-definition.ts";
export type { DefinitionFault, DefinitionFinding } from "./definition-finding.ts";
export * from "./context.ts";
export * from "./definition.ts";
export { errorText, type FormFinding } from "./findings.ts";
export { entryTitle } from "./asked.ts";
export { elementKinds, type QuestionKind } from "./kinds.ts";
export * from "./kit.ts";
export { openForm } from "./open-form.ts";
export type { Completion, OpenForm, Progress } from "./open-form.ts";
export {
  isNumberQuestion,
  maxLengthOf,
  numberAnswer,
  typedIssue,
  type TypedIssue,
} from "./typed-answers.ts";
