import { BlockList, isIP } from "node:net";

type Range = readonly [address: string, prefix: number];

/** Loopback and private networks: allowed only by WEBHOOK_ALLOW_PRIVATE. */
const privateRanges: readonly Range[] = [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["::1", 128],
  ["fc00::", 7],
];

/** Addresses that are never public hosts; link-local ones reach the metadata services of clouds. */
const specialRanges: readonly Range[] = [
  ["0.0.0.0", 8],
  ["100.64.0.0", 10],
  ["169.254.0.0", 16],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

/** Only global unicast of IPv6 is public: mapped, translated, local and multicast addresses are excluded. */
const globalUnicast: readonly Range[] = [["2000::", 3]];

function toBlockList(ranges: readonly Range[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of ranges) list.addSubnet(address, prefix, isIP(address) === 6 ? "ipv6" : "ipv4");
  return list;
}

const privateList = toBlockList(privateRanges);
const specialList = toBlockList(specialRanges);
const globalList = toBlockList(globalUnicast);

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !privateList.check(address, "ipv4") && !specialList.check(address, "ipv4");
  return family === 6 && globalList.check(address, "ipv6") && !specialList.check(address, "ipv6");
}

export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && privateList.check(address, family === 6 ? "ipv6" : "ipv4");
}
