import type { ServerConfig } from "../config.ts";
import type { Database } from "../database/database.ts";
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
}
