import type { ServerConfig } from "../config.ts";
import type { Database } from "../database/database.ts";
import type { DocumentKeys } from "../documents/document-keys.ts";
import type { SystemSettings } from "../database/settings.ts";
import type { ObjectStore } from "../objects/objects.ts";
import type { Tokens } from "./tokens.ts";

/** What every area works with. */
export interface Server {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly config: ServerConfig;
  readonly settings: SystemSettings;
  readonly tokens: Tokens;
  /** Sign documents, and verify what was signed. */
  readonly documentKeys: DocumentKeys;
  /** Where people reach this server, without a slash at its end; null: it is not known. */
  readonly publicUrl: () => string | null;
  /** Which tables `database` has, and so whose devices may use them. */
  readonly use: "live" | "training";
}
