import type { SystemDb } from "../../db/tenant.ts";
import type { Scope } from "../../kernel/access.ts";

export type NewRequest = {
  tokenHash: Buffer;
  clientId: string;
  redirectUri: string;
  codeChallenge: string;
  scope: Scope;
  state: string | null;
  resource: string;
  expiresAt: Date;
};

/** Deletes a few expired requests as well: every visitor can start one, so the nightly cleanup would come too late. */
export async function insertRequest(db: SystemDb, request: NewRequest, now: Date): Promise<void> {
  await db.sql`
    with expired as (
      delete from oauth_request where token_hash in (
        select token_hash from oauth_request where expires_at <= ${now} limit 10 for update skip locked)
    )
    insert into oauth_request (token_hash, client_id, redirect_uri, code_challenge, scope, state, resource, expires_at)
    values (${request.tokenHash}, ${request.clientId}, ${request.redirectUri}, ${request.codeChallenge},
      ${request.scope}, ${request.state}, ${request.resource}, ${request.expiresAt})`;
}

export type OpenRequest = {
  clientId: string;
  clientName: string;
  redirectUri: string;
  scope: Scope;
  resource: string;
};

export async function findRequest(db: SystemDb, tokenHash: Buffer, now: Date): Promise<OpenRequest | undefined> {
  const [row] = await db.sql<OpenRequest[]>`
    select r.client_id, c.name as client_name, r.redirect_uri, r.scope, r.resource
    from oauth_request r join oauth_client c on c.id = r.client_id
    where r.token_hash = ${tokenHash} and r.expires_at > ${now}`;
  return row;
}

export type DecidedRequest = Omit<NewRequest, "tokenHash" | "expiresAt" | "scope"> & { clientName: string };

/** Undefined if it was decided before: only one decision gets the row. */
export async function deleteRequest(db: SystemDb, tokenHash: Buffer, now: Date): Promise<DecidedRequest | undefined> {
  const [row] = await db.sql<DecidedRequest[]>`
    delete from oauth_request r using oauth_client c
    where r.token_hash = ${tokenHash} and r.expires_at > ${now} and c.id = r.client_id
    returning r.client_id, c.name as client_name, r.redirect_uri, r.code_challenge, r.state, r.resource`;
  return row;
}

export async function deleteExpiredRequests(db: SystemDb, now: Date): Promise<void> {
  await db.sql`delete from oauth_request where expires_at <= ${now}`;
}

export type ConsentCompany = {
  tenantId: string;
  tenant: string;
  name: string;
  memberId: string;
  roles: string[];
  lacksTwoFactor: boolean;
};

/** Companies in which the person is an active member. */
export const listConsentCompanies = async (db: SystemDb, personId: string): Promise<ConsentCompany[]> =>
  db.sql<ConsentCompany[]>`
    select c.tenant_id, c.guid as tenant, c.name, m.id as member_id, m.roles,
      c.require_two_factor and p.totp_enabled_at is null as lacks_two_factor
    from membership m
    join company c on c.tenant_id = m.tenant_id
    join person p on p.id = m.person_id
    where m.person_id = ${personId} and m.is_active
    order by c.name, c.tenant_id`;
