import { type ContradictionRule, contradictionRules, readRows, isRecord } from "@fieldfare/domain";
import {
  CustomError,
  type Question,
  QuestionPanelDynamicModel,
  type SurveyModel,
} from "survey-core";
import type { Answers, Json } from "../definition/definition.ts";

interface Form {
  readonly customFormId: string;
  /** The engineer's calendar day; null if it is not known. */
  readonly today: () => string | null;
  /** The answers of the last completed form of its kind at the property; null: there is none, or it is not known. */
  readonly previous: () => Answers | null;
}

/** Checks the domain's table of contradictions with every question. The messages appear at the question. */
export function checkContradictions(model: SurveyModel, { customFormId, today, previous }: Form) {
  const rules = contradictionRules(customFormId);
  if (!rules) return;
  model.onValidateQuestion.add((_model, { question, name, errors }) => {
    const list = findList(question);
    const applicableRules = list ? rules.lists[list.name] : rules.form;
    const own = applicableRules?.filter(({ at }) => at === name) ?? [];
    if (own.length === 0 || errors.some(isError)) return;
    const form = toJson(model.data);
    const rows = list ? readRows(form[list.name]) : [];
    const row = list ? rows[list.index] : form;
    if (!row) return;
    const context = { today: today(), form, rows, previous: previous() ?? {} };
    const found = own.find(({ applies }) => applies(row, context));
    if (!found || errors.some(({ text }) => text === found.message && found.severity === "warning"))
      return;
    // An error replaces the other messages: an older version of the form may warn about the same.
    if (found.severity === "error") errors.length = 0;
    const error = new CustomError(found.message, question);
    error.notificationType = found.severity;
    errors.push(error);
  });
}

/** Returns the rules about the questions of the form itself, or about the entries of one of its lists. */
export function rulesFor(customFormId: string, list: string | null): readonly ContradictionRule[] {
  const rules = contradictionRules(customFormId);
  return (list === null ? rules?.form : rules?.lists[list]) ?? [];
}

function isError({ notificationType }: { readonly notificationType: string }): boolean {
  return notificationType === "error";
}

function findList(question: Question): { readonly name: string; readonly index: number } | null {
  const list = question.parentQuestion;
  if (!(list instanceof QuestionPanelDynamicModel)) return null;
  const index = list.panels.findIndex(
    (panel) => panel.getQuestionByName(question.name) === question,
  );
  return index >= 0 ? { name: list.name, index } : null;
}

function toJson(value: unknown): Json {
  return isRecord(value) ? value : {};
}
