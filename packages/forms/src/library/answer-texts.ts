import { Base, type LocalizableString, SurveyModel } from "survey-core";

const watchedTexts = new WeakMap<SurveyModel, Set<LocalizableString>>();

/**
 * Has those of the texts that name an answer, such as a title with `{make}`, computed again after each answer. Returns
 * these.
 */
export function watchTexts(
  model: SurveyModel,
  texts: readonly LocalizableString[],
): readonly LocalizableString[] {
  const watched = watchedTexts.get(model) ?? new Set();
  watchedTexts.set(model, watched);
  const naming = texts.filter(namesAnswer);
  for (const text of naming) watched.add(text);
  return naming;
}

/**
 * After each answer and each turn of a page the library would compute every text of the page again, and report each as
 * changed, so that every element of the page would be read again. Only the watched ones can be others: the language of a
 * form stays the same while it is open.
 */
export function leaveOutFixedTexts(): void {
  SurveyModel.prototype.locStrsChanged = function (this: SurveyModel) {
    const watched = watchedTexts.get(this) ?? [];
    for (const text of watched) {
      const owner: unknown = text.owner;
      // An entry that was removed.
      if (owner instanceof Base && owner.isDisposed) watchedTexts.get(this)?.delete(text);
      else text.strChanged();
    }
  };
}

/** A text in several languages counts as if it named one. */
function namesAnswer(text: LocalizableString): boolean {
  const written: unknown = text.getJson();
  return typeof written === "string" ? written.includes("{") : Boolean(written);
}
