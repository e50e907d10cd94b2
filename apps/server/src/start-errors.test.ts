import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listenAt, makeDataFolder } from "./start-errors.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fieldfare-start-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function listen(host: string, port: number): Promise<void> {
  const app = fastify();
  try {
    await listenAt({ host, port }, () => app.listen({ host, port }));
  } finally {
    await app.close();
  }
}

describe("A server that cannot listen names the variable that is wrong", () => {
  it.each(["192.0.2.1", "no-such-name.invalid"])("HOST=%s", async (host) => {
    await expect(listen(host, 0)).rejects.toThrow(new RegExp(`^HOST: .*${host}`));
  });

  it("PORT, which another program has", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    // oxlint-disable-next-line typescript/consistent-type-assertions -- it listens on a port
    const { port } = other.address() as AddressInfo;
    await expect(listen("127.0.0.1", port)).rejects.toThrow(
      `PORT: another program has 127.0.0.1:${port}`,
    );
    other.close();
  });
});

/** Starts the server as an operator does, and returns what it says before it ends. */
async function start(variables: Readonly<Record<string, string>>) {
  const server = spawn(process.execPath, [join(import.meta.dirname, "main.ts")], {
    env: { PATH: process.env["PATH"] ?? "", PORT: "0", ...variables },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [said, [code]] = await Promise.all([text(server.stderr), once(server, "exit")]);
  return { said, code };
}

describe("A server that cannot start says why, and ends", () => {
  it("with a database that does not answer, without its password", async () => {
    const DATABASE_URL = "postgres://somebody:a-secret@127.0.0.1:1/fieldfare";
    const { said, code } = await start({ DATABASE_URL, DATA_DIR: folder });
    expect(code).toBe(1);
    expect(said).toContain("DATABASE_URL: 127.0.0.1:1/fieldfare cannot be used");
    expect(said).not.toContain("a-secret");
  });

  it("with a folder that nobody can make", async () => {
    const { said, code } = await start({ DATA_DIR: "/proc/fieldfare/data" });
    expect(code).toBe(1);
    expect(said).toContain("DATA_DIR: the folder /proc/fieldfare/data cannot be made (ENOENT)");
  });
});

describe("The folder of the data", () => {
  it("is made with the folders above it, and may be there", async () => {
    const path = join(folder, "a", "b", "c");
    await makeDataFolder(path);
    await makeDataFolder(path);
    expect((await stat(path)).isDirectory()).toBe(true);
  });

  it("is no file", async () => {
    await mkdir(join(folder, "d"));
    await writeFile(join(folder, "d", "file"), "");
    await expect(makeDataFolder(join(folder, "d", "file"))).rejects.toThrow(/^DATA_DIR: .*EEXIST/);
    await expect(makeDataFolder(join(folder, "d", "file", "e"))).rejects.toThrow(
      /^DATA_DIR: .*ENOTDIR/,
    );
  });
});
