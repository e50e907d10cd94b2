/** The content of a document before it is drawn. It is plain data, so that a worker thread can draw it. */
export interface DocumentContent {
  readonly title: string;
  readonly reference: string;
  /** ISO 8601. It is written into the file, so that the same content gives the same bytes. */
  readonly date: string;
  /** Wide tables need a landscape page. */
  readonly orientation?: "portrait" | "landscape";
  /** Where anybody can verify the document; absent: it cannot be verified. */
  readonly code?: DocumentCode;
  readonly sections: readonly Section[];
}

/** What is printed so that a reader can verify the document. */
export interface DocumentCode {
  /** Such as `K7QM-3V9T-0XHC-5RWB`. */
  readonly number: string;
  /** The page of the server that says whether the document is genuine and unchanged. */
  readonly address: string;
}

export interface Section {
  /** Null: the section follows without a rule above it. */
  readonly heading: string | null;
  readonly blocks: readonly Block[];
}

export type Block =
  /**
   * `across`: how many details are next to each other, each below its label; absent: one per line, next to its label.
   */
  | { readonly kind: "details"; readonly details: readonly Detail[]; readonly across?: number }
  | { readonly kind: "text"; readonly label?: string; readonly text: string }
  /** A text in a red frame. */
  | { readonly kind: "warning"; readonly text: string }
  | {
      readonly kind: "table";
      readonly columns: readonly Column[];
      readonly rows: readonly (readonly string[])[];
    }
  /** Boxes next to each other, as high as the highest. */
  | { readonly kind: "cards"; readonly cards: readonly Card[] }
  | { readonly kind: "images"; readonly images: readonly DocumentImage[] };

export type Detail = readonly [label: string, value: string];

/** A box with a heading, details below each other, and a signature at its end. */
export interface Card {
  readonly heading: string;
  readonly details: readonly Detail[];
  readonly signature?: DocumentImage;
}

export interface Column {
  readonly heading: string;
  /** The share of the table's width; the shares of a table add up to 1. */
  readonly share: number;
  /** Printed once above adjacent columns with the same group. */
  readonly group?: string;
}

export interface DocumentImage {
  readonly caption: string;
  /** JPEG or PNG; null: only the caption is printed. */
  readonly bytes: Uint8Array | null;
  /** A signature is smaller than a photo. */
  readonly size: "photo" | "signature";
}
