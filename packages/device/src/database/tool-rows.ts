/** An export of the database that is under way; it goes when the server has all of it. */
export interface ExportTaskRow {
  readonly batchId: string;
  readonly ownerId: string;
  /** The command that asked for it; null when the engineer did. */
  readonly commandId: string | null;
  readonly startedOn: string;
  /** Pieces of a building one are worth nothing: a killed page begins it anew. */
  readonly state: "building" | "ready";
  readonly pieces: number;
  readonly bytes: number;
  /** How many pieces the server has. */
  readonly sent: number;
  /** Of all pieces one after the other; null while it is being built. */
  readonly sha256: string | null;
  readonly lastError: string | null;
}

export interface ExportPieceRow {
  readonly batchId: string;
  readonly index: number;
  readonly bytes: ArrayBuffer;
}

/** Rows of a file that was found good, until all of them take the place of what is here. */
export interface StagedRows {
  readonly id?: number;
  readonly table: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}
