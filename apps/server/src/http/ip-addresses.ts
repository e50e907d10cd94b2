import { BlockList, isIPv4, isIPv6, SocketAddress } from "node:net";

/**
 * Returns the one form of an IP address: IPv6 short and in lower case, without the zone, which may be any text, and
 * IPv4 also where it is mapped into IPv6. Null: the text is no IP address.
 */
export function normaliseAddress(text: string): string | null {
  if (isIPv4(text)) return text;
  if (!isIPv6(text)) return null;
  const { address } = new SocketAddress({ address: text.replace(/%.*$/, ""), family: "ipv6" });
  return /^::ffff:([\d.]+)$/.exec(address)?.[1] ?? address;
}

/**
 * Returns what limits count an address as. A connection with IPv6 has the last 64 bits of its address for itself: a client
 * that has one address there has them all. A translator (NAT64) puts each address of IPv4 behind the same 64 bits, so there
 * the address of IPv4 counts.
 */
export function findCountedNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = readGroups(address);
  if (translated.every((group, index) => groups[index] === group))
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join(".");
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${normaliseAddress(`${network.join(":")}::`)}/64`;
}

/** How an address that a translator has made of one of IPv4 begins: `64:ff9b::/96` (RFC 6052). */
const translated = [0x64, 0xff9b, 0, 0, 0, 0];

/** Returns the eight numbers of an address of IPv6. */
function readGroups(address: string): number[] {
  const [before = [], after] = address.split("::").map(readPart);
  const missing = after ? 8 - before.length - after.length : 0;
  return [...before, ...Array.from({ length: missing }, () => 0), ...(after ?? [])];
}

/** The numbers of a part of an address. IPv4 at its end is two of them. */
function readPart(part: string): number[] {
  if (part === "") return [];
  return part.split(":").flatMap((group) => {
    if (!isIPv4(group)) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}

/** Returns a function that tells whether an address is in one of the networks, such as `10.1.0.0/16` or `fd00::/8`. */
export function createNetworkCheck(networks: readonly string[]): (address: string) => boolean {
  // A wide network of IPv6 would contain every address of IPv4 in a common list.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const network of networks) {
    const [ip = "", bits] = network.split("/");
    const address = normaliseAddress(ip) ?? ip;
    const family = readFamily(address);
    const maxBits = family === "ipv4" ? 32 : 128;
    const mappedBits = family === "ipv4" && isIPv6(ip) ? 96 : 0;
    const prefix = bits === undefined ? maxBits : Number(bits) - mappedBits;
    // Fewer bits than those that map IPv4 are a network of IPv6.
    if (prefix < 0) lists.ipv6.addSubnet(ip, Number(bits), "ipv6");
    else lists[family].addSubnet(address, prefix, family);
  }
  return (text) => {
    const address = normaliseAddress(text);
    return address !== null && lists[readFamily(address)].check(address, readFamily(address));
  };
}

function readFamily(address: string): "ipv4" | "ipv6" {
  return isIPv4(address) ? "ipv4" : "ipv6";
}
