import { isRecord } from "@fieldfare/domain";
import { CustomError, type Question, type SurveyModel } from "survey-core";
import { type Answers, type Json, list, listElements } from "../definition/definition.ts";
import { findQuestion } from "../library/survey-adapter.ts";
import { factName, questions } from "../sources/initial-answers.ts";
import { isShown } from "../library/visible-questions.ts";
import { isForCustomer } from "./stored-signatures.ts";

/**
 * `open`: nobody has signed on this form yet, so it may take over the customer's signature from another form of the visit.
 * `signed`: somebody has signed on it, or it was completed. `changed`: what was signed has changed since, or the name under which
 * it was signed, and the customer's signature was removed.
 */
export type Signing = "open" | "signed" | "changed";

interface SignedContentOptions {
  readonly model: SurveyModel;
  /** The definition with its sub-forms. */
  readonly content: Json;
  readonly isReadOnly: boolean;
  /** The stored value; null: unknown, so a signature among the answers was given on this form. */
  readonly signing: Signing | null;
  /** The stored answers, before the app adds to them; null for a new form. */
  readonly stored: Answers | null;
  /** Whether the screen closed while the signature of a question was drawn. It is no answer then, and stands for `stored` as well. */
  readonly isUnfinished: (question: Question) => boolean;
  readonly forgetUnfinished: (question: Question) => void;
  /** The live answers, with texts that are still being typed. */
  readonly readAnswers: () => Answers;
}

/** What the customer has signed on an open form. */
export interface SignedContent {
  readonly signing: () => Signing;
  /** Whether the form asks for a customer's signature that was removed because it changed. */
  readonly isSignatureRemoved: () => boolean;
  /** Removes the customer's signature if the answers or the name are not those that were signed, and puts it back if they are again. */
  readonly check: () => void;
  /** Whether the question is for the customer's signature. */
  readonly isCustomerSignature: (question: Question) => boolean;
  /** The customer signs what the form says now, under the name that it has now. */
  readonly sign: (question: Question) => void;
  /** Runs work that fills in answers of the app, which do not change what was signed. */
  readonly keepSignature: (work: () => void) => void;
}

/** Watches whether an open form still says what the customer has signed. */
export function createSignedContent(options: SignedContentOptions): SignedContent {
  const { model, content, isReadOnly, stored, isUnfinished, readAnswers } = options;
  const elements = [...questions(listElements(content))];
  const signatureElements = isReadOnly ? [] : elements.filter(isForCustomer);
  const signatures = signatureElements.flatMap(
    (element) => findQuestion(model, element.name) ?? [],
  );
  const { signers, conditional } = findSignatureBlock(elements, signatureElements);
  const readContent = (answers: Answers, areHidden: boolean): string => {
    const left = conditional.filter((name) => {
      const question = findQuestion(model, name);
      return areHidden || !question || !isShown(question);
    });
    return JSON.stringify(listContent(elements, answers, new Set([...signers, ...left])));
  };
  const readSigned = (answers: Answers): SignedAnswers => ({
    shown: readContent(answers, false),
    hidden: readContent(answers, true),
  });
  const isSigned = (answers: Answers): boolean => {
    if (signedContent === null) return false;
    const areHidden = !signatures.some(isShown);
    return readContent(answers, areHidden) === signedContent[areHidden ? "hidden" : "shown"];
  };
  const readName = (question: Question, answers: Answers): string => {
    const name = answers[String(question.getPropertyValue("signedBy"))];
    return typeof name === "string" ? name.trim() : "";
  };

  const isStored = signatureElements.some(({ name }) => Boolean(stored?.[String(name)]));
  let signing: Signing = options.signing ?? (isStored ? "signed" : "open");
  let signedContent = stored && isStored ? readSigned(stored) : null;
  let isQuoting = false;
  const names = new Map(signatures.map((one) => [one, stored ? readName(one, stored) : ""]));
  const removed = new Map<Question, unknown>();

  const isSignatureRemoved = () =>
    signing === "changed" && signatures.some((one) => isShown(one) && one.isEmpty());

  // A form that does not require the signature is not completed without it unnoticed.
  model.onValidateQuestion.add((_model, { question, errors }) => {
    if (!signatures.includes(question) || question.isRequired || !question.isEmpty()) return;
    if (!isSignatureRemoved() || errors.length > 0) return;
    const error = new CustomError(changedSinceSigned, question);
    error.notificationType = "warning";
    errors.push(error);
  });

  /** A name that is only entered after the signature was drawn is not another one. */
  function hasOtherName(question: Question, answers: Answers): boolean {
    const name = names.get(question) ?? "";
    return name !== "" && name !== readName(question, answers);
  }

  function remove(question: Question) {
    removed.set(question, question.value);
    signing = "changed";
    question.clearValue();
  }

  function putBack(question: Question) {
    if (!removed.has(question)) return;
    const before = removed.get(question);
    removed.delete(question);
    signing = "signed";
    question.value = before;
  }

  return {
    signing: () => signing,
    isSignatureRemoved,
    check() {
      if (signing === "open" || isQuoting) return;
      const given = signatures.filter((one) => !one.isEmpty() || isUnfinished(one));
      if (given.length === 0 && removed.size === 0) return;
      const answers = readAnswers();
      const isSame = isSigned(answers);
      for (const one of signatures) {
        const stands = isSame && !hasOtherName(one, answers);
        if (stands && one.isEmpty()) putBack(one);
        else if (!stands && isUnfinished(one)) {
          signing = "changed";
          options.forgetUnfinished(one);
        } else if (!stands && !one.isEmpty()) remove(one);
      }
    },
    isCustomerSignature: (question) => signatures.includes(question),
    sign(question) {
      const answers = readAnswers();
      signing = "signed";
      signedContent = readSigned(answers);
      names.set(question, readName(question, answers));
      removed.clear();
    },
    keepSignature(work) {
      const isSame = isSigned(readAnswers());
      isQuoting = true;
      try {
        work();
      } finally {
        isQuoting = false;
      }
      if (isSame) signedContent = readSigned(readAnswers());
    },
  };
}

