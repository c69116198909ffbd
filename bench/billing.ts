import { readConfig } from "../src/config/config.ts";
import { openPool } from "../src/db/tenant.ts";
import { closeMonth } from "../src/features/billing/invoicing.ts";
import { withEnvironment } from "./support/environment.ts";

const companies = 10_000;
/** Counter rows of a company with some shops and contacts in all states. */
const countersEach = 60;

/** The invoices of a month for all companies, against the bare sum of their contacts with one inserted row each. */
export async function benchBilling(): Promise<object[]> {
  return withEnvironment(async ({ url, sql }) => {
    await sql`
      insert into company (name, country, fingerprint_key)
      select 'Bench ' || n, (array['CZ', 'SK', 'US'])[1 + n % 3], decode(repeat('00', 32), 'hex')
      from generate_series(1, ${companies}::int) n`;
    await sql`
      insert into contact_count (tenant_id, shop_id, status, state, engagement, source, shard, n)
      select c.tenant_id, k, 'subscribed', 'active', 'N', 'manual', 0, 100
      from company c cross join generate_series(1, ${countersEach}::int) k where c.name like 'Bench %'`;
    await sql`analyze`;
    await sql`create table bench_usage (tenant_id bigint primary key, contacts bigint not null)`;
    const bareAt = performance.now();
    await sql`insert into bench_usage select tenant_id, sum(n) from contact_count group by tenant_id`;
    const bareMs = performance.now() - bareAt;
    const database = openPool(url, 1);
    try {
      const startedAt = performance.now();
      const { created } = await closeMonth(
        database,
        { clock: { now: () => new Date() }, config: readConfig({}) },
        "2025-01",
      );
      const ms = performance.now() - startedAt;
      return [
        {
          bench: `month closed for ${companies} companies`,
          target: "at most 120 s and 5 times the bare aggregate",
          invoices: created,
          seconds: Number((ms / 1000).toFixed(2)),
          bareSeconds: Number((bareMs / 1000).toFixed(2)),
          ratio: Number((ms / bareMs).toFixed(2)),
        },
      ];
    } finally {
      await database.close();
    }
  });
}
