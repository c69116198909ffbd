import { Resolver } from "node:dns/promises";

/** What the DNS says of a name. A name that is not there says nothing; that nobody answers is an error. */
export type Dns = {
  /** Each record as one text. */
  txt(name: string): Promise<string[]>;
  mx(name: string): Promise<{ exchange: string; priority: number }[]>;
  cname(name: string): Promise<string[]>;
};

/** No name server answered, or none of them could. */
export class DnsAway extends Error {
  constructor(name: string, options?: ErrorOptions) {
    super(`no answer about ${name}`, options);
    this.name = "DnsAway";
  }
}

/** For one try, and for all of them together. */
export type DnsLimits = { readonly tryMs: number; readonly wholeMs: number };
const usual: DnsLimits = { tryMs: 2000, wholeMs: 6000 };

const nothing = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);

const isNothing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && typeof error.code === "string" && nothing.has(error.code);

/** Asks the given name servers, or the system's. */
export function createDns(servers: readonly string[], limits = usual): Dns {
  const resolver = new Resolver({ timeout: limits.tryMs, tries: 2 });
  if (servers.length > 0) resolver.setServers([...servers]);
  const inTime = <Found>(name: string, asked: Promise<Found[]>) => answer(name, asked, limits.wholeMs);
  return {
    txt: async (name) => (await inTime(name, resolver.resolveTxt(name))).map((chunks) => chunks.join("")),
    mx: (name) => inTime(name, resolver.resolveMx(name)),
    cname: async (name) => (await inTime(name, resolver.resolveCname(name))).map(bareName),
  };
}

/** As it is compared: no case, no dot at its end. */
const bareName = (name: string) => name.toLowerCase().replace(/\.$/, "");

async function answer<Found>(name: string, asked: Promise<Found[]>, limitMs: number): Promise<Found[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DnsAway(name)), limitMs);
  });
  try {
    return await Promise.race([asked, late]);
  } catch (error) {
    if (isNothing(error)) return [];
    throw error instanceof DnsAway ? error : new DnsAway(name, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
