import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { databaseError, loggedError, systemCode } from "./database/errors.ts";

/** Says which variable of the environment keeps a server from starting. */
class StartError extends Error {
  override readonly name = "StartError";
}

const listenFaults: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `PORT: another program has ${host}:${port}. Stop it, or choose another port.`,
  EACCES: (_host, port) => `PORT: this user may not use the port ${port}. Choose one from 1024.`,
  EADDRNOTAVAIL: (host) => `HOST: ${host} is no address of this machine.`,
  ENOTFOUND: (host) => `HOST: ${host} is no address, and no name of this machine.`,
  EAI_AGAIN: (host) => `HOST: the name ${host} cannot be looked up at present.`,
};

/** Listens, and names the variable that is wrong if that is not possible. */
export async function listenAt<T>(
  { host, port }: { readonly host: string; readonly port: number },
  listen: () => Promise<T>,
): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    const describe = listenFaults[systemCode(error) ?? ""];
    throw describe ? new StartError(describe(host, port)) : error;
  }
}

/** Runs what first reaches the database of `DATABASE_URL`. Its user and password are not shown. */
export async function reachDatabase(databaseUrl: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (databaseError(error) === null) throw error;
    throw new StartError(
      `DATABASE_URL: ${describePlace(databaseUrl)} cannot be used: ${loggedError(error).message}`,
    );
  }
}

function describePlace(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return "the database";
  const { host, pathname } = new URL(databaseUrl);
  return `${host || "this machine"}${pathname}`;
}

/** Makes the folder of the server's data. Not `recursive`: Node tries that for ever where the system refuses it. */
export async function makeDataFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
  } catch (error) {
    throw new StartError(
      `DATA_DIR: the folder ${folder} cannot be made (${systemCode(error) ?? "unknown"})`,
    );
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const code = systemCode(error);
    if (code === "EEXIST" && (await stat(folder)).isDirectory()) return;
    const parent = dirname(folder);
    if (code !== "ENOENT" || parent === folder || (await isThere(parent))) throw error;
    await makeFolder(parent);
    await mkdir(folder);
  }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
