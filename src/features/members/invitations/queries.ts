import { throughLookUp } from "../../../db/distribution/look-up.ts";
import { singleRow } from "../../../db/rows.ts";
import type { SystemDb, TenantDb } from "../../../db/tenant.ts";
import type { Role } from "../../../kernel/access.ts";
import { notFound } from "../../../kernel/errors.ts";
import { addMs, hours } from "../../../kernel/local-time.ts";

export type InvitationRecord = {
  id: string;
  email: string;
  roles: Role[];
  createdAt: Date;
  expiresAt: Date;
  invitedBy: { id: string; email: string };
};

const openInvitations = (db: TenantDb, now: Date) => db.sql`
  select i.id, i.email, i.roles, i.created_at, i.expires_at,
    json_build_object('id', m.id::text, 'email', p.email) as invited_by
  from invitation i
  join membership m on m.tenant_id = i.tenant_id and m.id = i.invited_by
  join person p on p.id = m.person_id
  where i.tenant_id = ${db.tenantId} and i.accepted_at is null and i.expires_at > ${now}`;

export const listInvitations = async (db: TenantDb, now: Date): Promise<InvitationRecord[]> =>
  db.sql<InvitationRecord[]>`${openInvitations(db, now)} order by i.id`;

export async function getInvitation(db: TenantDb, id: string, now: Date): Promise<InvitationRecord> {
  const [row] = await db.sql<InvitationRecord[]>`${openInvitations(db, now)} and i.id = ${id}`;
  if (row === undefined) throw notFound("invitation");
  return row;
}

export type NewInvitation = {
  email: string;
  roles: readonly string[];
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
};

export async function insertInvitation(db: TenantDb, invitation: NewInvitation): Promise<string> {
  const rows = await db.sql<{ id: string }[]>`
    insert into invitation (tenant_id, email, roles, invited_by, created_at, expires_at)
    values (${db.tenantId}, ${invitation.email}, ${[...invitation.roles]}, ${invitation.invitedBy},
      ${invitation.createdAt}, ${invitation.expiresAt})
    returning id`;
  return singleRow(rows).id;
}

/** Also those that ended; their rows are kept for a day. */
export const listInvitationTimes = (db: TenantDb, since: Date): Promise<{ email: string; createdAt: Date }[]> =>
  db.sql<{ email: string; createdAt: Date }[]>`
    select email, created_at from invitation where tenant_id = ${db.tenantId} and created_at > ${since}
    order by created_at, id`;

export async function endInvitationsTo(db: TenantDb, email: string, now: Date): Promise<void> {
  await db.sql`
    with ended as (
      update invitation set expires_at = ${now}
      where tenant_id = ${db.tenantId} and email = ${email} and accepted_at is null and expires_at > ${now} returning id
    )
    delete from invitation_lookup where tenant_id = ${db.tenantId} and invitation_id in (select id from ended)`;
}

export async function endInvitation(db: TenantDb, id: string, now: Date): Promise<boolean> {
  const rows = await db.sql`
    update invitation set expires_at = ${now}
    where tenant_id = ${db.tenantId} and id = ${id} and accepted_at is null and expires_at > ${now} returning id`;
  return rows.length === 1;
}

export async function insertInvitationToken(db: TenantDb, invitationId: string, tokenHash: Buffer): Promise<void> {
  await db.sql`
    insert into invitation_lookup (token_hash, tenant_id, invitation_id)
    values (${tokenHash}, ${db.tenantId}, ${invitationId})`;
}

export async function deleteInvitationTokens(db: TenantDb, invitationId: string): Promise<void> {
  await db.sql`delete from invitation_lookup where tenant_id = ${db.tenantId} and invitation_id = ${invitationId}`;
}

export type InvitationByToken = {
  tenantId: string;
  id: string;
  email: string;
  roles: Role[];
  tenant: string;
  companyName: string;
};

export async function findInvitationByToken(
  db: SystemDb,
  tokenHash: Buffer,
  now: Date,
): Promise<InvitationByToken | undefined> {
  const { sql } = db;
  const lookUp = {
    table: "invitation_lookup",
    idColumn: "invitation_id",
    where: sql`l.token_hash = ${tokenHash}`,
    company: sql`i.tenant_id`,
  };
  return throughLookUp(
    db,
    lookUp,
    ({ from, where }) => sql<InvitationByToken[]>`
      select i.tenant_id, i.id, i.email, i.roles, c.guid as tenant, c.name as company_name
      from ${from}
      join invitation i on i.tenant_id = l.tenant_id and i.id = l.invitation_id
      join company c on c.tenant_id = i.tenant_id
      where ${where} and i.accepted_at is null and i.expires_at > ${now}`,
  );
}

/** True only for the first caller. */
export async function updateInvitationAccepted(db: TenantDb, id: string, at: Date): Promise<boolean> {
  const rows = await db.sql`
    update invitation set accepted_at = ${at}
    where tenant_id = ${db.tenantId} and id = ${id} and accepted_at is null and expires_at > ${at} returning id`;
  return rows.length === 1;
}

export type InvitationMailDetails = {
  email: string;
  expiresAt: Date;
  companyName: string;
  language: string;
  timeZone: string;
  inviterEmail: string;
  inviterName: string;
};

export async function findInvitationMailDetails(
  db: TenantDb,
  id: string,
  now: Date,
): Promise<InvitationMailDetails | undefined> {
  const [row] = await db.sql<InvitationMailDetails[]>`
    select i.email, i.expires_at, c.name as company_name, c.language, c.time_zone, p.email as inviter_email,
      trim(p.first_name || ' ' || p.last_name) as inviter_name
    from invitation i
    join company c on c.tenant_id = i.tenant_id
    join membership m on m.tenant_id = i.tenant_id and m.id = i.invited_by
    join person p on p.id = m.person_id
    where i.tenant_id = ${db.tenantId} and i.id = ${id} and i.accepted_at is null and i.expires_at > ${now}`;
  return row;
}

/** Deletes expired invitations: addresses of people who never joined must not be kept. Those of the last day count. */
export async function deleteExpiredInvitations(db: SystemDb, now: Date): Promise<void> {
  await db.sql`
    delete from invitation
    where accepted_at is null and expires_at <= ${now} and created_at <= ${addMs(now, -hours(24))}`;
  // On a cluster the parts run one after another: an invitation that is written meanwhile is not among the known ones.
  await db.sql`
    with known as materialized (
      select tenant_id, invitation_id from invitation_lookup
    ), pending as materialized (
      select tenant_id, id from invitation where accepted_at is null
    ), outdated as materialized (
      select tenant_id, invitation_id from known except select tenant_id, id from pending
    )
    delete from invitation_lookup l using outdated o
    where l.tenant_id = o.tenant_id and l.invitation_id = o.invitation_id`;
}
