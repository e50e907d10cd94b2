import type { QuestionKind } from "../definition/kinds.ts";
import type { FormPath } from "./form-path.ts";
import type { Observable } from "./observable.ts";

/*
 * What a screen draws, as plain data. An element is observed on its own, so that an answer draws its question again and
 * not the whole form.
 */

/** A part of an open form that a screen draws and observes on its own. */
export interface FormElement<State> extends Observable<State> {
  /** Stays the same while the form is open. */
  readonly id: string;
}

export type QuestionElement = FormElement<QuestionState>;
export type ContainerElement = FormElement<ContainerState>;
export type EntryElement = FormElement<EntryState>;

/** A page, a panel, or the content of an entry of a list. */
export interface ContainerState {
  readonly path: FormPath;
  /** Empty for the content of an entry, whose `EntryState` has the title. */
  readonly title: string;
  readonly description: string;
  readonly isVisible: boolean;
  /** Whether one tap may answer all checks in it as passed. */
  readonly mayAllPass: boolean;
  /** Whether it shows checks that can be answered as passed, whatever their answers are. */
  readonly hasChecks: boolean;
  readonly children: readonly ContainerChild[];
}

export type ContainerChild =
  | { readonly kind: "panel"; readonly name: string; readonly element: ContainerElement }
  | {
      readonly kind: "list" | "question";
      readonly name: string;
      readonly element: QuestionElement;
    };

interface QuestionStateOf<Kind extends QuestionKind> {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
  readonly path: FormPath;
  readonly title: string;
  readonly description: string;
  readonly isVisible: boolean;
  readonly isRequired: boolean;
  readonly isReadOnly: boolean;
  readonly isAnswered: boolean;
  /** False for a value that the form computes. */
  readonly isInput: boolean;
  readonly value: unknown;
  /** The texts of the errors, which prevent going to the next page. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/** What is shown while a text is typed: the form evaluates it in a pause. */
export interface TypedText {
  /** The text as typed, otherwise the answer. */
  readonly text: string;
  /** The error to show: none while the engineer types. */
  readonly error: string | undefined;
  /** The numbers that an ambiguous text may mean, else empty. */
  readonly suggestions: readonly string[];
  readonly maxLength: number | undefined;
}

export interface TextState extends QuestionStateOf<"text">, TypedText {
  /** Such as `date` or `number`, as the definition says. */
  readonly inputType: string;
  /** The keyboard that the definition asks for. */
  readonly inputMode: string | null;
}

export interface CommentState extends QuestionStateOf<"comment">, TypedText {
  readonly rows: number;
}

export interface Choice {
  readonly text: string;
  readonly isChosen: boolean;
}

/** The text field of the choice "other", if that is chosen. */
export interface OtherChoice {
  readonly label: string;
  readonly text: string;
}

/** One of several choices. A choice is named by its index, because its value may be of any type. */
export interface ChoiceState extends QuestionStateOf<
  "radiogroup" | "dropdown" | "buttongroup" | "rating"
> {
  readonly choices: readonly Choice[];
  /** The definition's text for "nothing chosen"; empty if it has none. */
  readonly placeholder: string;
  readonly other: OtherChoice | null;
}

/** Any number of choices. */
export interface ChoicesState extends QuestionStateOf<"checkbox" | "tagbox"> {
  readonly choices: readonly Choice[];
  readonly other: OtherChoice | null;
}

export interface BooleanState extends QuestionStateOf<"boolean"> {
  readonly answer: boolean | null;
  /** Empty if the definition has no text of its own. */
  readonly yes: string;
  readonly no: string;
}

export interface ComputedState extends QuestionStateOf<"expression"> {
  readonly text: string;
}

export interface PhotosState extends QuestionStateOf<"file"> {
  readonly imageIds: readonly string[];
  /** Infinity if there is no maximum. */
  readonly max: number;
}

export interface SignatureState extends QuestionStateOf<"signaturepad"> {
  /** A signature that was being drawn when the screen closed. It is no answer until the engineer says that it is whole. */
  readonly unfinished: string | null;
}

export interface ListState extends QuestionStateOf<"paneldynamic"> {
  readonly entries: readonly EntryElement[];
  readonly canAdd: boolean;
  readonly canRemove: boolean;
  readonly max: number;
  /** What the definition calls an entry, such as "Room". */
  readonly entryName: string;
  /** Texts of the definition; null where it has none. */
  readonly texts: {
    readonly none: string | null;
    readonly add: string | null;
    readonly remove: string | null;
    readonly confirmRemoval: string | null;
  };
}

/** An entry of a list, such as an appliance. */
export interface EntryState {
  readonly path: FormPath;
  /** Its title, with its number if two entries have the same. */
  readonly title: string;
  /** True for an appliance that the engineer deleted from the property after it was recorded here. */
  readonly isApplianceRemoved: boolean;
  readonly progress: "wrong" | "finished" | "open" | "untouched";
  readonly content: ContainerElement;
}

export interface MatrixState extends QuestionStateOf<"matrix"> {
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly name: string;
    readonly text: string;
    /** The index of its column. */
    readonly chosen: number | null;
    readonly isRequired: boolean;
  }[];
}

export interface TextsState extends QuestionStateOf<"multipletext"> {
  readonly items: readonly FormElement<TextState>[];
}

/** The state of each kind of question. */
interface StatesByKind {
  readonly text: TextState;
  readonly comment: CommentState;
  readonly radiogroup: ChoiceState;
  readonly buttongroup: ChoiceState;
  readonly dropdown: ChoiceState;
  readonly checkbox: ChoicesState;
  readonly tagbox: ChoicesState;
  readonly boolean: BooleanState;
  readonly rating: ChoiceState;
  readonly expression: ComputedState;
  readonly file: PhotosState;
  readonly signaturepad: SignatureState;
  readonly paneldynamic: ListState;
  readonly matrix: MatrixState;
  readonly multipletext: TextsState;
}

/** Does not compile if a kind of question has no state. */
export type QuestionState = StatesByKind[QuestionKind];
