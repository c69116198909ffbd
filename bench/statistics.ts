import type { Sql } from "../src/db/client.ts";
import { openPool, type TenantDb } from "../src/db/tenant.ts";
import { listEvents } from "../src/features/statistics/activity/queries.ts";
import { campaignStatReader } from "../src/features/statistics/listeners.ts";
import { countByDomain, countByHour, countByProvider, countSkipReasons } from "../src/features/statistics/queries.ts";
import { listRecipients, type RecipientTab } from "../src/features/statistics/recipients/queries.ts";
import { rollUp } from "../src/features/statistics/rollup.queries.ts";
import { readRange } from "../src/journal/journal.ts";
import { cpuMs } from "./support/processes.ts";
import { withEnvironment, type BenchEnvironment } from "./support/environment.ts";

const messages = Number(process.env["BENCH_MESSAGES"] ?? 300_000);
const timeZone = "Europe/Prague";

/** A large campaign: the database cost of rolling up its events, and the response time of its pages. */
export async function benchStatistics(): Promise<object[]> {
  return withEnvironment(async (environment) => {
    const campaignId = await seedCampaign(environment);
    const pool = openPool(environment.url, 1);
    try {
      const db = pool.forTenant(environment.company.tenantId);
      return [await measureRollUp(db), ...(await measurePages(db, campaignId))];
    } finally {
      await pool.close();
    }
  });
}

async function seedCampaign({ sql, company }: BenchEnvironment): Promise<string> {
  const { tenantId, shopId } = company;
  await sql.unsafe(`
    insert into contact (tenant_id, email, fingerprint, shop_id, status, status_at, source, created_at, language,
      consent_basis, search, grams, name_key)
    select ${tenantId}, 'p' || n || '@example.com', sha256(('p' || n)::bytea), ${shopId}, 'subscribed', now(), 'manual',
      now(), 'cs', 'imported', ' p' || n || '@example.com', '{}', '' from generate_series(1, ${messages}) n`);
  const [campaign] = await sql<{ id: string }[]>`
    insert into campaign (tenant_id, name, shop_id, status, created_at, started_at)
    values (${tenantId}, 'Large', ${shopId}, 'completed', now(), now()) returning id`;
  if (campaign === undefined) throw new Error("expected a campaign");
  await seedMessages(sql, campaign.id);
  await seedEvents(sql, campaign.id);
  await sql.unsafe("vacuum analyze");
  return campaign.id;
}

/** Six of ten recipients are at four providers, the others at thousands of domains. */
const domain = `case when contact_id % 10 < 6 then (array['gmail.com', 'seznam.cz', 'centrum.cz', 'outlook.com'])[1 + contact_id % 4]
  else 'firm' || contact_id % 5000 || '.example' end`;

async function seedMessages(sql: Sql, campaignId: string): Promise<void> {
  await sql.unsafe(`
    insert into message (tenant_id, source_id, contact_id, variant_id, batch_id, state, reason, domain, sent_at,
      delivered_at, opened_at)
    select tenant_id, ${campaignId}, contact_id, ${campaignId}, contact_id / 500,
      case when contact_id % 20 = 0 then 'skipped' else 'sent' end,
      case when contact_id % 20 = 0 then 'frequency_cap' end, ${domain}, now(), now(),
      case when contact_id % 4 = 0 then now() end
    from (select tenant_id, id as contact_id from contact order by id) c`);
  await sql.unsafe(`
    insert into message_state_count select tenant_id, source_id, variant_id, state, count(*) from message
    group by 1, 2, 3, 4`);
}

async function seedEvents(sql: Sql, campaignId: string): Promise<void> {
  const about = `'campaignId', '${campaignId}', 'variantId', '${campaignId}', 'domain', ${domain}`;
  await sql.unsafe(`
    insert into journal (tenant_id, at, type, payload)
    select tenant_id, now(), 'emails_sent', jsonb_build_object('campaignId', '${campaignId}', 'variantId', '${campaignId}',
      'count', count(*), 'sent', jsonb_object_agg(contact_id, domain))
    from message group by tenant_id, contact_id / 50 order by contact_id / 50`);
  await sql.unsafe(`
    insert into journal (tenant_id, at, type, contact_id, payload)
    select tenant_id, now() - contact_id % 40 * interval '1 hour', 'email_opened', contact_id, jsonb_build_object(${about},
      'verdict', case when contact_id % 3 = 0 then 'machine' else 'human' end, 'first', true, 'agent', 'Mozilla/5.0',
      'network', '10.1.2.0/24', 'seconds', 60)
    from message where contact_id % 4 = 0 order by contact_id`);
}

async function backendCpuMs(db: TenantDb): Promise<number> {
  const [row] = await db.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return cpuMs([row?.pid ?? 0]);
}

async function measureRollUp(db: TenantDb): Promise<object> {
  const [before, began] = [await backendCpuMs(db), performance.now()];
  let entries = 0;
  for (let step = 1; step > 0; entries += step) step = await readRange(db, campaignStatReader, rollUp);
  const usedMs = (await backendCpuMs(db)) - before;
  const perEntry = (ms: number) => Number(((ms * 1000) / entries).toFixed(2));
  return {
    bench: "rolling up the events of a campaign, database CPU of an entry",
    target: "at most 15 µs",
    entries,
    cpuUs: perEntry(usedMs),
    wallUs: perEntry(performance.now() - began),
  };
}

async function measurePages(db: TenantDb, campaignId: string): Promise<object[]> {
  const scope = { sourceIds: [campaignId], variantId: null };
  const page =
    (tab: RecipientTab, offset = 0) =>
    () =>
      listRecipients(db, scope, { tab, q: "", engagement: undefined, period: {}, limit: 25, offset });
  const event = {
    period: {},
    tab: "all",
    q: "",
    engagement: undefined,
    isWithMachines: false,
    limit: 25,
    offset: 0,
  } as const;
  const asked: Readonly<Record<string, () => Promise<unknown>>> = {
    "recipients, all": page("all"),
    "recipients, last page": page("all", messages - 25),
    "recipients, opened": page("opened"),
    "recipients, skipped": page("skipped"),
    "recipients, failed (none)": page("failed"),
    "by domain": () => countByDomain(db, scope, { period: {}, rows: 50 }),
    "by provider": () => countByProvider(db, scope, { period: {}, providers: new Map() }),
    "by hour": () => countByHour(db, scope, { period: {}, timeZone }),
    "skipped by reason": () => countSkipReasons(db, scope),
    events: () => listEvents(db, scope, event),
  };
  const lines: object[] = [];
  for (const [name, ask] of Object.entries(asked)) {
    await ask();
    const [before, began] = [await backendCpuMs(db), performance.now()];
    for (let round = 0; round < 5; round += 1) await ask();
    const ms = (value: number) => Number((value / 5).toFixed(1));
    lines.push({
      bench: `a campaign of ${messages}: ${name}`,
      ms: ms(performance.now() - began),
      cpuMs: ms((await backendCpuMs(db)) - before),
    });
  }
  return lines;
}
