import { inParts } from "../../db/in-parts.ts";
import { lastPart, part, partIfRows } from "../../db/parts.ts";
import { throughLookUp } from "../../db/distribution/look-up.ts";
import { singleRow } from "../../db/rows.ts";
import type { SystemDb, TenantDb } from "../../db/tenant.ts";
import type { Scope } from "../../kernel/access.ts";

export type NewGrant = {
  memberId: string;
  clientId: string;
  scope: Scope;
  resource: string;
  redirectUri: string;
  codeChallenge: string;
  codeHash: Buffer;
  codeExpiresAt: Date;
  at: Date;
};

export async function insertGrant(db: TenantDb, grant: NewGrant): Promise<string> {
  const rows = await inParts<{ id: string }>(
    db,
    [
      part(
        "inserted",
        [],
        db.sql`
      insert into oauth_grant (tenant_id, member_id, client_id, scope, resource, redirect_uri, code_challenge,
        code_expires_at, created_at)
      values (${db.tenantId}, ${grant.memberId}, ${grant.clientId}, ${grant.scope}, ${grant.resource},
        ${grant.redirectUri}, ${grant.codeChallenge}, ${grant.codeExpiresAt}, ${grant.at})
      returning tenant_id, id`,
      ),
      partIfRows(
        "lookup",
        ["inserted"],
        db.sql`
      insert into oauth_code_lookup (code_hash, tenant_id, grant_id) select ${grant.codeHash}, tenant_id, id from inserted`,
      ),
    ],
    lastPart(
      ["inserted"],
      db.sql`
    select id from inserted`,
    ),
  );
  return singleRow(rows).id;
}

/** The person has connected the client, in any company. */
export async function hasConnectedClient(
  { sql }: SystemDb,
  { personId, clientId, now }: { personId: string; clientId: string; now: Date },
): Promise<boolean> {
  const rows = await sql`
    select from membership m
    join oauth_grant g on g.tenant_id = m.tenant_id and g.member_id = m.id
    where m.person_id = ${personId} and m.is_active and g.client_id = ${clientId} and g.connected_at is not null
      and g.revoked_at is null and g.expires_at > ${now} limit 1`;
  return rows.length === 1;
}

export type CodeGrant = {
  tenantId: string;
  grantId: string;
  scope: Scope;
  resource: string;
  redirectUri: string;
  codeChallenge: string;
};

/** The grant of a code that was issued to this client, whether or not the code is still valid. */
export async function findGrantByCode(
  db: SystemDb,
  codeHash: Buffer,
  clientId: string,
): Promise<CodeGrant | undefined> {
  const { sql } = db;
  const lookUp = {
    table: "oauth_code_lookup",
    idColumn: "grant_id",
    where: sql`l.code_hash = ${codeHash}`,
    company: sql`g.tenant_id`,
  };
  return throughLookUp(
    db,
    lookUp,
    ({ from, where }) => sql<CodeGrant[]>`
      select g.tenant_id, g.id as grant_id, g.scope, g.resource, g.redirect_uri, g.code_challenge
      from ${from} join oauth_grant g on g.tenant_id = l.tenant_id and g.id = l.grant_id
      where ${where} and g.client_id = ${clientId}`,
  );
}

/** True for the first use of the code, even if the code has expired; later ones wait for it to commit. */
export async function updateCodeUsed(db: TenantDb, id: string, at: Date): Promise<{ isExpired: boolean } | undefined> {
  const [row] = await db.sql<{ isExpired: boolean }[]>`
    update oauth_grant set code_used_at = ${at}
    where tenant_id = ${db.tenantId} and id = ${id} and code_used_at is null
    returning code_expires_at <= ${at} as is_expired`;
  return row;
}

/** False when the grant was revoked, or its member left or lacks the second factor that the company requires. */
export async function isGrantUsable(db: TenantDb, id: string): Promise<boolean> {
  const rows = await db.sql`
    select from oauth_grant g
    join membership m on m.tenant_id = g.tenant_id and m.id = g.member_id and m.is_active
    join company c on c.tenant_id = g.tenant_id
    join person p on p.id = m.person_id
    where g.tenant_id = ${db.tenantId} and g.id = ${id} and g.revoked_at is null
      and not (c.require_two_factor and p.totp_enabled_at is null)`;
  return rows.length === 1;
}

export async function updateGrantRevoked(db: TenantDb, id: string, at: Date): Promise<void> {
  await db.sql`
    update oauth_grant set revoked_at = ${at}
    where tenant_id = ${db.tenantId} and id = ${id} and revoked_at is null`;
}

export async function updateGrantsOfMemberRevoked(db: TenantDb, memberId: string, at: Date): Promise<void> {
  await db.sql`
    update oauth_grant set revoked_at = ${at}
    where tenant_id = ${db.tenantId} and member_id = ${memberId} and revoked_at is null`;
}

export type ConnectedAppRecord = {
  id: string;
  name: string;
  scope: Scope;
  createdAt: Date;
  lastUsedAt: Date | null;
  member: { id: string; email: string };
};

type AppFilter = {
  /** Null: the apps of all members. */
  memberId: string | null;
  now: Date;
};

const isConnected = (db: TenantDb, { memberId, now }: AppFilter) => db.sql`
  g.tenant_id = ${db.tenantId} and g.connected_at is not null and g.revoked_at is null and g.expires_at > ${now}
    and (${memberId}::bigint is null or g.member_id = ${memberId})`;

export const listConnectedApps = async (db: TenantDb, filter: AppFilter): Promise<ConnectedAppRecord[]> =>
  db.sql<ConnectedAppRecord[]>`
    select g.id, c.name, g.scope, g.connected_at as created_at, g.last_used_at,
      json_build_object('id', m.id::text, 'email', p.email) as member
    from oauth_grant g
    join oauth_client c on c.id = g.client_id
    join membership m on m.tenant_id = g.tenant_id and m.id = g.member_id
    join person p on p.id = m.person_id
    where ${isConnected(db, filter)}
    order by g.id`;

/** False if there is no such connected app, or it is another member's. */
export async function updateAppDisconnected(db: TenantDb, id: string, filter: AppFilter): Promise<boolean> {
  const rows = await db.sql`
    update oauth_grant g set revoked_at = ${filter.now} where ${isConnected(db, filter)} and g.id = ${id} returning g.id`;
  return rows.length === 1;
}

/** Grants whose code was never exchanged, and all codes after a time in which a replay could be expected. */
export async function deleteOldCodes(db: SystemDb, before: Date): Promise<void> {
  await db.sql`
    delete from oauth_code_lookup l using oauth_grant g
    where g.tenant_id = l.tenant_id and g.id = l.grant_id and g.code_expires_at < ${before}`;
  await db.sql`delete from oauth_grant where connected_at is null and code_expires_at < ${before}`;
}
