import { throughLookUp } from "../../db/distribution/look-up.ts";
import type { SystemDb, TenantDb } from "../../db/tenant.ts";
import type { Scope } from "../../kernel/access.ts";
import type { StoredCompany } from "../../kernel/company.ts";

export type TokenAccess = StoredCompany & {
  memberId: string;
  personId: string;
  roles: string[];
  scope: Scope;
  grantId: string;
  clientId: string;
  clientName: string;
  isUseStale: boolean;
};

/** Membership, roles, second factor and revocation are read with every request: changes take effect at once. */
export async function findTokenAccess(
  db: SystemDb,
  { tokenHash, resource, now }: { tokenHash: Buffer; resource: string; now: Date },
): Promise<TokenAccess | undefined> {
  const { sql } = db;
  const lookUp = {
    table: "oauth_token_lookup",
    idColumn: "token_id",
    where: sql`l.token_hash = ${tokenHash}`,
    company: sql`t.tenant_id`,
  };
  return throughLookUp(
    db,
    lookUp,
    ({ from, where }) => sql<TokenAccess[]>`
    select c.tenant_id, c.guid, c.time_zone, c.fingerprint_key as stored_fingerprint_key, m.id as member_id,
      m.person_id, m.roles, g.scope, g.id as grant_id, k.client_id, k.name as client_name,
      coalesce(g.last_used_at < ${now}::timestamptz - interval '5 minutes', true) as is_use_stale
    from ${from}
    join oauth_token t on t.tenant_id = l.tenant_id and t.id = l.token_id
    join oauth_grant g on g.tenant_id = t.tenant_id and g.id = t.grant_id
    join membership m on m.tenant_id = g.tenant_id and m.id = g.member_id and m.is_active
    join company c on c.tenant_id = g.tenant_id
    join person p on p.id = m.person_id
    join oauth_client k on k.id = g.client_id
    where ${where} and t.kind = 'access' and t.ended_at is null and t.expires_at > ${now}
      and g.revoked_at is null and g.resource = ${resource}
      and not (c.require_two_factor and p.totp_enabled_at is null)`,
  );
}

export type GrantRights = Pick<TokenAccess, "memberId" | "personId" | "roles" | "scope">;

/** The present rights of a grant that is neither revoked nor expired. */
export async function findGrantRights(db: TenantDb, grantId: string, now: Date): Promise<GrantRights | undefined> {
  const [row] = await db.sql<GrantRights[]>`
    select m.id as member_id, m.person_id, m.roles, g.scope
    from oauth_grant g
    join membership m on m.tenant_id = g.tenant_id and m.id = g.member_id and m.is_active
    join company c on c.tenant_id = g.tenant_id
    join person p on p.id = m.person_id
    where g.tenant_id = ${db.tenantId} and g.id = ${grantId} and g.revoked_at is null and g.expires_at > ${now}
      and not (c.require_two_factor and p.totp_enabled_at is null)`;
  return row;
}

export async function updateGrantUse(db: SystemDb, { tenantId, grantId }: TokenAccess, at: Date): Promise<void> {
  await db.sql`update oauth_grant set last_used_at = ${at} where tenant_id = ${tenantId} and id = ${grantId}`;
}
