/** What a paper says, before it is drawn: it knows no jobs. Plain data, so that it can go to another thread. */
export interface Paper {
  readonly title: string;
  readonly reference: string;
  /** ISO 8601; written into the file, so that the same facts give the same bytes. */
  readonly date: string;
  readonly sections: readonly Section[];
}

export interface Section {
  readonly heading: string;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: "facts"; readonly facts: readonly Fact[] }
  | { readonly kind: "text"; readonly label?: string; readonly text: string }
  | {
      readonly kind: "table";
      readonly columns: readonly Column[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: "pictures"; readonly pictures: readonly Picture[] };

export type Fact = readonly [label: string, value: string];

export interface Column {
  readonly heading: string;
  /** Of the table's width; the shares of a table add up to 1. */
  readonly share: number;
}

export interface Picture {
  readonly caption: string;
  /** JPEG or PNG; null: the caption stands alone. */
  readonly bytes: Uint8Array | null;
  /** A signature is smaller than a photo. */
  readonly size: "photo" | "signature";
}
