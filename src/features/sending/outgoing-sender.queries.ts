import type { TenantDb } from "../../db/tenant.ts";

export type OutgoingSenderRecord = {
  id: string;
  email: string;
  name: string;
  replyTo: string | null;
  domain: string;
  dkimSelector: string | null;
  dkimPrivateKey: Buffer | null;
  returnPathAt: Date | null;
  returnPathMailbox: string | null;
  trackingAt: Date | null;
  warmingSince: Date | null;
};

/** What the receivers of bulk mail trust: the signature of the sender's domain, or the operator who verified the sender. */
export type AuthenticatedBy = "domain" | "operator";

export type SenderAuthentication = { domain: string; authenticatedBy: AuthenticatedBy | null };

/** DKIM of exactly the sender's domain is verified, or the operator verified the sender. */
export async function findAuthentication(db: TenantDb, senderId: string): Promise<SenderAuthentication | undefined> {
  const [row] = await db.sql<SenderAuthentication[]>`
    select split_part(s.email, '@', 2) as domain,
      case when exists (
          select from sending_domain d where d.tenant_id = ${db.tenantId} and d.domain = split_part(s.email, '@', 2)
            and d.verified_at is not null) then 'domain'
        when s.operator_verified_at is not null then 'operator' end as authenticated_by
    from sender s where s.tenant_id = ${db.tenantId} and s.id = ${senderId}`;
  return row;
}

/** The sender with its domain's DKIM key; undefined if it does not exist or is not verified. */
export async function findVerifiedSender(db: TenantDb, senderId: string): Promise<OutgoingSenderRecord | undefined> {
  const [row] = await db.sql<OutgoingSenderRecord[]>`
    select s.id, s.email, s.name, s.reply_to, split_part(s.email, '@', 2) as domain, d.dkim_selector, d.dkim_private_key,
      d.return_path_at, d.tracking_at, d.warming_since, (
        select b.return_path from inbound_mailbox b
        where b.tenant_id = ${db.tenantId} and b.enabled and b.return_path is not null
        order by split_part(b.return_path, '@', 2) <> split_part(s.email, '@', 2), b.id limit 1) as return_path_mailbox
    from sender s
    left join sending_domain d on d.tenant_id = ${db.tenantId} and d.domain = split_part(s.email, '@', 2)
      and d.verified_at is not null
    where s.tenant_id = ${db.tenantId} and s.id = ${senderId} and s.verified_at is not null`;
  return row;
}
