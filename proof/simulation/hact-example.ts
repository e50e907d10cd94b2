import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedDatabase } from "../../apps/server/src/database/embedded.ts";
import { runHactVisit } from "./hact-visit.ts";

/* `npm run hact-example`: a repair of a fake housing system, and what comes back to it. */

const folder = await mkdtemp(join(tmpdir(), "fieldfare-hact-"));
const cluster = await startEmbeddedDatabase(folder, { durable: false });
try {
  const visit = await runHactVisit(cluster.connectionString, (line) => console.log(line));
  for (const { type, body } of visit.received)
    console.log(`\n${type}\n${JSON.stringify(body, null, 2)}`);
  for (const { uri, bytes } of visit.photos) console.log(`\n${uri} has ${bytes} bytes`);
} finally {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
}
