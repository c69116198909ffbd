import { takeLock } from "../../../db/locks.ts";
import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { Profile } from "../../../kernel/contact-columns.ts";

/** Serializes the sign-ups of a company, so that concurrent ones cannot exceed a limit. */
export async function lockSignUps(db: TenantDb): Promise<void> {
  await takeLock(db, "signUps", db.tenantId);
}

/** `mailbox` is the fingerprint of the mailbox behind the address. */
export type LimitedBy = { readonly formId: string; readonly network: string; readonly mailbox: Buffer };

export type SignUpLimits = {
  readonly perNetwork: { readonly max: number; readonly since: Date };
  readonly perAddress: { readonly max: number; readonly since: Date };
  readonly perCompany: { readonly max: number; readonly since: Date };
};

/** For each limit that is reached, the sign-up that has to pass out of its window first. */
export async function findReachedLimits(
  db: TenantDb,
  { formId, network, mailbox }: LimitedBy,
  { perNetwork, perAddress, perCompany }: SignUpLimits,
): Promise<{ network: Date | null; address: Date | null; company: Date | null }> {
  const { sql, tenantId } = db;
  return singleRow(
    await sql<{ network: Date | null; address: Date | null; company: Date | null }[]>`
      select (select filled_at from form_signup where tenant_id = ${tenantId} and form_id = ${formId}
          and network = ${network} and filled_at > ${perNetwork.since}
          order by filled_at desc offset ${perNetwork.max - 1} limit 1) as network,
        (select filled_at from form_signup where tenant_id = ${tenantId} and mailbox_fingerprint = ${mailbox}
          and filled_at > ${perAddress.since}
          order by filled_at desc offset ${perAddress.max - 1} limit 1) as address,
        (select filled_at from form_signup where tenant_id = ${tenantId} and filled_at > ${perCompany.since}
          order by filled_at desc offset ${perCompany.max - 1} limit 1) as company`,
  );
}

export type NewSignUp = {
  formId: string;
  formVersion: number;
  email: string;
  fingerprint: Buffer;
  mailboxFingerprint: Buffer;
  contactId: string | null;
  isNewContact: boolean;
  state: "pending" | "refused";
  reason: string | null;
  purposeId: string;
  listIds: readonly string[];
  typed: Record<string, string>;
  profile: Partial<Profile>;
  customFields: Record<string, unknown>;
  utm: Record<string, string>;
  consentHtml: string;
  page: string | null;
  viewedPage: string;
  source: string;
  language: string;
  ip: string;
  network: string;
  filledAt: Date;
};

export async function insertSignUp(db: TenantDb, signUp: NewSignUp): Promise<string> {
  const row = {
    tenantId: db.tenantId,
    ...signUp,
    listIds: `{${signUp.listIds.join(",")}}`,
    typed: JSON.stringify(signUp.typed),
    profile: JSON.stringify(signUp.profile),
    customFields: JSON.stringify(signUp.customFields),
    utm: JSON.stringify(signUp.utm),
  };
  return singleRow(await db.sql<{ id: string }[]>`insert into form_signup ${db.sql(row)} returning id`).id;
}

/** False if the sum was used before. */
export async function useCaptcha(
  db: TenantDb,
  { nonce, expiresAt }: { nonce: string; expiresAt: Date },
): Promise<boolean> {
  const rows = await db.sql`
    insert into form_captcha (tenant_id, nonce, expires_at) values (${db.tenantId}, ${nonce}, ${expiresAt})
    on conflict do nothing returning nonce`;
  return rows.length > 0;
}
