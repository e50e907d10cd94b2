export * from "./session/check-answers.ts";
export { listAnswers, type ListedAnswer } from "./session/list-answers.ts";
export { openSession } from "./session/form-session.ts";
export type {
  FormSession,
  FormPage,
  FormState,
  SessionChange,
  SessionDraft,
  SessionOptions,
} from "./session/session-interface.ts";
export type * from "./session/element-state.ts";
export { type FormPath, isSamePath, parsePath } from "./session/form-path.ts";
export type { Observable } from "./session/observable.ts";
export type { Scheduler } from "./session/scheduler.ts";
export type { Completion } from "./session/form-model.ts";
export { checkDefinition } from "./definition-check/check-definition.ts";
export type { DefinitionIssueCode, DefinitionIssue } from "./definition-check/definition-issue.ts";
export * from "./sources/context.ts";
export * from "./definition/definition.ts";
export type { FormIssue } from "./validation/form-issues.ts";
export { isSupported, type QuestionKind } from "./definition/kinds.ts";
export * from "./definition/bundle.ts";
export { compareDefinitions, type FormChange } from "./definition/compare.ts";
export { definitionAdvice, describePlace } from "./definition-check/describe-place.ts";
