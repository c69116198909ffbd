import type { TenantDb } from "../../db/tenant.ts";

export type ThrottledDomain = { readonly side: "sender" | "recipient"; readonly domain: string };
export type DomainThrottle = { readonly level: number; readonly until: Date };

export async function findSenderThrottle(db: TenantDb, domain: string, now: Date): Promise<Date | undefined> {
  const [row] = await db.sql<{ until: Date }[]>`
    select until from domain_throttle
    where tenant_id = ${db.tenantId} and side = 'sender' and domain = ${domain} and until > ${now}`;
  return row?.until;
}

/** The last throttle of the domain, which may be over. */
export async function findThrottle(
  { sql, tenantId }: TenantDb,
  { side, domain }: ThrottledDomain,
): Promise<DomainThrottle | undefined> {
  const [row] = await sql<DomainThrottle[]>`
    select level, until from domain_throttle where tenant_id = ${tenantId} and side = ${side} and domain = ${domain}`;
  return row;
}

export async function upsertThrottle(
  { sql, tenantId }: TenantDb,
  { side, domain }: ThrottledDomain,
  { level, until }: DomainThrottle,
): Promise<void> {
  await sql`
    insert into domain_throttle (tenant_id, side, domain, until, level)
    values (${tenantId}, ${side}, ${domain}, ${until}, ${level})
    on conflict (tenant_id, side, domain) do update set until = excluded.until, level = excluded.level`;
}

export type WarmUpDay = { readonly domain: string; readonly day: string };

/** Reserves messages of the day's quota of a warming domain, under one row lock for all workers. Returns how many. */
export async function reserveWarmUpQuota(
  db: TenantDb,
  { domain, day }: WarmUpDay,
  { limit, wanted }: { limit: number; wanted: number },
): Promise<number> {
  const { tenantId } = db;
  return db.transaction(async ({ sql }) => {
    await sql`
      insert into warm_up_usage (tenant_id, domain, day, n) values (${tenantId}, ${domain}, ${day}, 0) on conflict do nothing`;
    const [row] = await sql<{ n: number }[]>`
      select n from warm_up_usage where tenant_id = ${tenantId} and domain = ${domain} and day = ${day} for update`;
    const taken = Math.max(0, Math.min(wanted, limit - (row?.n ?? 0)));
    await sql`
      update warm_up_usage set n = n + ${taken} where tenant_id = ${tenantId} and domain = ${domain} and day = ${day}`;
    return taken;
  });
}

/** Returns reserved messages that were not sent. */
export async function releaseWarmUpQuota(
  { sql, tenantId }: TenantDb,
  { domain, day }: WarmUpDay,
  count: number,
): Promise<void> {
  await sql`
    update warm_up_usage set n = n - ${count} where tenant_id = ${tenantId} and domain = ${domain} and day = ${day}`;
}
