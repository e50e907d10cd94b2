/** Letters and digits that nobody takes for each other: 32, so that a byte chooses each as often. */
const letters = "abcdefghijkmnpqrstuvwxyz23456789";

/** Returns a random password that can be read out, with 80 bits: "k3mp-x7ra-9wdt-hq2c". */
export function makePassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const chosen = Array.from(bytes, (byte) => letters.charAt(byte % letters.length)).join("");
  return chosen.replace(/(.{4})(?=.)/g, "$1-");
}
