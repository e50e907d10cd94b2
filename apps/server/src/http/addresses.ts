import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { createNetworkCheck } from "./ip-addresses.ts";

/** Addresses that are not on the public internet. */
const notPublic = new BlockList();
for (const [address, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  notPublic.addSubnet(address, prefix, "ipv4");

/** Global unicast is 2000::/3. These networks inside it lead to other addresses. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");
for (const [address, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  notPublic.addSubnet(address, prefix, "ipv6");

function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic.check(address, "ipv4");
    case 6:
      return globalUnicast.check(address, "ipv6") && !notPublic.check(address, "ipv6");
    default:
      return false;
  }
}

/** Which addresses the server connects to when somebody else names the endpoint. */
export interface AddressRule {
  /** Whether the server connects to an address. */
  isAllowed(address: string): boolean;
  /** Whether a name may have an allowed address. The connection checks what it resolves to. */
  isPossibleName(name: string): boolean;
  /**
   * Resolves a name and refuses it when any of its addresses is not allowed. The connection uses the checked address. Node
   * does not call it for an address.
   */
  readonly lookup: LookupFunction;
}

/** Why a connection was refused. */
export class AddressNotAllowed extends Error {
  override readonly name = "AddressNotAllowed";
}

/**
 * Allows public addresses, and those of `networks`, such as `10.1.0.0/16` or `fd00::/8`. With networks, a name that only a
 * local network knows is possible too.
 */
export function createAddressRule(networks: readonly string[] = []): AddressRule {
  const isOwn = createNetworkCheck(networks);
  const isAllowed = (address: string) => isPublicAddress(address) || isOwn(address);
  return {
    isAllowed,
    isPossibleName: (name) =>
      networks.length > 0 ||
      (name.includes(".") && !/(^|\.)(localhost|local|internal|home\.arpa)\.?$/i.test(name)),
    lookup(hostname, options, callback) {
      lookup(hostname, { ...options, all: true }, (error, addresses) => {
        if (error) return callback(error, "", 0);
        const [first] = addresses;
        if (!first || !addresses.every(({ address }) => isAllowed(address)))
          return callback(
            new AddressNotAllowed(`${hostname} has an address that is not allowed`),
            "",
            0,
          );
        if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      });
    },
  };
}

/** Returns the host of an address as Node takes it: an IPv6 address without brackets. */
export function readHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

const onlyPublic = createAddressRule();

/** Resolves a name and refuses it when any of its addresses is not public. */
export const lookupPublic = onlyPublic.lookup;

/**
 * Whether the server may call an endpoint that a client names: https, a public name or address, and no password.
 */
export function isPublicEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (url.protocol !== "https:" || url.username !== "" || url.password !== "") return false;
  return mayNameHost(onlyPublic, url);
}

/** Whether an endpoint has an allowed address, or a name that may have one. */
export function mayNameHost(rule: AddressRule, url: URL): boolean {
  const host = readHost(url);
  return isIP(host) === 0 ? rule.isPossibleName(host) : rule.isAllowed(host);
}
