import type { TenantDb } from "../../db/tenant.ts";
import { decrypt, type DataKey } from "../../kernel/encryption.ts";
import { createDkimSigner, type DkimSigner } from "../../mail/dkim.ts";
import { findVerifiedSender } from "./outgoing-sender.queries.ts";

/** The sender of a message, with its signing key, hosts and warm-up. */
export type OutgoingSender = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly replyTo: string | null;
  readonly domain: string;
  /** DKIM key of the verified domain; null if the relay has to sign. */
  readonly signing: { readonly selector: string; readonly privateKey: Buffer } | null;
  /** The company's own hosts for bounces and tracked links; null until their CNAME points to this service. */
  readonly returnPathHost: string | null;
  /** The company's mailbox for bounces; null without one. */
  readonly returnPathMailbox: string | null;
  readonly trackingHost: string | null;
  readonly warmingSince: Date | null;
};

/** Hosts below the company's domain whose CNAME must point to this service. */
export const returnPathHost = (domain: string) => `bounce.${domain}`;
export const trackingHost = (domain: string) => `click.${domain}`;

/**
 * Where bounces of its messages go (`mail/return-path.ts`): to the company's mailbox, to that of the installation, to the company's
 * host, to that of the installation.
 */
export const findReturnPath = (
  sender: Pick<OutgoingSender, "returnPathHost" | "returnPathMailbox"> | undefined,
  bounceHost: string,
): string =>
  sender?.returnPathMailbox ?? (bounceHost.includes("@") ? bounceHost : (sender?.returnPathHost ?? bounceHost));

/** Binds the ciphertext to its column: another encrypted value cannot be decrypted as a DKIM key. */
export const dkimKeyAssociatedData = (tenantId: string) => `${tenantId}:sending_domain.dkim_private_key`;

/** Undefined if the sender does not exist or is not verified. */
export async function findOutgoingSender(db: TenantDb, senderId: string): Promise<OutgoingSender | undefined> {
  const row = await findVerifiedSender(db, senderId);
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
    returnPathMailbox: row.returnPathMailbox,
    trackingHost: row.trackingAt === null ? null : trackingHost(domain),
    warmingSince,
  };
}

/** Reusable for many messages; undefined if the domain does not sign or the data key is missing. */
export function createSenderSigner(
  tenantId: string,
  { domain, signing }: OutgoingSender,
  dataKey: DataKey | undefined,
): DkimSigner | undefined {
  if (signing === null || dataKey === undefined) return undefined;
  const privateKey = decrypt(dataKey, dkimKeyAssociatedData(tenantId), signing.privateKey);
  return createDkimSigner({ domain, selector: signing.selector, privateKey });
}
