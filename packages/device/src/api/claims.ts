import { tokenClaims, type TokenClaims } from "@fieldfare/contract";

/** The claims of a token, read without its key: only the server can tell whether it is genuine. */
export function readClaims(token: string): TokenClaims | null {
  const body = token.split(".")[1];
  if (body === undefined) return null;
  try {
    const binary = atob(body.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const parsed = tokenClaims.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
