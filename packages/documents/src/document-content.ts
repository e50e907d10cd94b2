/** What a paper says, before it is drawn: it knows no jobs. Plain data, so that it can go to another thread. */
export interface DocumentContent {
  readonly title: string;
  readonly reference: string;
  /** ISO 8601; written into the file, so that the same facts give the same bytes. */
  readonly date: string;
  /** Wide tables need a page on its side. */
  readonly orientation?: "portrait" | "landscape";
  /** Where anybody can check that the document is genuine; absent: it cannot be checked. */
  readonly code?: DocumentCode;
  readonly sections: readonly Section[];
}

export interface DocumentCode {
  /** `K7QM-3V9T-0XHC-5RWB` */
  readonly number: string;
  /** The page of the server that says whether the document is genuine and unchanged. */
  readonly address: string;
}

export interface Section {
  /** Null: goes on without a line between. */
  readonly heading: string | null;
  readonly blocks: readonly Block[];
}

export type Block =
  /** `across`: how many facts stand side by side, each below its label; absent: one to a line, beside its label. */
  | { readonly kind: "facts"; readonly facts: readonly Detail[]; readonly across?: number }
  | { readonly kind: "text"; readonly label?: string; readonly text: string }
  /** What nobody may overlook. */
  | { readonly kind: "warning"; readonly text: string }
  | {
      readonly kind: "table";
      readonly columns: readonly Column[];
      readonly rows: readonly (readonly string[])[];
    }
  /** Boxes side by side, as high as the highest. */
  | { readonly kind: "cards"; readonly cards: readonly Card[] }
  | { readonly kind: "pictures"; readonly pictures: readonly DocumentImage[] };

export type Detail = readonly [label: string, value: string];

export interface Card {
  readonly heading: string;
  readonly facts: readonly Detail[];
  readonly signature?: DocumentImage;
}

export interface Column {
  readonly heading: string;
  /** Of the table's width; the shares of a table add up to 1. */
  readonly share: number;
  /** Stands once above neighbours that have the same. */
  readonly group?: string;
}

export interface DocumentImage {
  readonly caption: string;
  /** JPEG or PNG; null: the caption stands alone. */
  readonly bytes: Uint8Array | null;
  /** A signature is smaller than a photo. */
  readonly size: "photo" | "signature";
}
