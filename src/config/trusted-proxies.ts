import { BlockList, isIP } from "node:net";

/** Whether a proxy is trusted, by its address and its number of hops from this service; `false` trusts no proxy. */
export type TrustedProxies = false | ((address: string, hop: number) => boolean);

const maxHops = 32;

/** Parses a number of hops, or networks (`10.0.0.0/8`) separated by commas; undefined for anything else. */
export function parseTrustedProxies(text: string): TrustedProxies | undefined {
  const value = text.trim();
  if (value === "" || value === "0" || value === "false") return false;
  if (/^\d{1,2}$/.test(value)) {
    const hops = Number(value);
    return hops <= maxHops ? (_address, hop) => hop < hops : undefined;
  }
  return parseNetworks(value.split(",").map((network) => network.trim()));
}

function parseNetworks(networks: readonly string[]): TrustedProxies | undefined {
  const trusted = new BlockList();
  for (const network of networks) {
    const [, address = "", length] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(network) ?? [];
    const version = isIP(address);
    const bits = version === 4 ? 32 : 128;
    if (version === 0 || Number(length ?? bits) > bits) return undefined;
    trusted.addSubnet(address, Number(length ?? bits), toFamily(version));
  }
  return (address) => {
    const version = isIP(address);
    return version !== 0 && trusted.check(address, toFamily(version));
  };
}

const toFamily = (version: number) => (version === 4 ? "ipv4" : "ipv6");

/** Reads X-Forwarded-For from the right, because the client can write anything to the left of a trusted proxy's entry. */
export function forwardedAddress(peer: string, forwardedFor: string | undefined, trusted: TrustedProxies): string {
  if (trusted === false || forwardedFor === undefined) return peer;
  const forwarded = forwardedFor
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  let address = peer;
  for (let hop = 0; trusted(address, hop); hop += 1) {
    const next = forwarded.pop();
    if (next === undefined) break;
    address = next;
  }
  return address;
}
