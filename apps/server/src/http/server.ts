import type { ServerConfig } from "../config.ts";
import type { Database } from "../database/database.ts";
import type { LiveConfig } from "../database/phone-settings.ts";
import type { SchemaWatch } from "../database/schema-version.ts";
import type { ReadLog } from "../database/read-log.ts";
import type { DocumentKeys } from "../documents/document-keys.ts";
import type { SystemSettings } from "../database/settings.ts";
import type { ObjectStore } from "../objects/objects.ts";
import type { EscrowKeys } from "./escrow-keys.ts";
import type { Metrics } from "./metrics.ts";
import type { Tokens } from "./tokens.ts";

/** The context that every area works with. */
export interface Server {
  readonly database: Database;
  /** Where accounts, devices and sign-ins are. It is another one than `database` for training only, which has copies of some. */
  readonly liveDatabase: Database;
  /** Whether the live tables are still those of this version. */
  readonly schema: SchemaWatch;
  readonly objects: ObjectStore;
  /** With what the office has chosen for phones, which may change while the server runs. */
  readonly config: ServerConfig;
  readonly phoneSettings: Pick<LiveConfig, "otherwise" | "refresh">;
  readonly settings: SystemSettings;
  readonly tokens: Tokens;
  /** Keys that sign documents and verify signatures. */
  readonly documentKeys: DocumentKeys;
  /** Keys that open the copies of data keys on devices. */
  readonly escrowKeys: EscrowKeys;
  /** The public address of this server, without a trailing slash. Null: it is not known. */
  readonly publicUrl: () => string | null;
  readonly metrics: Metrics;
  readonly readLog: ReadLog;
  /** Whether the process has been told to stop. */
  readonly isStopping: () => boolean;
  /** Which tables `database` has, and so which devices may use them. */
  readonly use: "live" | "training";
}
