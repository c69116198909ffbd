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
  trackingAt: Date | null;
  warmingSince: Date | null;
};

export type SenderAuthentication = { domain: string; isAuthenticated: boolean };

/** Authenticated: DKIM of exactly the sender's domain is verified, or the operator vouches for the sender. */
export async function findAuthentication(db: TenantDb, senderId: string): Promise<SenderAuthentication | undefined> {
  const [row] = await db.sql<SenderAuthentication[]>`
    select split_part(s.email, '@', 2) as domain,
      s.vouched_at is not null or exists (
        select from sending_domain d where d.tenant_id = ${db.tenantId} and d.domain = split_part(s.email, '@', 2)
          and d.verified_at is not null) as is_authenticated
    from sender s where s.tenant_id = ${db.tenantId} and s.id = ${senderId}`;
  return row;
}

/** The sender with its domain's DKIM key; undefined if it does not exist or is not verified. */
export async function findVerifiedSender(db: TenantDb, senderId: string): Promise<OutgoingSenderRecord | undefined> {
  const [row] = await db.sql<OutgoingSenderRecord[]>`
    select s.id, s.email, s.name, s.reply_to, split_part(s.email, '@', 2) as domain, d.dkim_selector, d.dkim_private_key,
      d.return_path_at, d.tracking_at, d.warming_since
    from sender s
    left join sending_domain d on d.tenant_id = ${db.tenantId} and d.domain = split_part(s.email, '@', 2)
      and d.verified_at is not null
    where s.tenant_id = ${db.tenantId} and s.id = ${senderId} and s.verified_at is not null`;
  return row;
}
