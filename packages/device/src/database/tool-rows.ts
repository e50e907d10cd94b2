/** An export of the database that is under way. It is deleted when the server has all of it. */
export interface ExportTaskRow {
  readonly batchId: string;
  /** The command that asked for the export; null when the engineer did. */
  readonly commandId: string | null;
  readonly startedOn: string;
  /**
   * The pieces of an export that is still building are unusable: after a killed page it starts
   * again.
   */
  readonly state: "building" | "ready";
  readonly pieces: number;
  readonly bytes: number;
  /** How many pieces the server has. */
  readonly sent: number;
  /** The hash of all pieces in order; null while the export is being built. */
  readonly sha256: string | null;
  readonly lastError: string | null;
}

export interface ExportPieceRow {
  readonly batchId: string;
  readonly index: number;
  readonly bytes: ArrayBuffer;
}

/** Rows of a validated file, until all of them replace what is on the device. */
export interface StagedRows {
  readonly id?: number;
  readonly table: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}
