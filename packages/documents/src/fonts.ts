/** Both faces of the text, as the drawing takes them. */
export interface Fonts {
  readonly regular: Uint8Array;
  readonly bold: Uint8Array;
}

/** Where the faces lie: files for a server, addresses of the app for a phone. */
export const fontAddresses = {
  regular: new URL("../fonts/DejaVuSansCondensed.ttf", import.meta.url),
  bold: new URL("../fonts/DejaVuSansCondensed-Bold.ttf", import.meta.url),
} as const;
