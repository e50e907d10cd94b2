import { createHash } from "node:crypto";
import { createGzip, type Gzip } from "node:zlib";
import type pg from "pg";

/** A view of the schema `reporting` with its columns, in their order. */
export interface View {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** What was written of a view. */
interface WrittenView {
  readonly rows: number;
  readonly bytes: number;
  /** Hex SHA-256 of all parts, one after another. */
  readonly sha256: string;
}

/** How many rows are in memory at a time. */
const rowsAtOnce = 1_000;
/** A part is stored when it has this many compressed bytes. */
const partBytes = 8_000_000;

/** Lists the views that are exported: those that name no tenant and have no free texts. */
export async function listViews(client: pg.ClientBase): Promise<View[]> {
  const { rows } = await client.query<{ view: string; name: string; type: string }>(
    `select table_name as view, column_name as name,
            case when data_type = 'ARRAY' then 'text[]' when data_type = 'timestamp with time zone' then 'timestamptz'
              else data_type end as type
       from information_schema.columns where table_schema = 'reporting'
      order by table_name, ordinal_position`,
  );
  const views = new Map<string, { name: string; type: string }[]>();
  for (const { view, name, type } of rows)
    views.set(view, [...(views.get(view) ?? []), { name, type }]);
  return [...views].map(([name, columns]) => ({ name, columns }));
}

/**
 * Reads a view within the transaction of the client and writes its rows as JSON, one a line, compressed with gzip. Each part is a
 * complete gzip stream, and parts one after another are one too. A view without rows has one part.
 */
export async function writeView(
  client: pg.ClientBase,
  view: View,
  storePart: (part: number, bytes: Buffer) => Promise<void>,
): Promise<WrittenView> {
  const hash = createHash("sha256");
  let [rowCount, bytes, parts] = [0, 0, 0];
  const flush = async (part: Part) => {
    const content = await part.end();
    hash.update(content);
    bytes += content.length;
    await storePart(parts, content);
    parts += 1;
  };
  await client.query(
    `declare reporting_rows no scroll cursor for select row_to_json(v)::text as line from reporting.${client.escapeIdentifier(view.name)} v`,
  );
  let part = new Part();
  for (;;) {
    const { rows } = await client.query<{ line: string }>(
      `fetch ${rowsAtOnce} from reporting_rows`,
    );
    rowCount += rows.length;
    if (rows.length > 0) await part.write(rows.map(({ line }) => `${line}\n`).join(""));
    if (rows.length < rowsAtOnce) break;
    if (part.bytes < partBytes) continue;
    await flush(part);
    part = new Part();
  }
  await client.query("close reporting_rows");
  await flush(part);
  return { rows: rowCount, bytes, sha256: hash.digest("hex") };
}

/** A gzip stream that is collected in memory. */
class Part {
  readonly #gzip: Gzip = createGzip();
  readonly #pieces: Buffer[] = [];
  readonly #ended = Promise.withResolvers<void>();
  bytes = 0;

  constructor() {
    this.#gzip.on("data", (piece: Buffer) => {
      this.#pieces.push(piece);
      this.bytes += piece.length;
    });
    this.#gzip.on("end", () => this.#ended.resolve());
    this.#gzip.on("error", (error) => this.#ended.reject(error));
  }

  /** Resolves when the text is compressed. */
  write(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#gzip.write(text, (error) => (error ? reject(error) : resolve()));
    });
  }

  async end(): Promise<Buffer> {
    this.#gzip.end();
    await this.#ended.promise;
    return Buffer.concat(this.#pieces);
  }
}
