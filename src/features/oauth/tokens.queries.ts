import { throughLookUp } from "../../db/distribution/look-up.ts";
import type { SystemDb, TenantDb } from "../../db/tenant.ts";
import type { Scope } from "../../kernel/access.ts";

export type TokenKind = "access" | "refresh";
export type NewToken = { kind: TokenKind; hash: Buffer; expiresAt: Date };

export async function insertToken(db: TenantDb, grantId: string, token: NewToken): Promise<void> {
  await db.sql`
    with inserted as (
      insert into oauth_token (tenant_id, grant_id, kind, expires_at)
      values (${db.tenantId}, ${grantId}, ${token.kind}, ${token.expiresAt})
      returning tenant_id, id
    )
    insert into oauth_token_lookup (token_hash, tenant_id, token_id) select ${token.hash}, tenant_id, id from inserted`;
}

export async function updateGrantConnected(
  db: TenantDb,
  id: string,
  { at, expiresAt }: { at: Date; expiresAt: Date },
): Promise<void> {
  await db.sql`
    update oauth_grant set connected_at = coalesce(connected_at, ${at}), expires_at = ${expiresAt}
    where tenant_id = ${db.tenantId} and id = ${id}`;
}

export type StoredToken = {
  tenantId: string;
  id: string;
  kind: TokenKind;
  grantId: string;
  clientId: string;
  scope: Scope;
  resource: string;
};

export async function findToken(db: SystemDb, hash: Buffer): Promise<StoredToken | undefined> {
  const { sql } = db;
  const lookUp = {
    table: "oauth_token_lookup",
    idColumn: "token_id",
    where: sql`l.token_hash = ${hash}`,
    company: sql`t.tenant_id`,
  };
  return throughLookUp(
    db,
    lookUp,
    ({ from, where }) => sql<StoredToken[]>`
      select t.tenant_id, t.id, t.kind, t.grant_id, g.client_id, g.scope, g.resource
      from ${from}
      join oauth_token t on t.tenant_id = l.tenant_id and t.id = l.token_id
      join oauth_grant g on g.tenant_id = t.tenant_id and g.id = t.grant_id
      where ${where}`,
  );
}

/** Undefined if the token was used or revoked before; concurrent requests wait for the first one to commit. */
export async function updateTokenEnded(
  db: TenantDb,
  id: string,
  at: Date,
): Promise<{ isExpired: boolean } | undefined> {
  const [row] = await db.sql<{ isExpired: boolean }[]>`
    update oauth_token set ended_at = ${at}
    where tenant_id = ${db.tenantId} and id = ${id} and ended_at is null
    returning expires_at <= ${at} as is_expired`;
  return row;
}

/** Refresh tokens that were used are kept until they expire, so that their reuse is detected. */
export async function deleteExpiredTokens(db: SystemDb, now: Date): Promise<void> {
  await db.sql`
    with deleted as (delete from oauth_token where expires_at <= ${now} returning tenant_id, id)
    delete from oauth_token_lookup l using deleted d where l.tenant_id = d.tenant_id and l.token_id = d.id`;
}
