// Restores a backup into an empty database and its objects: `npm run restore -- --from FOLDER/2027-03-01T02-00-00Z`.
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { startEmbeddedDatabase } from "../database/embedded.ts";
import { loggedError } from "../database/errors.ts";
import { readEnvironment } from "../environment.ts";
import { openObjects } from "../objects/objects.ts";
import { readObjectSettings } from "../objects/settings.ts";
import { BackupError } from "./manifest.ts";
import { restore } from "./restore.ts";

const root = resolve(import.meta.dirname, "../../../..");

try {
  const { values } = parseArgs({ options: { from: { type: "string" } } });
  if (!values.from)
    throw new BackupError("Say which: npm run restore -- --from FOLDER/2027-03-01T02-00-00Z");
  const { databaseUrl, dataFolder } = readEnvironment(process.env, root);
  const embedded = databaseUrl ? null : await startEmbeddedDatabase(join(dataFolder, "postgres"));
  try {
    const result = await restore({
      connectionString: databaseUrl ?? embedded?.connectionString ?? "",
      objects: await openObjects(readObjectSettings(process.env, dataFolder)),
      folder: resolve(values.from),
    });
    console.log(
      `The backup of ${result.createdOn} is restored: ${result.rows} rows, ${result.objects} objects.`,
    );
    if (result.missingObjects > 0)
      console.log(
        `${result.missingObjects} objects were lost before the backup was made. What names them is restored without them.`,
      );
    console.log(
      "Put the keys back before you start the server: without the keys of documents no earlier document can be confirmed. Phones send again what they recorded in the last seven days.",
    );
  } finally {
    await embedded?.stop();
  }
} catch (error) {
  console.error(`The restore failed: ${loggedError(error).message}`);
  process.exitCode = 1;
}
