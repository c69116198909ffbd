import type { TenantDb } from "../../db/tenant.ts";

/** Below this every plan is fast. */
const fewContacts = 1000;
/** An estimate that is so many times too low leads to the wrong index. */
const tooLow = 10;

type Knowledge = { isUnknown: boolean; isAboveAverage: boolean };

/**
 * The planner's statistics know companies by their share of a table. One that has just come, and grown, is unknown to them:
 * every index that begins with the company then looks as good as the right one. PostgreSQL looks again by itself once a
 * twentieth of a table has changed, which in a large installation one company never does. Asked before work on many
 * contacts at once; looks again where the company is taken for much smaller than it is.
 */
export async function makeCompanyKnown(db: TenantDb): Promise<void> {
  const { isUnknown, isAboveAverage } = await readKnowledge(db);
  if (isUnknown) {
    await db.sql`
      analyze contact (tenant_id), list_member (tenant_id), consent (tenant_id), suppression (tenant_id),
        shop_order (tenant_id), campaign_message (tenant_id)`;
  }
  if (isUnknown ? (await readKnowledge(db)).isAboveAverage : isAboveAverage) await joinWithoutLoops(db);
}

/**
 * Statements about many rows are planned for a company of average size (`planByAverage`). Among companies of a few
 * contacts the average is one row or two, and whatever joins two of them reads all of the one for each of the other. A
 * company that is so much larger has its rows read once instead, until the end of the transaction.
 */
const joinWithoutLoops = ({ sql }: TenantDb) => sql`select set_config('enable_nestloop', 'off', true)`;

async function readKnowledge({ sql, tenantId }: TenantDb): Promise<Knowledge> {
  const [row] = await sql<Knowledge[]>`
    with average as (
      select greatest(t.reltuples, 0) as rows, s.most_common_vals, s.most_common_freqs,
        greatest(1, case when s.n_distinct < 0 then -s.n_distinct * t.reltuples else s.n_distinct end) as companies
      from pg_class t
      left join pg_stats s on s.schemaname = t.relnamespace::regnamespace::text and s.tablename = t.relname
        and s.attname = 'tenant_id'
      where t.oid = 'contact'::regclass
    ), known as (
      select rows / companies as average, rows * coalesce(
          (select m.share from unnest(most_common_vals::text::bigint[], most_common_freqs) as m(company, share)
            where m.company = ${tenantId}),
          -- One that is not among the common ones is taken for an average one of the rest.
          (1 - (select coalesce(sum(share), 0) from unnest(most_common_freqs) share))
            / greatest(1, companies - coalesce(cardinality(most_common_freqs), 0)), 0) as contacts
      from average
    ), own as (
      select coalesce(sum(n), 0) as contacts from contact_count where tenant_id = ${tenantId}
    )
    select own.contacts > ${fewContacts} and own.contacts > known.contacts * ${tooLow} as is_unknown,
      own.contacts > ${fewContacts} and own.contacts > known.average * ${tooLow} as is_above_average
    from own, known`;
  return row ?? { isUnknown: false, isAboveAverage: false };
}
