import type { Random } from "@fieldfare/device/testing";

/** A JPEG of one frame header and random bytes: enough for code that checks the type of the image. */
export function aPhoto(random: Random): Blob {
  const frame = [0xff, 0xc0, 0x00, 0x11, 0x08, 0x00, 0x20, 0x00, 0x20, 0x03];
  const bytes = random.bytes(200 + random.below(400));
  return new Blob([new Uint8Array([0xff, 0xd8, ...frame]), bytes, new Uint8Array([0xff, 0xd9])], {
    type: "image/jpeg",
  });
}

/** One white pixel as PNG. */
export const signature =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
