import { readField } from "@fieldfare/domain";
import { type LocalizableString, SurveyModel } from "survey-core";

/** What an open form shows of its answers besides the fields themselves. */
interface Watched {
  readonly texts: Set<LocalizableString>;
  readonly listeners: Set<() => void>;
}

const watchedParts = new WeakMap<SurveyModel, Watched>();

/**
 * Has those of the texts that name an answer, such as a title with `{make}`, computed again after each answer. Returns
 * these.
 */
export function watchTexts(
  model: SurveyModel,
  texts: readonly LocalizableString[],
): readonly LocalizableString[] {
  const watched = watch(model).texts;
  const naming = texts.filter(namesAnswer);
  for (const text of naming) watched.add(text);
  return naming;
}

/** Calls the listener after each answer and each turn of a page. */
export function watchAnswers(model: SurveyModel, listener: () => void): void {
  watch(model).listeners.add(listener);
}

/**
 * After each answer and each turn of a page the library would compute every text of the page again, and report each as
 * changed, so that every element of the page would be read again. Only the watched ones can be others: the language of a
 * form stays the same while it is open.
 */
export function leaveOutFixedTexts(): void {
  SurveyModel.prototype.locStrsChanged = function (this: SurveyModel) {
    const watched = watchedParts.get(this);
    if (!watched) return;
    const { texts, listeners } = watched;
    for (const text of texts)
      if (readField(text.owner, "isDisposed") === true) texts.delete(text);
      else text.strChanged();
    for (const listener of listeners) listener();
  };
}

function watch(model: SurveyModel): Watched {
  const known = watchedParts.get(model);
  if (known) return known;
  const watched: Watched = { texts: new Set(), listeners: new Set() };
  watchedParts.set(model, watched);
  return watched;
}

/** A text in several languages counts as if it named one. */
function namesAnswer(text: LocalizableString): boolean {
  const written: unknown = text.getJson();
  return typeof written === "string" ? written.includes("{") : Boolean(written);
}
