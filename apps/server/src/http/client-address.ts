import type { FastifyInstance } from "fastify";
import type { ServerConfig } from "../config.ts";
import { createNetworkCheck, normaliseAddress } from "./ip-addresses.ts";

/**
 * Builds Fastify's option `trustProxy`. With a number of proxies, only the nearest ones are trusted: the client may have
 * forged the addresses before them.
 */
export function buildTrustProxy(proxies: ServerConfig["trustProxy"]) {
  if (proxies === false) return false;
  if (typeof proxies === "number") return (_address: string, hop: number) => hop < proxies;
  const isProxy = createNetworkCheck(proxies);
  return (entry: string) => {
    const address = readForwardedAddress(entry);
    return address !== null && isProxy(address);
  };
}

/**
 * Makes `request.ip` an address for limits and the audit: a valid one in its one form. `X-Forwarded-For` may hold any
 * text of a client. What is no address there names nobody, so the address of the proxy that passed it on is taken.
 */
export function checkClientAddresses(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    const { ip, ips = [ip] } = request;
    Object.defineProperty(request, "ip", { value: findClientAddress(ips) ?? ip });
  });
}

/** Returns the last valid address from the server towards the client. */
function findClientAddress(hops: readonly string[]): string | null {
  let client: string | null = null;
  for (const hop of hops) {
    const address = readForwardedAddress(hop);
    if (address === null) break;
    client = address;
  }
  return client;
}

/** Reads an entry of `X-Forwarded-For`. Some proxies add a port, which each connection has for itself. */
function readForwardedAddress(entry: string | undefined): string | null {
  const [, ipv6, ipv4] = /^(?:\[(.+)\]|([\d.]+))(?::\d{1,5})?$/.exec(entry ?? "") ?? [];
  return normaliseAddress(ipv6 ?? ipv4 ?? entry ?? "");
}
