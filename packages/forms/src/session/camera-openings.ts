import type { PanelModel, Question, SurveyModel } from "survey-core";
import { findQuestionAt, type FormPath, isInForm, isInside, locateQuestion } from "./form-path.ts";
import type { SessionDraft } from "./session-interface.ts";

/** The openings of the camera in an open form. A photo belongs to the question for which it was taken, or to none. */
export interface CameraOpenings {
  /** False if the path leads nowhere. */
  readonly open: (path: FormPath, openingId: string) => boolean;
  /** False if it was closed before. */
  readonly close: (openingId: string) => boolean;
  /** Returns null after the entry was removed, or is about another appliance. */
  readonly findQuestion: (openingId: string) => Question | null;
  /** Forgets the openings in an entry that is now about another appliance. False if there are none. */
  readonly forget: (entry: PanelModel) => boolean;
  /** Returns what the draft says of the opening that was opened last. */
  readonly draft: () => Pick<SessionDraft, "camera" | "openingId">;
}

export function createCameraOpenings(model: SurveyModel): CameraOpenings {
  const openings = new Map<string, Question>();
  const findQuestion = (openingId: string) => {
    const question = openings.get(openingId);
    return question && isInForm(question) ? question : null;
  };
  return {
    open(path, openingId) {
      const question = findQuestionAt(model, path);
      if (question) openings.set(openingId, question);
      return question !== null;
    },
    close: (openingId) => openings.delete(openingId),
    findQuestion,
    forget(entry) {
      const inside = [...openings].filter(([, question]) => isInside(question, entry));
      for (const [openingId] of inside) openings.delete(openingId);
      return inside.length > 0;
    },
    draft() {
      const openingId = [...openings.keys()].findLast(findQuestion) ?? null;
      const question = openingId === null ? null : findQuestion(openingId);
      return { camera: question && locateQuestion(question), openingId };
    },
  };
}
