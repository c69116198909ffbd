import type { TenantDb } from "../../db/tenant.ts";
import { decrypt } from "../../kernel/crypto.ts";
import { createDkimSigner, type DkimSigner } from "../../mail/dkim.ts";

/** What a message needs to know of who it comes from. */
export type OutgoingSender = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly replyTo: string | null;
  readonly domain: string;
  /** The verified domain that signs; null where the relay has to. */
  readonly signing: { readonly selector: string; readonly privateKey: Buffer } | null;
  /** The company's own host for bounces and for tracked links, where its DNS leads to us. */
  readonly returnPathHost: string | null;
  readonly trackingHost: string | null;
  readonly warmingSince: Date | null;
};

/** Where the company's DNS has to lead to us, under its own domain. */
export const returnPathHost = (domain: string) => `bounce.${domain}`;
export const trackingHost = (domain: string) => `click.${domain}`;

/** Where the private key is stored: nothing else can be read as one. */
export const dkimKeyAssociatedData = (tenantId: string) => `${tenantId}:sending_domain.dkim_private_key`;

type SenderRow = {
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

/** A verified sender; undefined for one that is none, is not verified or is gone. */
export async function findOutgoingSender(db: TenantDb, senderId: string): Promise<OutgoingSender | undefined> {
  const [row] = await db.sql<SenderRow[]>`
    select s.id, s.email, s.name, s.reply_to, split_part(s.email, '@', 2) as domain, d.dkim_selector, d.dkim_private_key,
      d.return_path_at, d.tracking_at, d.warming_since
    from sender s
    left join sending_domain d on d.tenant_id = ${db.tenantId} and d.domain = split_part(s.email, '@', 2)
      and d.verified_at is not null
    where s.tenant_id = ${db.tenantId} and s.id = ${senderId} and s.verified_at is not null`;
  if (row === undefined) return undefined;
  const { id, email, name, replyTo, domain, warmingSince, dkimSelector, dkimPrivateKey } = row;
  const isSigned = dkimSelector !== null && dkimPrivateKey !== null;
  return {
    id,
    email,
    name,
    replyTo,
    domain,
    signing: isSigned ? { selector: dkimSelector, privateKey: dkimPrivateKey } : null,
    returnPathHost: row.returnPathAt === null ? null : returnPathHost(domain),
    trackingHost: row.trackingAt === null ? null : trackingHost(domain),
    warmingSince,
  };
}

/** Made once for many messages; undefined where nothing is signed or the key of stored secrets is missing. */
export function createSenderSigner(
  tenantId: string,
  { domain, signing }: OutgoingSender,
  dataKey: Uint8Array | undefined,
): DkimSigner | undefined {
  if (signing === null || dataKey === undefined) return undefined;
  const privateKey = decrypt(dataKey, dkimKeyAssociatedData(tenantId), signing.privateKey);
  return createDkimSigner({ domain, selector: signing.selector, privateKey });
}
