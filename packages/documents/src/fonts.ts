/** The regular and bold font files. */
export interface Fonts {
  readonly regular: Uint8Array;
  readonly bold: Uint8Array;
}

/** The URLs of the fonts: files for a server, addresses of the app for a phone. */
export const fontAddresses = {
  regular: new URL("../fonts/DejaVuSansCondensed.ttf", import.meta.url),
  bold: new URL("../fonts/DejaVuSansCondensed-Bold.ttf", import.meta.url),
} as const;
