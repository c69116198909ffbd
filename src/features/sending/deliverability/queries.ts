import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { CheckedDnsRecord } from "../dns-records.ts";

export type MonitoredDomainRecord = {
  id: string;
  domain: string;
  dkimSelectors: string[];
  records: CheckedDnsRecord[];
  checkedAt: Date | null;
  reportsAt: Date | null;
  createdAt: Date;
};

const columns = ({ sql }: TenantDb): Fragment => sql`
  id, domain, dkim_selectors, checks as records, checked_at, reports_at, created_at`;

export async function listMonitoredDomains(db: TenantDb): Promise<MonitoredDomainRecord[]> {
  return db.sql<MonitoredDomainRecord[]>`
    select ${columns(db)} from monitored_domain where tenant_id = ${db.tenantId} order by domain`;
}

export async function findMonitoredDomain(db: TenantDb, id: string): Promise<MonitoredDomainRecord | undefined> {
  const [row] = await db.sql<MonitoredDomainRecord[]>`
    select ${columns(db)} from monitored_domain where tenant_id = ${db.tenantId} and id = ${id}`;
  return row;
}

export async function countMonitoredDomains(db: TenantDb): Promise<number> {
  const rows = await db.sql<{ n: number }[]>`
    select count(*)::int as n from monitored_domain where tenant_id = ${db.tenantId}`;
  return singleRow(rows).n;
}

export type NewMonitoredDomain = { domain: string; dkimSelectors: readonly string[]; createdAt: Date };

export async function insertMonitoredDomain(db: TenantDb, domain: NewMonitoredDomain): Promise<MonitoredDomainRecord> {
  return singleRow(
    await db.sql<MonitoredDomainRecord[]>`
      insert into monitored_domain (tenant_id, domain, dkim_selectors, created_at)
      values (${db.tenantId}, ${domain.domain}, ${[...domain.dkimSelectors]}, ${domain.createdAt})
      returning ${columns(db)}`,
  );
}

export async function updateDkimSelectors(
  db: TenantDb,
  id: string,
  selectors: readonly string[],
): Promise<MonitoredDomainRecord | undefined> {
  const [row] = await db.sql<MonitoredDomainRecord[]>`
    update monitored_domain set dkim_selectors = ${[...selectors]}, checks = '[]', checked_at = null
    where tenant_id = ${db.tenantId} and id = ${id} returning ${columns(db)}`;
  return row;
}

export type MonitoredDomainCheck = { records: readonly CheckedDnsRecord[]; namesReportAddress: boolean; at: Date };

export async function updateMonitoredDomainCheck(db: TenantDb, id: string, check: MonitoredDomainCheck): Promise<void> {
  await db.sql`
    update monitored_domain set checks = ${JSON.stringify(check.records)}::jsonb, checked_at = ${check.at},
      reports_at = ${check.namesReportAddress ? check.at : null}
    where tenant_id = ${db.tenantId} and id = ${id}`;
}

export async function deleteMonitoredDomain(db: TenantDb, id: string): Promise<boolean> {
  const rows = await db.sql`
    delete from monitored_domain where tenant_id = ${db.tenantId} and id = ${id} returning id`;
  return rows.length > 0;
}
