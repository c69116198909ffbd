import type { SqlTag } from "../db/client.ts";
import { singleRow } from "../db/rows.ts";

export async function findServerVersion(sql: SqlTag): Promise<{ number: number; name: string }> {
  const rows = await sql<{ number: number; name: string }[]>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as name`;
  return singleRow(rows);
}

export async function listAvailableExtensions(sql: SqlTag, wanted: readonly string[]): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select name::text from pg_available_extensions where name = any(${[...wanted]})`;
  return rows.map(({ name }) => name);
}

export async function findServerTime(sql: SqlTag): Promise<Date> {
  return singleRow(await sql<{ now: Date }[]>`select clock_timestamp() as now`).now;
}

export async function exists(sql: SqlTag, table: string): Promise<boolean> {
  return singleRow(await sql<{ exists: boolean }[]>`select to_regclass(${table}) is not null as exists`).exists;
}

export type EncryptedSecret = { kind: "totp" | "dkim" | "fingerprint"; owner: string; secret: Uint8Array };

/** One encrypted value, with the person or the company that it belongs to. */
export async function findEncryptedSecret(sql: SqlTag): Promise<EncryptedSecret | undefined> {
  if (!(await exists(sql, "public.sending_domain"))) return undefined;
  const [row] = await sql<EncryptedSecret[]>`
    select 'totp' as kind, id::text as owner, totp_secret as secret from person where totp_secret is not null
    union all
    select 'dkim', tenant_id::text, dkim_private_key from sending_domain where dkim_private_key is not null
    union all
    select 'fingerprint', guid::text, fingerprint_key from company where octet_length(fingerprint_key) <> 32 limit 1`;
  return row;
}

/** Null when no job is queued, undefined when there are no queues yet. */
export async function findOldestQueuedAge(sql: SqlTag): Promise<number | null | undefined> {
  if (!(await exists(sql, "pgboss.job"))) return undefined;
  const rows = await sql<{ ageS: number | null }[]>`
    select extract(epoch from now() - min(greatest(start_after, created_on)))::float8 as age_s from pgboss.job
    where state in ('created', 'retry') and start_after <= now()`;
  return singleRow(rows).ageS;
}

export async function listCompanyIds(sql: SqlTag): Promise<string[]> {
  const rows = await sql<{ tenantId: string }[]>`select tenant_id from company order by tenant_id`;
  return rows.map(({ tenantId }) => tenantId);
}

export type ParkedEntries = { tenant: string; reader: string; count: number; error: string };

/** Counts parked entries by company and reader; the error is that of the newest entry. */
export async function listParkedEntries(sql: SqlTag): Promise<ParkedEntries[]> {
  if (!(await exists(sql, "public.parked_journal_entry"))) return [];
  return sql<ParkedEntries[]>`
    select c.guid as tenant, p.reader, count(*)::int as count,
      (array_agg(concat_ws(': ', p.error_class, nullif(p.error_message, '')) order by p.parked_at desc))[1] as error
    from parked_journal_entry p join company c on c.tenant_id = p.tenant_id
    group by c.tenant_id, c.guid, p.reader order by c.guid, p.reader`;
}
