import { isIPv4, isIPv6 } from "node:net";

/**
 * The part of a client's address that its user cannot change at will: an IPv4 address, or the first 64 bits of an IPv6
 * address, of which a connection usually has 2^64.
 */
export function toNetwork(address: string): string {
  const plain = address.replace(/%.*$/, "").toLowerCase();
  const mapped = plain.startsWith("::ffff:") ? plain.slice("::ffff:".length) : "";
  if (isIPv4(mapped)) return mapped;
  if (!isIPv6(plain)) return plain;
  const [start = "", end] = plain.split("::");
  const splitGroups = (text: string) => text.split(":").filter((group) => group !== "");
  const first = splitGroups(start);
  const last = splitGroups(end ?? "");
  // A dotted last part stands for two groups.
  const count = first.length + last.length + (plain.includes(".") ? 1 : 0);
  const groups = end === undefined ? first : [...first, ...Array.from({ length: 8 - count }, () => "0"), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
