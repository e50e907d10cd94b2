import type { ContainerElement, FormSession, PhotosState } from "@fieldfare/forms";
import { type ComponentType, createContext, useContext } from "react";
import type { QuestionProps } from "./question-props.ts";

/** What the questions of the open form share. */
export interface Filling {
  readonly jobId: string;
  readonly customFormId: string;
  readonly session: FormSession;
  /** The customer's signature from another form of the visit, as a data URL. */
  readonly signedElsewhere: string | null;
  /** Draws the content of an entry of a list. */
  readonly EntryContent: ComponentType<{ element: ContainerElement }>;
  /** Draws a question that is answered with photos. */
  readonly PhotosQuestion: ComponentType<QuestionProps<PhotosState>>;
}

const FillingContext = createContext<Filling | null>(null);

export const FillingProvider = FillingContext.Provider;

/** Returns the form that is being filled in. Throws outside a form. */
export function useFilling(): Filling {
  const filling = useContext(FillingContext);
  if (!filling) throw new Error("useFilling is called outside a form");
  return filling;
}
