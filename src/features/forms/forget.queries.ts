import type { TenantDb } from "../../db/tenant.ts";
import { forgottenColumns } from "./erasure.queries.ts";

export type UnconfirmedSignUp = { id: string; fingerprint: Buffer | null };

export const listUnconfirmed = ({ sql, tenantId }: TenantDb, { before, limit }: { before: Date; limit: number }) => sql<
  UnconfirmedSignUp[]
>`
  select id, fingerprint from form_signup
  where tenant_id = ${tenantId} and state = 'pending' and filled_at < ${before} order by filled_at limit ${limit}`;

/** The contact that has to be forgotten: made by a form, and no later sign-up of the address waits or was confirmed. */
export async function expireSignUp(db: TenantDb, id: string, before: Date): Promise<string | undefined> {
  const { sql, tenantId } = db;
  const [row] = await sql<{ contactId: string | null }[]>`
    with expired as (
      update form_signup set state = 'expired'
      where tenant_id = ${tenantId} and id = ${id} and state = 'pending' returning contact_id, fingerprint
    )
    select e.contact_id from expired e
    where exists (
        select from form_signup s where s.tenant_id = ${tenantId} and s.fingerprint = e.fingerprint and s.is_new_contact
          and s.contact_id = e.contact_id)
      and not exists (
        select from form_signup s where s.tenant_id = ${tenantId} and s.fingerprint = e.fingerprint and s.id <> ${id}
          and (s.state = 'confirmed' or (s.state = 'pending' and s.filled_at >= ${before})))`;
  return row?.contactId ?? undefined;
}

export async function forgetSignUpsOfAddress(db: TenantDb, fingerprint: Buffer): Promise<void> {
  await db.sql`
    update form_signup set ${forgottenColumns(db)} where tenant_id = ${db.tenantId} and fingerprint = ${fingerprint}`;
}
