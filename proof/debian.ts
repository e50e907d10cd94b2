import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { extract } from "tar";
import xz from "xz-decompress";

/**
 * The release whose packages are used. Its main part is frozen except for point releases, and its libraries run on
 * every Linux with glibc 2.36 or later.
 */
const release = "bookworm";
const mirror = process.env["DEBIAN_MIRROR"] ?? "https://deb.debian.org/debian";
const parallelDownloads = 6;

/** Where programs are unpacked, once for all runs. */
export const cacheFolder = fileURLToPath(new URL("../node_modules/.cache", import.meta.url));

/** One package of the release's index. */
interface DebianPackage {
  readonly name: string;
  readonly version: string;
  /** The names that it needs; of alternatives the first. */
  readonly needs: readonly string[];
  /** Below the mirror's address. */
  readonly path: string;
  readonly sha256: string;
}

interface Wanted {
  readonly names: readonly string[];
  /** Packages that are left out, with what only they need. */
  readonly without: readonly string[];
}

/**
 * Unpacks Debian packages, with those that they need, into `folder`, unless that was done before. Nothing is installed:
 * no script of a package runs, and no file outside of `folder` changes. `finish` changes the unpacked files. Throws if
 * the mirror cannot be reached, or a file is not the one that the index names.
 */
export async function unpackPackages(
  folder: string,
  wanted: Wanted,
  finish: (draft: string) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  if (existsSync(folder)) return;
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new Error("Debian's packages for Linux x64 do not run on this machine");
  const packages = resolve(await readIndex(), wanted);
  // A killed run leaves no folder that looks complete.
  const draft = `${folder}.${process.pid}`;
  try {
    await mkdir(draft, { recursive: true });
    const waiting = [...packages];
    const unpackNext = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await unpack(next, draft);
    };
    await Promise.all(Array.from({ length: parallelDownloads }, unpackNext));
    await finish(draft);
    const list = packages.map(({ name, version }) => `${name} ${version}\n`);
    await writeFile(join(draft, "packages.txt"), list.toSorted().join(""));
    // Another run may have been faster: its folder is used.
    await rename(draft, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** The packages of the release, by their names and by the names that they provide. */
async function readIndex(): Promise<ReadonlyMap<string, DebianPackage>> {
  const packed = await download(`dists/${release}/main/binary-amd64/Packages.gz`);
  const index = new Map<string, DebianPackage>();
  const provided = new Map<string, DebianPackage>();
  for (const paragraph of gunzipSync(packed).toString().split("\n\n")) {
    const fields = new Map(
      paragraph.split("\n").flatMap((line) => {
        const [, field, value] = /^([\w-]+): (.*)$/.exec(line) ?? [];
        return field !== undefined && value !== undefined ? [[field, value] as const] : [];
      }),
    );
    const name = fields.get("Package");
    if (name === undefined) continue;
    const found = {
      name,
      version: fields.get("Version") ?? "",
      needs: [...splitNames(fields.get("Pre-Depends")), ...splitNames(fields.get("Depends"))],
      path: fields.get("Filename") ?? "",
      sha256: fields.get("SHA256") ?? "",
    };
    index.set(name, found);
    for (const other of splitNames(fields.get("Provides")))
      if (!provided.has(other)) provided.set(other, found);
  }
  return new Map([...provided, ...index]);
}

/** The first name of each alternative, without version and architecture. */
function splitNames(list = ""): string[] {
  return list.split(",").flatMap((entry) => /^\s*([a-z0-9][a-z0-9+.-]+)/.exec(entry)?.[1] ?? []);
}

function resolve(
  index: ReadonlyMap<string, DebianPackage>,
  { names, without }: Wanted,
): readonly DebianPackage[] {
  const left = new Set(without);
  const found = new Set<DebianPackage>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (left.has(name)) continue;
    const entry = index.get(name);
    if (!entry) throw new Error(`Debian ${release} has no package ${name}`);
    if (found.has(entry) || left.has(entry.name)) continue;
    found.add(entry);
    waiting.push(...entry.needs);
  }
  return [...found];
}

async function download(path: string): Promise<Buffer> {
  const url = `${mirror}/${path}`;
  let lastError: unknown;
  for (let attempt = 0; attempt < 3; attempt += 1)
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(120_000) });
      if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}`);
      return Buffer.from(await answer.arrayBuffer());
    } catch (error) {
      lastError = error;
    }
  const reason = lastError instanceof Error ? lastError.message : String(lastError);
  throw new Error(`${url} cannot be had: ${reason}`, { cause: lastError });
}

/** Unpacks the files of one package. */
async function unpack({ name, path, sha256 }: DebianPackage, folder: string): Promise<void> {
  const archive = await download(path);
  const hash = createHash("sha256").update(archive).digest("hex");
  if (hash !== sha256) throw new Error(`${name} is not the package that the index names`);
  const packed = new Blob([findData(archive, name)]).stream();
  const files = Buffer.from(await new Response(new xz.XzReadableStream(packed)).arrayBuffer());
  // The user who runs the tests owns the files.
  await new Promise<void>((resolve, reject) => {
    const unpacking = extract({ cwd: folder, preserveOwner: false, noMtime: true });
    unpacking.once("close", resolve).once("error", reject);
    unpacking.end(files);
  });
}

/**
 * The compressed files of a package, which is an archive of the format `ar`: after eight bytes each member has a header
 * of 60 bytes, with its name at 0 and its length at 48, and begins at an even byte.
 */
function findData(archive: Buffer, name: string): Uint8Array<ArrayBuffer> {
  for (let start = 8; start + 60 <= archive.length;) {
    const member = archive.toString("latin1", start, start + 16).trim();
    const length = Number(archive.toString("latin1", start + 48, start + 58));
    const begin = start + 60;
    if (member === "data.tar.xz") return new Uint8Array(archive.subarray(begin, begin + length));
    start = begin + length + (length % 2);
  }
  throw new Error(`${name} has no data.tar.xz`);
}
