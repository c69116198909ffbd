import type { TenantDb } from "../../db/tenant.ts";
import { purgedColumns } from "./erasure.queries.ts";

export type UnconfirmedSignUp = { id: string; email: string; fingerprint: Buffer };

export const listUnconfirmed = ({ sql, tenantId }: TenantDb, { before, limit }: { before: Date; limit: number }) => sql<
  UnconfirmedSignUp[]
>`
  select id, email, fingerprint from form_signup
  where tenant_id = ${tenantId} and state = 'pending' and filled_at < ${before} order by filled_at limit ${limit}`;

export async function expireSignUp(db: TenantDb, id: string): Promise<void> {
  await db.sql`
    update form_signup set state = 'expired' where tenant_id = ${db.tenantId} and id = ${id} and state = 'pending'`;
}

/** The contact of the address, and whether it was created by unconfirmed sign-ups only. */
export async function findContactOfAddress(
  db: TenantDb,
  { email, fingerprint }: UnconfirmedSignUp,
): Promise<{ id: string; isPurgeable: boolean } | undefined> {
  const { sql, tenantId } = db;
  const [row] = await sql<{ id: string; isPurgeable: boolean }[]>`
    select c.id, c.status = 'pending' and exists (
        select from form_signup s where s.tenant_id = ${tenantId} and s.contact_id = c.id and s.is_new_contact)
      and not exists (
        select from form_signup s where s.tenant_id = ${tenantId} and s.fingerprint = ${fingerprint}
          and s.state in ('pending', 'confirmed')) as is_purgeable
    from contact c where c.tenant_id = ${tenantId} and c.email = ${email}`;
  return row;
}

/** Sign-ups of an address that is no contact. A confirmed one stays as a proof. */
export async function purgeExpiredSignUps(db: TenantDb, fingerprint: Buffer): Promise<void> {
  await db.sql`
    update form_signup set ${purgedColumns(db)}
    where tenant_id = ${db.tenantId} and fingerprint = ${fingerprint} and state in ('expired', 'refused')`;
}
