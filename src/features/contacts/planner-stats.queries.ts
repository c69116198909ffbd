import type { TenantDb } from "../../db/tenant.ts";

/** Below this every plan is fast. */
const minContactsToAnalyze = 1000;
/** An estimate that is too low by this factor leads to the wrong index. */
const underestimationFactor = 10;

/**
 * Planner statistics store a company's share of a table. They do not cover a company that was just created and grew:
 * every index that starts with the company then looks equally good. Autovacuum analyzes a table after 5 % of it
 * changed, which one company of a large installation never reaches. Called before work on many contacts; analyzes if
 * the company is underestimated.
 */
export async function analyzeIfCompanyUnderestimated({ sql, tenantId, isDistributed }: TenantDb): Promise<void> {
  // The statistics are those of the nodes, which analyze the smaller tables of their shards.
  if (isDistributed) return;
  const [row] = await sql<{ isUnderestimated: boolean }[]>`
    with estimated as (
      select greatest(t.reltuples, 0) * coalesce(
          (select m.share from unnest(s.most_common_vals::text::bigint[], s.most_common_freqs) as m(company, share)
            where m.company = ${tenantId}),
          -- One that is not among the common ones is taken for an average one of the rest.
          (1 - (select coalesce(sum(share), 0) from unnest(s.most_common_freqs) share)) / greatest(1,
            case when s.n_distinct < 0 then -s.n_distinct * t.reltuples else s.n_distinct end
              - coalesce(cardinality(s.most_common_freqs), 0)), 0) as contacts
      from pg_class t
      left join pg_stats s on s.schemaname = t.relnamespace::regnamespace::text and s.tablename = t.relname
        and s.attname = 'tenant_id'
      where t.oid = 'contact'::regclass
    ), actual as (
      select coalesce(sum(n), 0) as contacts from contact_count where tenant_id = ${tenantId}
    )
    select actual.contacts > ${minContactsToAnalyze} and actual.contacts > estimated.contacts * ${underestimationFactor} as is_underestimated from actual, estimated`;
  if (row?.isUnderestimated !== true) return;
  await sql`
    analyze contact (tenant_id), list_member (tenant_id), consent (tenant_id), suppression (tenant_id),
      shop_order (tenant_id), message (tenant_id)`;
}
