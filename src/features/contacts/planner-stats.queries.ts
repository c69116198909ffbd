import type { TenantDb } from "../../db/tenant.ts";

/** Below this every plan is fast. */
const minContactsToAnalyze = 1000;
/** An estimate that is too low by this factor leads to the wrong index. */
const underestimationFactor = 10;

/** The tables whose plans depend on the size of the company. */
const analyzedTables = ["contact", "list_member", "consent", "suppression", "shop_order", "message"] as const;

/**
 * Planner statistics store a company's share of a table. They do not cover a company that was just created and grew:
 * every index that starts with the company then looks equally good. Autovacuum analyzes a table after 5 % of it
 * changed, which one company of a large installation never reaches. Called before work on many contacts; analyzes if
 * the company is underestimated.
 */
export async function analyzeIfCompanyUnderestimated(db: TenantDb): Promise<void> {
  if (db.isDistributed) {
    if (await isUnderestimatedOnNode(db)) await analyzeOnNode(db);
  } else if (await isUnderestimated(db))
    await db.sql.unsafe(`analyze ${analyzedTables.map((name) => `${name} (tenant_id)`).join(", ")}`);
}

async function isUnderestimated({ sql, tenantId }: TenantDb): Promise<boolean> {
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
  return row?.isUnderestimated === true;
}

/** The statistics are those of the shards on the company's node: its planner is asked. */
async function isUnderestimatedOnNode({ sql, tenantId }: TenantDb): Promise<boolean> {
  const [actual] = await sql<{ contacts: number }[]>`
    select coalesce(sum(n), 0)::int as contacts from contact_count where tenant_id = ${tenantId}`;
  const contacts = actual?.contacts ?? 0;
  if (contacts <= minContactsToAnalyze) return false;
  const plan = await sql`explain (format json) select from contact where tenant_id = ${tenantId}`;
  // The innermost part of the plan reads the contacts.
  const estimated = [...JSON.stringify(plan).matchAll(/"Plan Rows":\s*(\d+)/g)].at(-1)?.[1];
  return contacts > Number(estimated ?? 0) * underestimationFactor;
}

/** Only the company's shards: ANALYZE of the tables would read all nodes. A shard that is being changed is skipped. */
async function analyzeOnNode({ sql, tenantId }: TenantDb): Promise<void> {
  await sql`
    with place as materialized (
      select nodename, nodeport from pg_dist_shard_placement
      where shardid = get_shard_id_for_distribution_column('contact', ${tenantId}::bigint)
    ), command as materialized (
      select 'analyze (skip_locked) ' || string_agg(
        format('%I (tenant_id)', t.name || '_' || get_shard_id_for_distribution_column(t.name::regclass, ${tenantId}::bigint)),
        ', ') as text
      from unnest(${[...analyzedTables]}::text[]) as t(name)
    )
    select r.success from place, command
    cross join lateral master_run_on_worker(array[nodename], array[nodeport::int], array[command.text], false) r`;
}
