import type { Context } from "../../context.ts";
import type { Company } from "../../kernel/company.ts";
import { ApiError, unavailable } from "../../kernel/errors.ts";
import { DnsUnavailable, type Dns } from "../../net/dns.ts";
import { returnPathHost, trackingHost } from "./outgoing-sender.ts";
import * as records from "./dns-records.ts";
import type { CheckedDnsRecord } from "./dns-records.ts";

/** The public host of this service: it sends mail and receives bounces and clicks. */
export const serviceHost = ({ publicUrl }: Pick<Context, "publicUrl">): string =>
  new URL(publicUrl).hostname.replace(/^\[|\]$/g, "");

/**
 * The address for DMARC reports about a company's domains. It contains the company's id, so an address in the DNS
 * proves which company controls the domain.
 */
export const reportAddress = (ctx: Pick<Context, "publicUrl"> & { company: Pick<Company, "guid"> }): string =>
  `dmarc-${ctx.company.guid.replaceAll("-", "")}@${serviceHost(ctx)}`;

export type SigningDomain = { readonly domain: string; readonly dkimSelector: string; readonly dkimPublicKey: string };

/** Checks every record that a sending domain needs. */
export function checkSendingDomainRecords(ctx: Context, domain: SigningDomain): Promise<CheckedDnsRecord[]> {
  return translateDnsErrors(() => lookUpSendingDomain(ctx.dns, ctx, domain));
}

/** The records to set, without a DNS lookup. */
export const expectedRecords = (ctx: Context, domain: SigningDomain): Promise<CheckedDnsRecord[]> =>
  lookUpSendingDomain({ txt: async () => [], mx: async () => [], cname: async () => [] }, ctx, domain);

/** Lookups of single records. */
type RecordLookup = Pick<Dns, "txt" | "mx" | "cname">;

function lookUpSendingDomain(dns: RecordLookup, ctx: Context, { domain, dkimSelector, dkimPublicKey }: SigningDomain) {
  const target = serviceHost(ctx);
  const alias = async (kind: "return_path" | "tracking", name: string) =>
    records.cnameRecord(kind, { name, target, found: await dns.cname(name) });
  const dkimName = records.dkimName(dkimSelector, domain);
  return Promise.all([
    dns.txt(dkimName).then((texts) => records.dkimRecord(dkimName, dkimPublicKey, texts)),
    dns.txt(domain).then((texts) => records.spfRecord(domain, target, texts)),
    lookUpDmarc(dns, domain, reportAddress(ctx)),
    dns.mx(domain).then((servers) => records.mxRecord(domain, servers)),
    alias("return_path", returnPathHost(domain)),
    alias("tracking", trackingHost(domain)),
  ]);
}

/** Checks a domain that the company sends from through other services; only its DKIM selectors are known. */
export function checkMonitoredDomainRecords(
  ctx: Context,
  domain: string,
  selectors: readonly string[],
): Promise<CheckedDnsRecord[]> {
  const { dns } = ctx;
  const names = selectors.map((selector) => records.dkimName(selector, domain));
  return translateDnsErrors(() =>
    Promise.all([
      dns.txt(domain).then((texts) => records.spfRecord(domain, null, texts)),
      ...names.map(async (name) => records.dkimRecord(name, null, await dns.txt(name))),
      lookUpDmarc(dns, domain, reportAddress(ctx)),
      dns.mx(domain).then((servers) => records.mxRecord(domain, servers)),
    ]),
  );
}

const maxParentDomains = 5;

/** A domain without a DMARC record inherits that of its nearest parent domain. */
async function lookUpDmarc(dns: RecordLookup, domain: string, address: string): Promise<CheckedDnsRecord> {
  const labels = domain.split(".");
  const names = labels.slice(0, -1).map((_, index) => `_dmarc.${labels.slice(index).join(".")}`);
  const [own = "", ...above] = names;
  for (const name of [own, ...above.slice(-maxParentDomains)]) {
    const texts = await dns.txt(name);
    if (texts.some(records.isDmarc)) return records.dmarcRecord(name, address, texts);
  }
  return records.dmarcRecord(own, address, []);
}

/**
 * Checks one domain after the other. A domain whose lookup fails keeps its last result. Returns the number of failed
 * lookups.
 */
export async function checkEachDomain<Domain>(
  domains: readonly Domain[],
  check: (domain: Domain) => Promise<unknown>,
): Promise<number> {
  let failed = 0;
  for (const domain of domains) {
    try {
      await check(domain);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "unavailable") throw error;
      failed += 1;
    }
  }
  return failed;
}

async function translateDnsErrors<Result>(look: () => Promise<Result>): Promise<Result> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof DnsUnavailable) throw unavailable("dns");
    throw error;
  }
}

export const hasValidRecord = (found: readonly CheckedDnsRecord[], kind: CheckedDnsRecord["kind"]): boolean =>
  found.some((record) => record.kind === kind && record.ok);

/** True if the domain's DMARC record sends reports to this company's address. */
export const namesReportAddress = (ctx: Context, found: readonly CheckedDnsRecord[]): boolean =>
  found.some(
    ({ kind, found: texts }) => kind === "dmarc" && texts.some((t) => records.sendsReportsTo(t, reportAddress(ctx))),
  );
