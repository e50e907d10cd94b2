import { posix } from "node:path";

/** The packages that each package may import; one that is not listed may import `defaultImports`. */
const allowedImports: Readonly<Record<string, readonly string[]>> = {
  "packages/domain": [],
  "packages/contract": ["packages/domain"],
  "packages/device": ["packages/domain", "packages/contract"],
  "packages/forms": ["packages/domain", "packages/contract"],
  "packages/documents": ["packages/domain", "packages/contract"],
  "apps/engineer": [
    "packages/domain",
    "packages/contract",
    "packages/device",
    "packages/forms",
    "packages/documents",
  ],
  "apps/server": ["packages/domain", "packages/contract", "packages/forms", "packages/documents"],
};
const defaultImports = ["packages/domain", "packages/contract"];

/** External modules that a package may not import, except in tests. */
const refusedExternals: readonly { packagePath: RegExp; refused: RegExp; why: string }[] = [
  { packagePath: /^packages\/domain$/, refused: /./, why: "the domain depends on nothing" },
  {
    packagePath: /^packages\/contract$/,
    refused: /^(?!zod(\/|$))/,
    why: "the contract depends on zod alone",
  },
  {
    packagePath: /^packages\/forms$/,
    refused: /^(?!survey-core$)/,
    why: "forms run on the server too, so they use only the core of the form library",
  },
  {
    packagePath: /^packages\/documents$/,
    refused: /^(?!(pdfkit|fflate|uqr|bidi-js)(\/|$))/,
    why: "documents are drawn on the phone too",
  },
  {
    packagePath: /^packages\/device$/,
    refused: /^(node:|react(-|\/|$)|@mantine\/|@tanstack\/react)/,
    why: "the device runs without a screen, in the page, in the worker and in Node",
  },
  { packagePath: /^apps\/(?!server$)/, refused: /^node:/, why: "this runs in a browser" },
];

type Layer = readonly [pattern: RegExp, height: number];

/**
 * The folders of a package by layer: a file imports from its own layer or from a lower one.
 * The first pattern that matches counts, so the last line covers every new folder.
 */
const layers: readonly { packagePath: RegExp; layers: readonly Layer[] }[] = [
  {
    packagePath: /^packages\/device$/,
    layers: [
      // A test opens a whole device.
      [/^src\/(index|browser)\.ts$|^src\/testing\/|\.test\.ts$/, 9],
      [/^src\/browser\//, 6],
      [/^src\/(polling|export|import|rescue)\//, 5],
      [/^src\/(actions|reading)\//, 4],
      [/^src\/(outbox|drafts|reference-data)\//, 3],
      [/^src\/(api|session|camera)\//, 2],
      [/^src\//, 1],
    ],
  },
  {
    packagePath: /^packages\/forms$/,
    layers: [
      [/\.test\.ts$|^src\/testing\//, 8],
      [/^src\/index\.ts$/, 8],
      [/^src\/session\//, 5],
      [/^src\/(validation|definition-check)\//, 4],
      [/^src\/library\//, 3],
      [/^src\/sources\//, 2],
      [/^src\//, 1],
    ],
  },
  {
    packagePath: /^apps\/server$/,
    layers: [
      // The test of an area starts the whole app.
      [/\.test\.ts$|^src\/testing\//, 8],
      [/^src\/(main|start)\.ts$/, 9],
      [/^src\/(app|index|testing)\.ts$/, 8],
      [/^src\/demo\//, 5],
      [/^src\/areas\//, 4],
      [/^src\/(database\/|[^/]+$)/, 1],
      [/^src\//, 3],
    ],
  },
  {
    packagePath: /^apps\/(?!server$)/,
    layers: [
      [/^src\/[^/]+$/, 9],
      // Pages of their own: the app imports nothing of them.
      [/^src\/(catalogue|form-preview)\//, 6],
      [/^src\/app\//, 5],
      [/^src\/features\//, 4],
      [/^src\/ui\//, 1],
      [/^src\//, 2],
    ],
  },
];

/**
 * Returns why `file` (a path from the root of the repository) may not import `specifier`, or undefined when it may.
 */
export function findImportViolation(file: string, specifier: string): string | undefined {
  const from = locateFile(file);
  if (!from || from.packagePath === "proof") return undefined;
  const isTest = /\.test\.tsx?$|^src\/testing\//.test(from.path);

  if (!specifier.startsWith(".")) {
    const named = /^@fieldfare\/([^/]+)/.exec(specifier)?.[1];
    if (!named) return isTest ? undefined : checkExternalImport(from.packagePath, specifier);
    if (from.path.startsWith("src/ui/"))
      return "components in ui are independent of jobs: they import no other package";
    return checkPackageImport(from.packagePath, findPackage(named));
  }

  const target = posix.normalize(posix.join(posix.dirname(file), specifier));
  const to = locateFile(target);
  if (!to || to.packagePath !== from.packagePath) {
    return to && checkPackageImport(from.packagePath, to.packagePath) === undefined
      ? `import @fieldfare/${to.packagePath.split("/")[1]} by its name: its index exports what others may use`
      : `${from.packagePath} may not import files of ${to?.packagePath ?? target}`;
  }
  return checkLayerImport(from, to);
}

type FileLocation = { readonly packagePath: string; readonly path: string };

function locateFile(file: string): FileLocation | undefined {
  const match = /^(packages\/[^/]+|apps\/[^/]+|proof)\/(.+)$/.exec(file);
  return match?.[1] && match[2] ? { packagePath: match[1], path: match[2] } : undefined;
}

function findPackage(name: string): string {
  if (name === "proof") return name;
  return `packages/${name}` in allowedImports ? `packages/${name}` : `apps/${name}`;
}

function checkPackageImport(from: string, to: string): string | undefined {
  const allowed = allowedImports[from] ?? defaultImports;
  if (from === to) return `${from} imports its own files by their path`;
  return allowed.includes(to) ? undefined : `${from} may not import ${to}`;
}

function checkExternalImport(packagePath: string, specifier: string): string | undefined {
  const hit = refusedExternals.find(
    (entry) => entry.packagePath.test(packagePath) && entry.refused.test(specifier),
  );
  return hit && `${packagePath} may not import ${specifier}: ${hit.why}`;
}

function checkLayerImport(from: FileLocation, to: FileLocation): string | undefined {
  const places = layers.find(({ packagePath }) => packagePath.test(from.packagePath))?.layers;
  if (!places || !from.path.startsWith("src/")) return undefined;
  const fromFeature = findFeature(from);
  const toFeature = findFeature(to);
  if (fromFeature && toFeature && fromFeature !== toFeature) {
    return `feature ${fromFeature} may not import feature ${toFeature}`;
  }
  if (from.packagePath.startsWith("apps/")) {
    if (isWorker(from) && /^src\/(app|features|ui)\//.test(to.path))
      return "the worker may not import screens";
    if (!isWorker(from) && isWorker(to)) return "the page and its worker communicate by messages";
  }
  return layerHeight(places, to.path) > layerHeight(places, from.path)
    ? `${from.path} may not import ${to.path}: it is in a higher layer`
    : undefined;
}

function findFeature(place: FileLocation): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(place.path)?.[1];
}

function isWorker(place: FileLocation): boolean {
  return place.packagePath !== "apps/server" && place.path.startsWith("src/worker/");
}

function layerHeight(places: readonly Layer[], path: string): number {
  return places.find(([place]) => place.test(path))?.[1] ?? 0;
}
