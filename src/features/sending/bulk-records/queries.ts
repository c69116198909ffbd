import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { CheckedDnsRecord } from "../dns-records.ts";

export type SenderRecords = {
  senderId: string;
  domain: string;
  isOperatorVerified: boolean;
  /** The sending domain of exactly the sender's domain, as it was last checked. */
  isSigned: boolean;
  hasReturnPath: boolean;
  records: CheckedDnsRecord[];
};

export async function listSenderRecords(db: TenantDb, senderIds: readonly string[]): Promise<SenderRecords[]> {
  return db.sql<SenderRecords[]>`
    select s.id as sender_id, split_part(s.email, '@', 2) as domain, s.operator_verified_at is not null as is_operator_verified,
      d.verified_at is not null as is_signed, d.return_path_at is not null as has_return_path,
      coalesce(d.checks, '[]') as records
    from sender s
    left join sending_domain d on d.tenant_id = ${db.tenantId} and d.domain = split_part(s.email, '@', 2)
    where s.tenant_id = ${db.tenantId} and s.id = any(${[...senderIds]}::bigint[]) order by s.id`;
}

type Days = { readonly since: Date; readonly timeZone: string };

/** The most e-mails that the company sent on one day. */
export async function findBusiestDay(db: TenantDb, { since, timeZone }: Days): Promise<number> {
  const rows = await db.sql<{ n: number }[]>`
    select coalesce(max(n), 0)::int as n from (
      select sum(n) as n from company_hourly_stat
      where tenant_id = ${db.tenantId} and metric = 'sent' and hour >= ${since}
      group by (hour at time zone ${timeZone})::date) sent`;
  return singleRow(rows).n;
}

/** The same by recipients' domains and days. */
export async function listSentByDomain(
  db: TenantDb,
  { since, timeZone }: Days,
): Promise<{ day: string; domain: string; n: number }[]> {
  return db.sql<{ day: string; domain: string; n: number }[]>`
    select to_char(hour at time zone ${timeZone}, 'YYYY-MM-DD') as day, domain, sum(n)::int as n from campaign_hourly_stat
    where tenant_id = ${db.tenantId} and metric = 'sent' and hour >= ${since} group by 1, 2`;
}
