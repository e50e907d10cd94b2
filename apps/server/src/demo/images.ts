import { listKeys } from "@fieldfare/domain";
import { crc32, deflateSync } from "node:zlib";

type Colour = readonly [red: number, green: number, blue: number];
type Paint = (x: number, y: number) => Colour | null;

const photo = { width: 480, height: 360 } as const;

const white: Colour = [246, 246, 243];
const dark: Colour = [44, 52, 58];
const copper: Colour = [188, 112, 66];
const chrome: Colour = [176, 184, 190];
const red: Colour = [198, 52, 44];
const green: Colour = [76, 176, 88];

/** Drawings in place of camera photos. Later layers cover earlier ones. */
const imageLayers = {
  boiler: [
    wall([214, 205, 188]),
    box(150, 30, 180, 230, dark),
    box(154, 34, 172, 222, white),
    box(190, 200, 100, 34, dark),
    disc(205, 217, 8, green),
    ...[170, 205, 240, 275, 305].map((x) => box(x, 260, 8, 100, copper)),
  ],
  card: [
    wall([96, 74, 66]),
    box(70, 0, 340, 360, [58, 92, 82]),
    box(90, 30, 140, 120, [72, 108, 97]),
    box(250, 30, 140, 120, [72, 108, 97]),
    box(190, 196, 100, 22, chrome),
    box(198, 202, 84, 10, dark),
    box(170, 210, 120, 78, white),
    box(182, 222, 96, 10, red),
    ...[242, 256, 270].map((y) => box(182, y, 84, 4, dark)),
    disc(370, 200, 12, chrome),
  ],
  gauge: [
    wall([120, 126, 130]),
    disc(240, 180, 140, dark),
    disc(240, 180, 128, white),
    ring(240, 180, 96, 110, (angle) => (angle > 0.6 && angle < 1.6 ? red : green)),
    needle(240, 180, 100, -0.7, dark),
    disc(240, 180, 12, dark),
  ],
  alarm: [
    wall([226, 226, 220]),
    disc(244, 186, 112, [170, 170, 164]),
    disc(240, 180, 110, white),
    ring(240, 180, 70, 74, () => chrome),
    disc(240, 250, 6, green),
  ],
  tap: [
    wall([196, 208, 214]),
    box(0, 250, 480, 110, [92, 84, 76]),
    box(225, 110, 30, 150, chrome),
    box(225, 110, 130, 26, chrome),
    box(335, 110, 20, 60, chrome),
    disc(240, 96, 22, dark),
  ],
  damp: [wall([222, 216, 200]), mould(), box(0, 300, 480, 60, [150, 122, 92])],
} as const satisfies Record<string, readonly Paint[]>;

export type DemoImageName = keyof typeof imageLayers;

let drawnImages: ReadonlyMap<DemoImageName, Buffer> | undefined;

/** Draws the demo's photos as PNG, with the same bytes every time. */
export function demoImages(): ReadonlyMap<DemoImageName, Buffer> {
  drawnImages ??= new Map(
    listKeys(imageLayers).map((name) => [name, png(photo, imageLayers[name])]),
  );
  return drawnImages;
}

export const demoImageSize = photo;

/** Draws an unreadable signature, as a data URL. */
export function demoSignature(): string {
  const size = { width: 320, height: 110 };
  const stroke: Paint = (x, y) => {
    const wave = 55 + 26 * Math.sin(x / 11) * Math.cos(x / 47) + 10 * Math.sin(x / 5);
    return x > 24 && x < 296 && Math.abs(y - wave) < 2.4 ? dark : null;
  };
  return `data:image/png;base64,${png(size, [() => [255, 255, 255], stroke]).toString("base64")}`;
}

function wall([r, g, b]: Colour): Paint {
  return (_x, y) => [r - y / 12, g - y / 12, b - y / 12];
}

function box(left: number, top: number, width: number, height: number, colour: Colour): Paint {
  return (x, y) => (x >= left && x < left + width && y >= top && y < top + height ? colour : null);
}

function disc(centreX: number, centreY: number, radius: number, colour: Colour): Paint {
  return (x, y) => (Math.hypot(x - centreX, y - centreY) <= radius ? colour : null);
}

function ring(
  centreX: number,
  centreY: number,
  inner: number,
  outer: number,
  colourAt: (angle: number) => Colour,
): Paint {
  return (x, y) => {
    const distance = Math.hypot(x - centreX, y - centreY);
    if (distance < inner || distance > outer || y > centreY + inner / 2) return null;
    return colourAt(Math.atan2(x - centreX, centreY - y));
  };
}

function needle(x0: number, y0: number, length: number, angle: number, colour: Colour): Paint {
  const [dx, dy] = [Math.sin(angle), -Math.cos(angle)];
  return (x, y) => {
    const along = (x - x0) * dx + (y - y0) * dy;
    const aside = Math.abs((x - x0) * dy - (y - y0) * dx);
    return along > 0 && along < length && aside < 3 ? colour : null;
  };
}

/** Draws spots that gather in a corner. */
function mould(): Paint {
  return (x, y) => {
    const grain = Math.sin(x * 12.9898 + y * 78.233) * 43_758.5453;
    const spot = grain - Math.floor(grain);
    return spot < 0.9 - Math.hypot(x, y) / 260 ? [88, 92, 78] : null;
  };
}

function png({ width, height }: { width: number; height: number }, layers: readonly Paint[]) {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const colour = layers.reduce<Colour>((under, paint) => paint(x, y) ?? under, white);
      rows.set(colour, y * (1 + width * 3) + 1 + x * 3);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits for each of red, green and blue.
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}
