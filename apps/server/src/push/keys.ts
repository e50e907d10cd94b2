import { eq } from "drizzle-orm";
import webPush from "web-push";
import { z } from "@fieldfare/contract";
import { makeChange } from "../database/audit.ts";
import type { Database } from "../database/database.ts";
import { setting } from "../database/schema.ts";

/** The server's keys for Web Push (VAPID, RFC 8292) in base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const storedKeys = z.object({ publicKey: z.string(), privateKey: z.string() });

/** Reads the keys that every server on this database shares. The first server makes them. */
export async function ensurePushKeys(database: Database): Promise<PushKeys> {
  const { orm } = database;
  const [known] = await orm.select().from(setting).where(eq(setting.key, "push"));
  if (known) return storedKeys.parse(known.value);
  const keys = webPush.generateVAPIDKeys();
  await makeChange(database, null, async (change) => {
    const stored = await change.orm
      .insert(setting)
      .values({ key: "push", value: keys })
      .onConflictDoNothing()
      .returning({ key: setting.key });
    if (stored.length > 0)
      change.record({
        action: "push-keys-added",
        objectType: "setting",
        objectId: "push",
        after: { publicKey: keys.publicKey },
      });
  });
  const [made] = await orm.select().from(setting).where(eq(setting.key, "push"));
  return storedKeys.parse(made?.value);
}
