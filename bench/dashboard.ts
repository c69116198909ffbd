import { openPool, type TenantDb } from "../src/db/tenant.ts";
import { getDashboard } from "../src/features/statistics/dashboard/service.ts";
import { campaignStatListener } from "../src/features/statistics/listeners.ts";
import { rowsReadBy } from "../tests/harness/servers/rows-read.ts";
import { median } from "./support/compare.ts";
import { withEnvironment, type BenchEnvironment } from "./support/environment.ts";
import { seedContacts } from "./support/seed-contacts.ts";

const contacts = Number(process.env["BENCH_CONTACTS"] ?? 1_000_000);
const events = 5 * contacts;
const rounds = 9;

/** The dashboard of a company, and of one ten times as large: it reads counters, so that both read as many rows. */
export async function benchDashboard(): Promise<object[]> {
  const small = await measure(contacts / 10);
  const large = await measure(contacts);
  return [
    {
      bench: `dashboard of ${contacts} contacts and ${events} events`,
      target: "reads no more rows than with a tenth of them, none of contacts or the journal",
      small,
      large,
      growth: Number((large.rows / small.rows).toFixed(2)),
    },
  ];
}

type Measured = { rows: number; contactRows: number; journalRows: number; ms: number };

const measure = (size: number): Promise<Measured> =>
  withEnvironment(async (environment) => {
    await seedContacts(environment, size);
    await seedEvents(environment, size);
    const pool = openPool(environment.url, 1);
    try {
      const db = pool.forTenant(environment.company.tenantId);
      while ((await campaignStatListener.read(db, undefined)) > 0);
      await environment.sql.unsafe("vacuum analyze");
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const began = performance.now();
        await readDashboard(db);
        times.push(performance.now() - began);
      }
      return { ...(await countRows(db)), ms: Number(median(times).toFixed(1)) };
    } finally {
      await pool.close();
    }
  });

const readDashboard = (db: TenantDb) =>
  getDashboard({ db, clock: { now: () => new Date() }, company: { timeZone: "Europe/Prague" } }, {});

/** Five opens by people for every contact, in the last 60 days. */
async function seedEvents({ sql, company }: BenchEnvironment, size: number): Promise<void> {
  const { tenantId, shopId } = company;
  await sql`select create_journal_partition((now() - n * interval '1 month')::date) from generate_series(1, 2) n`;
  await sql.unsafe(`
    with campaign as (
      insert into campaign (tenant_id, name, shop_id, status, created_at, started_at)
      values (${tenantId}, 'Large', ${shopId}, 'completed', now(), now()) returning id
    )
    insert into journal (tenant_id, at, type, contact_id, payload)
    select ${tenantId}, now() - n % 1440 * interval '1 hour', 'email_opened', n, jsonb_build_object(
      'campaignId', campaign.id::text, 'variantId', campaign.id::text, 'domain', 'example.com', 'verdict', 'human')
    from campaign, generate_series(1, ${5 * size}) n`);
}

/** The rows that the statements of one dashboard fetch. */
async function countRows(db: TenantDb): Promise<Omit<Measured, "ms">> {
  const rows = await rowsReadBy(db, readDashboard);
  const sum = Object.values(rows).reduce((all, n) => all + n, 0);
  return { rows: sum, contactRows: rows["contact"] ?? 0, journalRows: rows["journal"] ?? 0 };
}
