import { eq } from "drizzle-orm";
import webPush from "web-push";
import { z } from "@fieldfare/contract";
import type { Database } from "../database/database.ts";
import { setting } from "../database/schema.ts";

/** The server's keys for Web Push (VAPID, RFC 8292) in base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const storedKeys = z.object({ publicKey: z.string(), privateKey: z.string() });

/** Reads the keys that every server on this database shares. The first server makes them. */
export async function ensurePushKeys({ orm }: Database): Promise<PushKeys> {
  const [known] = await orm.select().from(setting).where(eq(setting.key, "push"));
  if (known) return storedKeys.parse(known.value);
  await orm
    .insert(setting)
    .values({ key: "push", value: webPush.generateVAPIDKeys() })
    .onConflictDoNothing();
  const [made] = await orm.select().from(setting).where(eq(setting.key, "push"));
  return storedKeys.parse(made?.value);
}
