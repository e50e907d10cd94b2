import type { FormPath } from "@fieldfare/device";
import { type ComponentType, createContext, useContext } from "react";
import type { PanelModel, Question } from "survey-core";
import type { DeferredWork } from "./deferred-work.ts";

/** What the questions of the form that is open need besides themselves. */
export interface Filling {
  readonly jobId: string;
  readonly customFormId: string;
  /** The picture of what the customer has signed on another form of the visit. */
  readonly signedElsewhere: string | null;
  readonly deferred: DeferredWork;
  /** What is being typed is stored letter by letter, before the form works out what follows from it. */
  readonly saveTyped: (this: void, question: Question, value: unknown) => void;
  /** Draws what stands in a panel. */
  readonly PanelContent: ComponentType<{ container: PanelModel }>;
  /** How often the form has been held to its rules: what is wrong shows where it is folded up too. */
  readonly checks: number;
  /** The repeated panel that is open on the page. */
  readonly panel: FormPath | null;
  readonly openPanel: (place: FormPath | null) => void;
  /** A camera is opened for this question: if the page is killed meanwhile, it comes back there. Null: it is back. */
  readonly setCameraPlace: (place: FormPath | null) => void;
}

const FillingContext = createContext<Filling | null>(null);

export const FillingProvider = FillingContext.Provider;

export function useFilling(): Filling {
  const filling = useContext(FillingContext);
  if (!filling) throw new Error("No form stands above this question");
  return filling;
}
