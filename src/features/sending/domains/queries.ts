import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { CheckedDnsRecord } from "../dns-records.ts";

export type SendingDomainRecord = {
  id: string;
  domain: string;
  connectionId: string | null;
  dkimSelector: string;
  dkimPublicKey: string;
  verifiedAt: Date | null;
  returnPathAt: Date | null;
  trackingAt: Date | null;
  records: CheckedDnsRecord[];
  checkedAt: Date | null;
  warmUp: boolean;
  warmingSince: Date | null;
  createdAt: Date;
  sentToday: number;
};

/** `today` is a day in the company's time zone. */
const domains = ({ sql, tenantId }: TenantDb, today: string): Fragment => sql`
  select d.id, d.domain, d.connection_id, d.dkim_selector, d.dkim_public_key, d.verified_at, d.return_path_at, d.tracking_at,
    d.checks as records, d.checked_at, d.warm_up, d.warming_since, d.created_at, coalesce(t.n, 0) as sent_today
  from sending_domain d
  left join warm_up_usage t on t.tenant_id = ${tenantId} and t.domain = d.domain and t.day = ${today}
  where d.tenant_id = ${tenantId}`;

export async function listSendingDomains(db: TenantDb, today: string): Promise<SendingDomainRecord[]> {
  return db.sql<SendingDomainRecord[]>`${domains(db, today)} order by d.domain`;
}

export async function findSendingDomain(
  db: TenantDb,
  id: string,
  today: string,
): Promise<SendingDomainRecord | undefined> {
  const [row] = await db.sql<SendingDomainRecord[]>`${domains(db, today)} and d.id = ${id}`;
  return row;
}

export type SendingDomainKey = Pick<
  SendingDomainRecord,
  "id" | "domain" | "dkimSelector" | "dkimPublicKey" | "verifiedAt"
>;

export async function findSendingDomainByName(db: TenantDb, domain: string): Promise<SendingDomainKey | undefined> {
  const [row] = await db.sql<SendingDomainKey[]>`
    select id, domain, dkim_selector, dkim_public_key, verified_at from sending_domain
    where tenant_id = ${db.tenantId} and domain = ${domain}`;
  return row;
}

export async function countSendingDomains(db: TenantDb): Promise<number> {
  const rows = await db.sql<{ n: number }[]>`
    select count(*)::int as n from sending_domain where tenant_id = ${db.tenantId}`;
  return singleRow(rows).n;
}

export type NewSendingDomain = {
  domain: string;
  dkimSelector: string;
  dkimPrivateKey: Buffer;
  dkimPublicKey: string;
  warmUp: boolean;
  checks: string;
  createdAt: Date;
};

export async function insertSendingDomain(db: TenantDb, domain: NewSendingDomain): Promise<string> {
  const row = { tenantId: db.tenantId, ...domain };
  return singleRow(await db.sql<{ id: string }[]>`insert into sending_domain ${db.sql(row)} returning id`).id;
}

export type SendingDomainCheck = {
  records: readonly CheckedDnsRecord[];
  isVerified: boolean;
  hasReturnPath: boolean;
  hasTracking: boolean;
  at: Date;
};

/** Warm-up starts with verification and restarts on each check until the first message is sent. */
export async function updateSendingDomainCheck(db: TenantDb, id: string, check: SendingDomainCheck): Promise<void> {
  const since = (isRight: boolean) => (isRight ? check.at : null);
  await db.sql`
    update sending_domain d set checks = ${JSON.stringify(check.records)}::jsonb, checked_at = ${check.at},
      verified_at = ${since(check.isVerified)}, return_path_at = ${since(check.hasReturnPath)},
      tracking_at = ${since(check.hasTracking)},
      warming_since = case
        when not d.warm_up or not ${check.isVerified} then d.warming_since
        when exists (select from warm_up_usage t where t.tenant_id = ${db.tenantId} and t.domain = d.domain)
          then coalesce(d.warming_since, ${check.at})
        else ${check.at} end
    where d.tenant_id = ${db.tenantId} and d.id = ${id}`;
}

export async function updateSendingDomainConnection(
  db: TenantDb,
  id: string,
  connectionId: string | null,
): Promise<void> {
  await db.sql`
    update sending_domain set connection_id = ${connectionId} where tenant_id = ${db.tenantId} and id = ${id}`;
}

export async function deleteSendingDomain(db: TenantDb, id: string): Promise<void> {
  await db.sql`delete from sending_domain where tenant_id = ${db.tenantId} and id = ${id}`;
}

export async function updateDkimKey(
  db: TenantDb,
  id: string,
  change: { from: Uint8Array; to: Uint8Array },
): Promise<boolean> {
  const rows = await db.sql`
    update sending_domain set dkim_private_key = ${change.to}
    where tenant_id = ${db.tenantId} and id = ${id} and dkim_private_key = ${change.from} returning id`;
  return rows.length === 1;
}
