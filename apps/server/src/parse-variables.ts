import { isIP, isIPv4 } from "node:net";
import { type OfficeRole, officeRoles } from "@fieldfare/contract/office";
import { defaultDampPeriods, type DampPeriods } from "@fieldfare/domain";
import type { OidcSettings } from "./config.ts";

/** Returns the parts of a text between commas, without spaces around them and without empty ones. */
export function splitList(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Reads headers such as `authorization=Bearer%20secret`, with commas between them. Null: one of them is no such pair. */
export function parseHeaders(text: string): Readonly<Record<string, string>> | null {
  const headers: Record<string, string> = {};
  for (const pair of splitList(text)) {
    const [, name, value] = /^([\w-]+)=((?:[^%]|%[0-9a-f]{2})+)$/i.exec(pair) ?? [];
    if (name === undefined || value === undefined) return null;
    try {
      headers[name] = decodeURIComponent(value);
    } catch {
      return null;
    }
  }
  return headers;
}

/** Reads pairs such as `investigation=10`. What is not named keeps its default. Null: one of them is no such pair. */
export function parseDampPeriods(text: string): DampPeriods | null {
  const periods = new Map<string, number>(Object.entries(defaultDampPeriods));
  const named = new Set<string>();
  for (const pair of splitList(text)) {
    const [, name = "", value = ""] = /^(\w+)=([1-9]\d{0,2})$/.exec(pair) ?? [];
    if (!periods.has(name) || named.has(name) || Number(value) > 366) return null;
    named.add(name);
    periods.set(name, Number(value));
  }
  const read = (name: keyof DampPeriods) => periods.get(name) ?? defaultDampPeriods[name];
  return {
    investigation: read("investigation"),
    summary: read("summary"),
    safety: read("safety"),
    works: read("works"),
    latestWorks: read("latestWorks"),
    emergency: read("emergency"),
  };
}

/** Reads pairs such as `office-admins=administrator`. Null: one of them is no such pair. The last `=` parts a pair. */
export function parseRoles(text: string): Pick<OidcSettings, "roles" | "engineers"> | null {
  const roles: [string, OfficeRole][] = [];
  const engineers: string[] = [];
  for (const pair of text.split(",")) {
    const at = pair.lastIndexOf("=");
    const value = pair.slice(0, Math.max(at, 0)).trim();
    const name = pair.slice(at + 1).trim();
    const role = officeRoles.find((known) => known === name);
    if (value === "" || (role === undefined && name !== "engineer")) return null;
    if (role) roles.push([value, role]);
    else engineers.push(value);
  }
  return { roles: Object.fromEntries(roles), engineers };
}

/**
 * Reads `off`, a number of proxies, or a list of addresses and networks. Returns undefined for anything else: `on`
 * would trust an address that the client may have forged.
 */
export function readProxies(text = "off"): number | string[] | false | undefined {
  if (["off", "false", "no", "0"].includes(text.toLowerCase())) return false;
  if (/^[1-9]$/.test(text)) return Number(text);
  const networks = text.split(",").map((network) => network.trim());
  // A network of all addresses is `on` in other words.
  const isEverywhere = (network: string) => /\/0+$/.test(network);
  return networks.every((network) => isNetwork(network) && !isEverywhere(network))
    ? networks
    : undefined;
}

/** Whether the text is an address or a network such as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  const [ip = "", bits, more] = text.split("/");
  if (isIP(ip) === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv4(ip) ? 32 : 128));
}

/** Whether the host is this machine. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}
