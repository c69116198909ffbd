import type { Context } from "../../../context.ts";
import { conflict } from "../../../kernel/errors.ts";
import { addMs, days } from "../../../kernel/local-time.ts";
import { lockCompany } from "../../members/queries.ts";
import { toProviderName } from "../providers/mail-provider.ts";
import { findProviders } from "../providers/provider-lookup.ts";
import { findBusiestDay, listSenderRecords, listSentByDomain, type SenderRecords } from "./queries.ts";

/** Google, Yahoo and Microsoft require SPF, DKIM, DMARC and alignment of senders with this many e-mails a day to them. */
export const bulkPerProvider = 5000;
/** A company that sent this many e-mails on one of the last days counts as a bulk sender. */
const measuredDays = 7;

export const bulkRecordNames = ["spf", "dkim", "dmarc", "alignment"] as const;
export type BulkRecordName = (typeof bulkRecordNames)[number];

export type DomainCount = { readonly domain: string; readonly n: number };

/** What is to be sent on one day, beside what was sent. */
export type PlannedDay = {
  readonly total: number;
  /** Asked only when the total may reach the limit. */
  readonly countByDomain: () => Promise<readonly DomainCount[]>;
};

export type BulkRecordCheck = {
  readonly senderId: string;
  readonly domain: string;
  readonly missing: readonly BulkRecordName[];
  /** The busiest provider with its e-mails a day; null while the company sends fewer to each. */
  readonly busiest: { readonly provider: string; readonly perDay: number } | null;
};

const nothingPlanned: PlannedDay = { total: 0, countByDomain: async () => [] };

/** Refuses senders without the records when the company sends 5 000 or more e-mails a day to one provider. */
export async function requireBulkRecords(
  ctx: Context,
  senderIds: readonly string[],
  planned: PlannedDay = nothingPlanned,
): Promise<void> {
  const lacking = await listLackingSenders(ctx, senderIds);
  if (lacking.length === 0) return;
  // Concurrent approvals count each other.
  await lockCompany(ctx.db);
  const busiest = await findBusiestProvider(ctx, planned);
  const [first] = lacking;
  if (busiest === null || first === undefined) return;
  throw conflict("sender_records", {
    domain: first.domain,
    missing: [...listMissing(first)],
    provider: busiest.provider,
    perDay: busiest.perDay,
    limit: bulkPerProvider,
  });
}

/** The senders whose domain lacks a record, without those that the operator verified. */
export async function checkBulkRecords(
  ctx: Context,
  senderIds: readonly string[],
  planned: PlannedDay = nothingPlanned,
): Promise<BulkRecordCheck[]> {
  const lacking = await listLackingSenders(ctx, senderIds);
  if (lacking.length === 0) return [];
  const busiest = await findBusiestProvider(ctx, planned);
  return lacking.map((sender) => ({
    senderId: sender.senderId,
    domain: sender.domain,
    missing: listMissing(sender),
    busiest,
  }));
}

async function listLackingSenders({ db }: Context, senderIds: readonly string[]): Promise<SenderRecords[]> {
  const senders = await listSenderRecords(db, senderIds);
  return senders.filter((sender) => !sender.isOperatorVerified && listMissing(sender).length > 0);
}

/** DMARC needs one that is aligned: the signature of the sender's own domain, or its own return path. */
function listMissing({ records, isSigned, hasReturnPath }: SenderRecords): BulkRecordName[] {
  const present = {
    spf: records.some(({ kind, found }) => kind === "spf" && found.length === 1),
    dkim: isSigned,
    dmarc: records.some(({ kind, ok }) => kind === "dmarc" && ok),
    alignment: isSigned || hasReturnPath,
  };
  return bulkRecordNames.filter((name) => !present[name]);
}

async function findBusiestProvider(ctx: Context, planned: PlannedDay): Promise<BulkRecordCheck["busiest"]> {
  const { db, clock, company } = ctx;
  const measured = { since: addMs(clock.now(), -days(measuredDays)), timeZone: company.timeZone };
  const isPlanned = planned.total >= bulkPerProvider;
  const isMeasured = (await findBusiestDay(db, measured)) >= bulkPerProvider;
  const plannedCounts = isPlanned ? await planned.countByDomain() : [];
  const sent = isMeasured ? await listSentByDomain(db, measured) : [];
  const providers = await findProviders(db, [...new Set([...plannedCounts, ...sent].map(({ domain }) => domain))]);
  const perDay = new Map<string, { provider: string; n: number }>();
  const add = (day: string, { domain, n }: DomainCount) => {
    // A domain of no known provider is a provider of its own.
    const provider = providers.get(domain) ?? domain;
    const key = `${day} ${provider}`;
    perDay.set(key, { provider, n: (perDay.get(key)?.n ?? 0) + n });
  };
  for (const count of plannedCounts) add("planned", count);
  for (const { day, ...count } of sent) add(day, count);
  const [most] = [...perDay.values()].toSorted((a, b) => b.n - a.n);
  if (most === undefined || most.n < bulkPerProvider) return null;
  return { provider: toProviderName(most.provider), perDay: most.n };
}
