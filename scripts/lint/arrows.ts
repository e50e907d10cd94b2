import { posix } from "node:path";

/** Which rooms a room may import; every room not named here may import `unnamedRoom`. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  "packages/domain": [],
  "packages/contract": ["packages/domain"],
  "packages/device": ["packages/domain", "packages/contract"],
  "packages/forms": ["packages/domain", "packages/contract"],
  "packages/papers": ["packages/domain", "packages/contract"],
  "apps/engineer": [
    "packages/domain",
    "packages/contract",
    "packages/device",
    "packages/forms",
    "packages/papers",
  ],
  "apps/office": ["packages/domain", "packages/contract"],
  "apps/server": ["packages/domain", "packages/contract", "packages/forms", "packages/papers"],
};
const unnamedRoom = ["packages/domain", "packages/contract"];

/** What a room may take from outside of the repository, tests aside. */
const outsiders: readonly { room: RegExp; refused: RegExp; why: string }[] = [
  { room: /^packages\/domain$/, refused: /./, why: "the domain depends on nothing" },
  {
    room: /^packages\/contract$/,
    refused: /^(?!zod(\/|$))/,
    why: "the contract depends on zod alone",
  },
  {
    room: /^packages\/forms$/,
    refused: /^(?!survey-core$)/,
    why: "forms run on the server too: the form library's core alone",
  },
  {
    room: /^packages\/papers$/,
    refused: /^(?!(pdfkit|fflate|uqr|bidi-js)(\/|$))/,
    why: "papers are drawn on the phone too",
  },
  {
    room: /^packages\/device$/,
    refused: /^(node:|react(-|\/|$)|@mantine\/|@tanstack\/react)/,
    why: "the device runs without a screen, in the page, in the worker and in Node",
  },
  { room: /^apps\/(?!server$)/, refused: /^node:/, why: "this runs in a browser" },
];

type Layer = readonly [place: RegExp, height: number];

/**
 * Folders of a room by height: a file imports from its own height or from below.
 * The first place that fits counts, so the last line catches every new folder.
 */
const layers: readonly { room: RegExp; layers: readonly Layer[] }[] = [
  {
    room: /^packages\/device$/,
    layers: [
      // A test opens a whole device.
      [/^src\/(index|browser)\.ts$|^src\/testing\/|\.test\.ts$/, 9],
      [/^src\/browser\//, 6],
      [/^src\/(sync|export|import|rescue)\//, 5],
      [/^src\/(actions|reading)\//, 4],
      [/^src\/outbox\//, 3],
      [/^src\/(api|session|camera)\//, 2],
      [/^src\//, 1],
    ],
  },
  {
    room: /^apps\/server$/,
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
    room: /^apps\/(?!server$)/,
    layers: [
      [/^src\/[^/]+$/, 9],
      [/^src\/app\//, 5],
      [/^src\/features\//, 4],
      [/^src\/ui\//, 1],
      [/^src\//, 2],
    ],
  },
];

/**
 * Why `file` (a path from the root of the repository) may not import `specifier`,
 * or nothing when it may.
 */
export function forbiddenArrow(file: string, specifier: string): string | undefined {
  const from = placeOf(file);
  if (!from || from.room === "proof") return undefined;
  const isTest = /\.test\.tsx?$|^src\/testing\//.test(from.path);

  if (!specifier.startsWith(".")) {
    const named = /^@fieldfare\/([^/]+)/.exec(specifier)?.[1];
    if (!named) return isTest ? undefined : refusedOutsider(from.room, specifier);
    if (from.path.startsWith("src/ui/"))
      return "parts in ui know no jobs: they import no other room";
    return refusedRoom(from.room, roomNamed(named));
  }

  const target = posix.normalize(posix.join(posix.dirname(file), specifier));
  const to = placeOf(target);
  if (!to || to.room !== from.room) {
    return to && refusedRoom(from.room, to.room) === undefined
      ? `import @fieldfare/${to.room.split("/")[1]} by its name: its index is its face`
      : `${from.room} may not reach into ${to?.room ?? target}`;
  }
  return refusedLayer(from, to);
}

type Place = { readonly room: string; readonly path: string };

function placeOf(file: string): Place | undefined {
  const match = /^(packages\/[^/]+|apps\/[^/]+|proof)\/(.+)$/.exec(file);
  return match?.[1] && match[2] ? { room: match[1], path: match[2] } : undefined;
}

function roomNamed(name: string): string {
  if (name === "proof") return name;
  return `packages/${name}` in rooms ? `packages/${name}` : `apps/${name}`;
}

function refusedRoom(from: string, to: string): string | undefined {
  const allowed = rooms[from] ?? unnamedRoom;
  if (from === to) return `${from} imports its own files by their path`;
  return allowed.includes(to) ? undefined : `${from} may not import ${to}`;
}

function refusedOutsider(room: string, specifier: string): string | undefined {
  const hit = outsiders.find((entry) => entry.room.test(room) && entry.refused.test(specifier));
  return hit && `${room} may not import ${specifier}: ${hit.why}`;
}

function refusedLayer(from: Place, to: Place): string | undefined {
  const places = layers.find(({ room }) => room.test(from.room))?.layers;
  if (!places || !from.path.startsWith("src/")) return undefined;
  const fromFeature = featureOf(from);
  const toFeature = featureOf(to);
  if (fromFeature && toFeature && fromFeature !== toFeature) {
    return `feature ${fromFeature} may not import feature ${toFeature}`;
  }
  if (from.room.startsWith("apps/")) {
    if (isWorker(from) && /^src\/(app|features|ui)\//.test(to.path))
      return "the worker has no screen";
    if (!isWorker(from) && isWorker(to)) return "the page and its worker talk by messages";
  }
  return heightOf(places, to.path) > heightOf(places, from.path)
    ? `${from.path} may not import ${to.path}: it stands above`
    : undefined;
}

function featureOf(place: Place): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(place.path)?.[1];
}

function isWorker(place: Place): boolean {
  return place.room !== "apps/server" && place.path.startsWith("src/worker/");
}

function heightOf(places: readonly Layer[], path: string): number {
  return places.find(([place]) => place.test(path))?.[1] ?? 0;
}
