// Makes a backup while the servers go on working: `npm run backup -- --to FOLDER`, with `--keep 14` to delete older ones.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildNumber } from "@fieldfare/contract";
import { connectToEmbeddedDatabase } from "../database/embedded.ts";
import { loggedError } from "../database/errors.ts";
import { readEnvironment } from "../environment.ts";
import { openObjects } from "../objects/objects.ts";
import { readObjectSettings } from "../objects/settings.ts";
import { backUp } from "./backup.ts";
import { BackupError } from "./manifest.ts";

const root = resolve(import.meta.dirname, "../../../..");

try {
  const { to, keep } = readOptions();
  const { databaseUrl, dataFolder } = readEnvironment(process.env, root);
  const postgresFolder = join(dataFolder, "postgres");
  if (!databaseUrl && !existsSync(postgresFolder))
    throw new BackupError(`${dataFolder} has no database. Set DATA_DIR or DATABASE_URL.`);
  const embedded = databaseUrl ? null : await connectToEmbeddedDatabase(postgresFolder);
  try {
    const result = await backUp({
      connectionString: databaseUrl ?? embedded?.connectionString ?? "",
      objects: await openObjects(readObjectSettings(process.env, dataFolder)),
      folder: resolve(to),
      buildNumber,
      keep,
    });
    console.log(
      `${result.folder} is complete: ${result.rows} rows, ${result.objects} objects (${result.newObjects} of them new).`,
    );
    for (const name of result.deletedBackups) console.log(`The backup ${name} is deleted.`);
    console.log(
      "Keys are not in it: keep TOKEN_KEYS, DOCUMENT_KEYS and ESCROW_KEYS, or their files in DATA_DIR, in another safe place.",
    );
  } finally {
    await embedded?.close();
  }
} catch (error) {
  console.error(`The backup failed: ${loggedError(error).message}`);
  process.exitCode = 1;
}

function readOptions(): { to: string; keep: number | undefined } {
  const { values } = parseArgs({ options: { to: { type: "string" }, keep: { type: "string" } } });
  if (!values.to)
    throw new BackupError("Say where to: npm run backup -- --to FOLDER, best on another disk.");
  if (values.keep !== undefined && !/^[1-9]\d{0,3}$/.test(values.keep))
    throw new BackupError("--keep is the number of backups that stay, from 1 to 9999.");
  return { to: values.to, keep: values.keep === undefined ? undefined : Number(values.keep) };
}
