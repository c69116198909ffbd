import { singleRow } from "../../../db/rows.ts";
import type { SystemDb, TenantDb } from "../../../db/tenant.ts";
import type { DmarcReport, Disposition } from "../../../mail/inbound/dmarc/parse-report.ts";

export async function listDomainOwners(db: SystemDb, domain: string): Promise<string[]> {
  const rows = await db.sql<{ tenantId: string }[]>`
    select tenant_id from sending_domain where domain = ${domain} and verified_at is not null
    union select tenant_id from monitored_domain where domain = ${domain} and reports_at is not null
    order by tenant_id`;
  return rows.map(({ tenantId }) => tenantId);
}

export async function countReceivedReports(db: TenantDb, domain: string, since: Date): Promise<number> {
  const rows = await db.sql<{ n: number }[]>`
    select count(*)::int as n from dmarc_report
    where tenant_id = ${db.tenantId} and domain = ${domain} and received_at > ${since}`;
  return singleRow(rows).n;
}

/** False if the report is already stored. */
export async function insertDmarcReport(db: TenantDb, report: DmarcReport, at: Date): Promise<boolean> {
  const { rows, ...head } = report;
  const row = { tenantId: db.tenantId, ...head, receivedAt: at };
  const [inserted] = await db.sql<{ id: string }[]>`
    insert into dmarc_report ${db.sql(row)} on conflict do nothing returning id`;
  if (inserted === undefined) return false;
  const numbered = rows.map((each, number) => ({ ...each, number }));
  await db.sql`
    insert into dmarc_row (tenant_id, report_id, number, source, messages, disposition, dkim, spf, header_from)
    select ${db.tenantId}, ${inserted.id}, number, source, messages, disposition, dkim, spf, "headerFrom"
    from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb) as r (number int, source text, messages int,
      disposition text, dkim boolean, spf boolean, "headerFrom" text)`;
  return true;
}

export type DmarcDomainOverview = {
  domain: string;
  policy: string | null;
  reports: number;
  reporters: number;
  messages: number;
  passed: number;
  lastReportAt: Date | null;
};

/** Current domains of the company, and former ones with reports. */
export async function listDmarcDomainOverviews(db: TenantDb, since: Date): Promise<DmarcDomainOverview[]> {
  return db.sql<DmarcDomainOverview[]>`
    with own as (
      select domain from sending_domain where tenant_id = ${db.tenantId}
      union select domain from monitored_domain where tenant_id = ${db.tenantId}
      union select domain from dmarc_report where tenant_id = ${db.tenantId} and begins_at >= ${since}),
    reported as (
      select domain, count(*)::int as reports, count(distinct reporter)::int as reporters, max(ends_at) as last_report_at,
        (array_agg(policy order by ends_at desc))[1] as policy
      from dmarc_report where tenant_id = ${db.tenantId} and begins_at >= ${since} group by domain),
    counted as (
      select p.domain, sum(r.messages)::float8 as messages,
        coalesce(sum(r.messages) filter (where r.dkim or r.spf), 0)::float8 as passed
      from dmarc_report p join dmarc_row r on r.tenant_id = ${db.tenantId} and r.report_id = p.id
      where p.tenant_id = ${db.tenantId} and p.begins_at >= ${since} group by p.domain)
    select domain, policy, coalesce(reports, 0) as reports, coalesce(reporters, 0) as reporters,
      coalesce(messages, 0) as messages, coalesce(passed, 0) as passed, last_report_at
    from own left join reported using (domain) left join counted using (domain) order by domain`;
}

export type DmarcReportFilter = {
  from: Date;
  until: Date;
  domain: string | undefined;
  reporter: string | undefined;
};

const matchesFilter = ({ sql, tenantId }: TenantDb, { from, until, domain, reporter }: DmarcReportFilter) => sql`
  p.tenant_id = ${tenantId} and p.begins_at >= ${from} and p.begins_at < ${until}
    ${domain === undefined ? sql`` : sql`and p.domain = ${domain}`}
    ${reporter === undefined ? sql`` : sql`and p.reporter = ${reporter}`}`;

export type DmarcSource = {
  domain: string;
  source: string;
  headerFrom: string;
  dkim: boolean;
  spf: boolean;
  disposition: Disposition;
  messages: number;
};

export async function listDmarcSources(db: TenantDb, filter: DmarcReportFilter, limit: number): Promise<DmarcSource[]> {
  return db.sql<DmarcSource[]>`
    select p.domain, r.source, r.header_from, r.dkim, r.spf, r.disposition, sum(r.messages)::float8 as messages
    from dmarc_report p join dmarc_row r on r.tenant_id = ${db.tenantId} and r.report_id = p.id
    where ${matchesFilter(db, filter)}
    group by p.domain, r.source, r.header_from, r.dkim, r.spf, r.disposition
    order by messages desc, r.source, p.domain, r.header_from, r.dkim, r.spf, r.disposition limit ${limit}`;
}

export type DmarcTotals = { messages: number; passed: number };

export async function countDmarcMessages(db: TenantDb, filter: DmarcReportFilter): Promise<DmarcTotals> {
  return singleRow(
    await db.sql<DmarcTotals[]>`
      select coalesce(sum(r.messages), 0)::float8 as messages,
        coalesce(sum(r.messages) filter (where r.dkim or r.spf), 0)::float8 as passed
      from dmarc_report p join dmarc_row r on r.tenant_id = ${db.tenantId} and r.report_id = p.id
      where ${matchesFilter(db, filter)}`,
  );
}

export async function listDmarcReporters(
  db: TenantDb,
  filter: DmarcReportFilter,
): Promise<{ name: string; reports: number }[]> {
  return db.sql<{ name: string; reports: number }[]>`
    select p.reporter as name, count(*)::int as reports from dmarc_report p where ${matchesFilter(db, filter)}
    group by p.reporter order by p.reporter limit 1000`;
}

export async function deleteOldDmarcReports(db: SystemDb, before: Date): Promise<void> {
  await db.sql`delete from dmarc_report where ends_at < ${before}`;
}
