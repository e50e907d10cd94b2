import { type Device, forCurrentEngineer } from "../device.ts";
import type { EngineerDatabase } from "./database.ts";
import type { LoginRow } from "./rows.ts";
import { isQuotaError, StorageError, transactShared } from "./unit.ts";

/** Held while the current user changes: two tabs never change it at once. */
export const userLock = "fieldfare-user";

/**
 * Makes an engineer the current user and stores their sign-in, all but the token. `storeToken` writes
 * that into the engineer's database, last. No transaction spans the databases: a page that is killed
 * in between leaves nobody signed in and every row in the database of its engineer.
 */
export function switchUser(
  device: Device,
  login: LoginRow & { readonly ownerId: string },
  storeToken: (signedIn: Device) => Promise<void>,
): Promise<void> {
  const { ports, shared, engineers, events } = device;
  return ports.locks.hold(userLock, async () => {
    const { currentUserId: previousId = null, wipes = [] } = (await shared.setting.get(1)) ?? {};
    // A deletion that was interrupted goes on later, and would delete what is recorded now.
    if (wipes.some(({ ownerId, step }) => ownerId === login.ownerId && step === "deleting"))
      throw new StorageError("storage-failed", "The wipe of this engineer has not ended");
    const database = await openForSignIn(device, login.ownerId);
    // The earlier sign-in ends first, so that a tab that still shows it can neither record nor send.
    if (previousId !== null && previousId !== login.ownerId) {
      // A request of any tab may miss the token at once: the event comes before that.
      events.emit({ kind: "signed-out", ownerId: previousId });
      await (await engineers.open(previousId))?.token.clear();
    }
    await transactShared(device, ["setting", "login"], async (unit) => {
      const setting = await unit.database.setting.get(1);
      if (!setting) throw new Error("The device was used before it was opened");
      if (setting.currentUserId !== login.ownerId)
        await unit.put("setting", { ...setting, currentUserId: login.ownerId });
      await unit.put("login", login);
    });
    const isOther = engineers.current !== database;
    engineers.select(database);
    // Another tab may change the user meanwhile, and this one follows: the token stays with its engineer.
    const signedIn = forCurrentEngineer(device);
    if (isOther) events.emit({ kind: "user-switched" });
    await storeToken(signedIn);
  });
}

/** Opens the database of an engineer who signs in. It may be new, and the device full. */
export async function openForSignIn(
  { engineers, shared }: Device,
  ownerId: string,
): Promise<EngineerDatabase> {
  const open = async () => {
    const database = await engineers.open(ownerId);
    if (!database) throw new Error("Nobody signs in in the service worker");
    return database;
  };
  try {
    return await open();
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    await shared.ballast.clear();
    return open().catch((again: unknown) => {
      throw isQuotaError(again) ? new StorageError("storage-full", again) : again;
    });
  }
}

/** Selects the database of the current user, who may have signed in in another tab. */
export async function followCurrentUser({ ports, shared, engineers }: Device): Promise<void> {
  const isCurrent = (ownerId: string | null) =>
    ownerId === null || engineers.current?.ownerId === ownerId;
  const readCurrent = async () => (await shared.setting.get(1))?.currentUserId ?? null;
  if (isCurrent(await readCurrent())) return;
  // A sign-in under way in this tab goes first: what it selects is not replaced by an earlier user.
  await ports.locks.hold(userLock, async () => {
    const currentUserId = await readCurrent();
    if (currentUserId === null || isCurrent(currentUserId)) return;
    const database = await engineers.open(currentUserId);
    if (database) engineers.select(database);
  });
}
