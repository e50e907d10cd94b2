import type { FormPath } from "@fieldfare/device";
import { type ComponentType, createContext, useContext } from "react";
import type { PanelModel, Question } from "survey-core";
import type { DeferredWork } from "./deferred-work.ts";

/** What the questions of the open form share. */
export interface Filling {
  readonly jobId: string;
  readonly customFormId: string;
  /** The customer's signature from another form of the visit, as a data URL. */
  readonly signedElsewhere: string | null;
  readonly deferred: DeferredWork;
  /** Saves the typed text letter by letter, before the form evaluates it. */
  readonly saveTyped: (this: void, question: Question, value: unknown) => void;
  /** Draws the content of a panel. */
  readonly PanelContent: ComponentType<{ container: PanelModel }>;
  /** How often the form has been validated. Collapsed panels draw again when it changes, to show their errors. */
  readonly checks: number;
  /** The entry of a repeated panel that is open on the page. */
  readonly panel: FormPath | null;
  readonly openPanel: (place: FormPath | null) => void;
  /**
   * Saves the question for which the camera is open: if the page is killed meanwhile, the photo is added to it. Null
   * when the camera has returned.
   */
  readonly setCameraPlace: (place: FormPath | null) => void;
}

const FillingContext = createContext<Filling | null>(null);

export const FillingProvider = FillingContext.Provider;

export function useFilling(): Filling {
  const filling = useContext(FillingContext);
  if (!filling) throw new Error("useFilling is called outside a form");
  return filling;
}
