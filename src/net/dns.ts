import { Resolver } from "node:dns/promises";

/** DNS lookups. A missing name or record is an empty result; an unreachable name server is an error. */
export type Dns = {
  /** Each record as one joined string. */
  txt(name: string): Promise<string[]>;
  mx(name: string): Promise<{ exchange: string; priority: number }[]>;
  cname(name: string): Promise<string[]>;
};

/** No name server answered, or all answered with a failure. */
export class DnsUnavailable extends Error {
  constructor(name: string, options?: ErrorOptions) {
    super(`DNS lookup of ${name} failed`, options);
    this.name = "DnsUnavailable";
  }
}

/** Timeout of one try and of all tries together. */
export type DnsLimits = { readonly attemptMs: number; readonly totalMs: number };
const defaultLimits: DnsLimits = { attemptMs: 2000, totalMs: 6000 };

const noRecordCodes = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);

const isNoRecord = (error: unknown): boolean =>
  error instanceof Error && "code" in error && typeof error.code === "string" && noRecordCodes.has(error.code);

/** Uses the given name servers, or the system's. */
export function createDns(servers: readonly string[], limits = defaultLimits): Dns {
  const resolver = new Resolver({ timeout: limits.attemptMs, tries: 2 });
  if (servers.length > 0) resolver.setServers([...servers]);
  const inTime = <Found>(name: string, asked: Promise<Found[]>) => emptyIfNoRecord(name, asked, limits.totalMs);
  return {
    txt: async (name) => (await inTime(name, resolver.resolveTxt(name))).map((chunks) => chunks.join("")),
    mx: (name) => inTime(name, resolver.resolveMx(name)),
    cname: async (name) => (await inTime(name, resolver.resolveCname(name))).map(normalizeName),
  };
}

/** Normalized for comparison: lower case, no trailing dot. */
const normalizeName = (name: string) => name.toLowerCase().replace(/\.$/, "");

async function emptyIfNoRecord<Found>(name: string, asked: Promise<Found[]>, limitMs: number): Promise<Found[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DnsUnavailable(name)), limitMs);
  });
  try {
    return await Promise.race([asked, late]);
  } catch (error) {
    if (isNoRecord(error)) return [];
    throw error instanceof DnsUnavailable ? error : new DnsUnavailable(name, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
