import { Resolver } from "node:dns/promises";
import { queryMx, TruncatedAnswer, type MxAnswer } from "./mx-query.ts";

/** DNS lookups. A missing name or record is an empty result; an unreachable name server is an error. */
export type Dns = {
  /** Each record as one joined string. */
  txt(name: string): Promise<string[]>;
  mx(name: string): Promise<{ exchange: string; priority: number }[]>;
  cname(name: string): Promise<string[]>;
  /** The mail servers with how long they may be cached. */
  mxWithTtl(name: string): Promise<MxAnswer>;
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
    mxWithTtl: (name) => lookUpMx(resolver, name, limits),
  };
}

/** Each name server in turn, until one answers. What does not fit into a datagram is asked again without the TTL. */
async function lookUpMx(resolver: Resolver, name: string, limits: DnsLimits): Promise<MxAnswer> {
  const startedAt = performance.now();
  let failure: unknown;
  for (const server of resolver.getServers()) {
    const leftMs = limits.totalMs - (performance.now() - startedAt);
    if (leftMs <= 0) break;
    try {
      return await queryMx(server, name, Math.min(limits.attemptMs, leftMs));
    } catch (error) {
      if (error instanceof TruncatedAnswer)
        return { records: await emptyIfNoRecord(name, resolver.resolveMx(name), leftMs), ttlS: undefined };
      failure = error;
    }
  }
  throw new DnsUnavailable(name, { cause: failure });
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
