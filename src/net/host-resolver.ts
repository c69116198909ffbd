import { promises as dns } from "node:dns";

/** The addresses of a host; an error when it has none. */
export type HostResolver = (hostname: string) => Promise<string[]>;

const attemptMs = 2000;

/** Names of this host (RFC 6761), whatever a name server answers. */
const ownName = /^(?:(?:[^.]+\.)*localhost|localhost\.localdomain|ip6-(?:localhost|loopback))\.?$/i;

/**
 * Asks the given name servers, or those of the system. It does not use `getaddrinfo` first: that occupies one of the few
 * threads of the process until a slow name server answers. Without servers of its own, names that DNS does not know are
 * looked up in the system's hosts file.
 */
export function createHostResolver(servers: readonly string[]): HostResolver {
  const resolver = new dns.Resolver({ timeout: attemptMs, tries: 2 });
  if (servers.length > 0) resolver.setServers([...servers]);
  return async (hostname) => {
    if (ownName.test(hostname)) return ["127.0.0.1", "::1"];
    const families = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = families.flatMap((family) => (family.status === "fulfilled" ? family.value : []));
    if (found.length > 0) return found;
    const isSlow = families.some((family) => family.status === "rejected" && isTimeout(family.reason));
    if (servers.length > 0 || isSlow) throw new Error("the name does not resolve");
    return (await dns.lookup(hostname, { all: true })).map(({ address }) => address);
  };
}

const isTimeout = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ETIMEOUT";