const changedSinceSigned =
  "The form or the name has changed since the customer signed. Ask for a new signature.";

/** What was signed, in a comparable form: as long as the signature is shown, and while the form hides it. */
interface SignedAnswers {
  readonly shown: string;
  readonly hidden: string;
}

/**
 * Returns the names of the questions that say who signs: all signatures, the signer's name and role. `conditional`: the question
 * that decides whether there is a signature, and what else its answer shows. They count only as far as they are shown
 * together with the signature: the customer has read them then.
 */
function findSignatureBlock(elements: readonly Json[], signatures: readonly Json[]) {
  const names = new Set<unknown>(signatures.flatMap(({ signedBy }) => signedBy ?? []));
  const conditions = new Set(signatures.flatMap(readConditions));
  const isSigner = ({ type, name, signedBy }: Json) =>
    type === "signaturepad" || names.has(name) || names.has(signedBy);
  const isConditional = (element: Json) =>
    conditions.has(String(element.name)) ||
    readConditions(element).some((name) => conditions.has(name));
  return {
    signers: elements.filter(isSigner).map(({ name }) => name),
    conditional: elements.filter(isConditional).map(({ name }) => name),
  };
}

/** Returns the names of the questions on whose answers it depends whether this one is shown. */
function readConditions({ visibleIf }: Json): readonly string[] {
  if (typeof visibleIf !== "string") return [];
  return [...visibleIf.matchAll(/\{([A-Za-z0-9_]+)\}/g)].map(([, name]) => String(name));
}

/**
 * Returns the answers that a signature stands for, in a comparable form: without those in `except`, values that the form
 * computes, ids that no document prints, and empty answers. The order of chosen values says nothing.
 */
function listContent(
  elements: readonly Json[],
  answers: Readonly<Record<string, unknown>>,
  except: ReadonlySet<unknown> = new Set(),
): readonly (readonly [string, unknown])[] {
  const known = new Map(elements.map((element) => [element.name, element]));
  return Object.keys(answers)
    .toSorted()
    .flatMap((key) => {
      const name = key.replace(/-Comment$/, "");
      const element = known.get(name);
      if (except.has(name) || (element && isDerived(element))) return [];
      const value =
        element?.type === "paneldynamic" ? listRows(element, answers[key]) : answers[key];
      return isEmpty(value) ? [] : [[key, withoutOrder(value)] as const];
    });
}

function listRows({ templateElements }: Json, rows: unknown): readonly unknown[] {
  const template = [...questions(list(templateElements))];
  return list(rows)
    .map((row) => (isRecord(row) ? listContent(template, row) : []))
    .filter((row) => row.length > 0);
}

function isDerived({ type, valueFrom }: Json): boolean {
  return type === "expression" || factName(valueFrom) === "id";
}

function isEmpty(value: unknown): boolean {
  const isBlank = value === undefined || value === null || value === "";
  return isBlank || (Array.isArray(value) && value.length === 0);
}

function withoutOrder(value: unknown): unknown {
  const values: readonly unknown[] = Array.isArray(value) ? value : [];
  const isPlain = values.length > 0 && values.every((one) => typeof one === "string");
  return isPlain ? values.toSorted() : value;
}
