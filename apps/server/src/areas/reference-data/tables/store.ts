import type { ReferenceRow } from "@fieldfare/domain";
import type { Orm } from "../../../database/database.ts";

/** A row before and after a change. Before null: it is added. After null: it is withdrawn. */
export interface RowChange {
  readonly before: ReferenceRow | null;
  readonly after: ReferenceRow | null;
}

interface RowQuery {
  /** In lower case, without apostrophes. A row contains all of them. */
  readonly words: readonly string[];
  /** The rows after this one. */
  readonly after: RowPlace | null;
  readonly limit: number;
}

/** Where a row is in the order of its table. */
export interface RowPlace {
  readonly label: string;
  readonly rowId: number;
}

export interface PlacedRow {
  readonly row: ReferenceRow;
  readonly place: RowPlace;
}

/** The rows of a table of reference data, wherever they are stored. Ids are numbers. */
export interface ReferenceStore {
  count(orm: Orm): Promise<number>;
  /** Lists rows in the order of their labels. */
  list(orm: Orm, query: RowQuery): Promise<PlacedRow[]>;
  read(orm: Orm, rowIds: readonly number[]): Promise<Map<number, ReferenceRow>>;
  /** Reads the named columns of every row. */
  readColumns(orm: Orm, columns: readonly string[]): Promise<ReferenceRow[]>;
  /** Returns which of the ids the column of a row refers to. */
  findReferredTo(orm: Orm, column: string, ids: readonly number[]): Promise<number[]>;
  /** The highest id that a row has or had; 0: there was none. */
  findHighestId(orm: Orm): Promise<number>;
  /**
   * Locks the table for other writers until the transaction ends. What is read after it cannot change before the commit.
   */
  openWriter(orm: Orm): Promise<RowWriter>;
}

/** Stores changes of rows. Together they are one change for phones. */
type RowWriter = (changes: readonly RowChange[]) => Promise<void>;
