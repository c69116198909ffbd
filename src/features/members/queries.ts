import { commitsAtOnce } from "../../db/distribution/abilities.ts";
import { inParts } from "../../db/in-parts.ts";
import { lastPart, part, partIfRows } from "../../db/parts.ts";
import { singleRow } from "../../db/rows.ts";
import type { SystemDb, TenantDb } from "../../db/tenant.ts";
import type { Role } from "../../kernel/access.ts";
import { notFound } from "../../kernel/errors.ts";

/** Locks the company until the end of the transaction; foreign key checks do not wait for it. */
export async function lockCompany(db: TenantDb): Promise<void> {
  await db.sql`select tenant_id from company where tenant_id = ${db.tenantId} for no key update`;
}

/** People whose companies were deleted: every other person is or was a member of one, or may view one as support. */
export async function deletePeopleWithoutCompany(db: SystemDb): Promise<void> {
  const { sql } = db;
  // On a cluster a new person may be visible before its membership is.
  const isOld = commitsAtOnce(db) ? sql`true` : sql`created_at < now() - interval '1 hour'`;
  const people = await sql<{ id: string }[]>`
    select id from person where ${isOld}
    except select person_id from membership
    except select person_id from support_view`;
  if (people.length > 0) await sql`delete from person where id = any(${people.map(({ id }) => id)}::bigint[])`;
}

export type NewPerson = { email: string; passwordHash: string; firstName: string; lastName: string };

export async function insertPerson(db: SystemDb, person: NewPerson): Promise<string> {
  const rows = await db.sql<{ id: string }[]>`
    insert into person (email, password_hash, first_name, last_name)
    values (${person.email}, ${person.passwordHash}, ${person.firstName}, ${person.lastName})
    returning id`;
  return singleRow(rows).id;
}

export async function findPersonId(db: SystemDb, email: string): Promise<string | undefined> {
  const [row] = await db.sql<{ id: string }[]>`select id from person where email = ${email}`;
  return row?.id;
}

export type PersonRecord = {
  id: string;
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  language: string;
  /** False while the language is the default. */
  languageChosen: boolean;
  totpSecret: Buffer | null;
  totpEnabledAt: Date | null;
};

const persons = (db: SystemDb) => db.sql`
  select id, email, password_hash, first_name, last_name, language, language_chosen, totp_secret, totp_enabled_at from person`;

export async function findPerson(db: SystemDb, id: string): Promise<PersonRecord | undefined> {
  const [row] = await db.sql<PersonRecord[]>`${persons(db)} where id = ${id}`;
  return row;
}

export async function findPersonByEmail(db: SystemDb, email: string): Promise<PersonRecord | undefined> {
  const [row] = await db.sql<PersonRecord[]>`${persons(db)} where email = ${email}`;
  return row;
}

/** A returning member gets their old row, and with it the history of what they did. */
export async function upsertMembership(
  db: TenantDb,
  member: { personId: string; roles: readonly string[]; at: Date },
): Promise<string> {
  const rows = await db.sql<{ id: string }[]>`
    insert into membership (tenant_id, person_id, roles, created_at)
    values (${db.tenantId}, ${member.personId}, ${[...member.roles]}, ${member.at})
    on conflict (tenant_id, person_id) do update set roles = excluded.roles, is_active = true
    returning id`;
  return singleRow(rows).id;
}

export type MemberRecord = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  roles: Role[];
  isActive: boolean;
  createdAt: Date;
  twoFactor: boolean;
};

const members = (db: TenantDb) => db.sql`
  select m.id, p.email, p.first_name, p.last_name, m.roles, m.is_active, m.created_at,
    p.totp_enabled_at is not null as two_factor
  from membership m join person p on p.id = m.person_id
  where m.tenant_id = ${db.tenantId}`;

export const listMembers = async (db: TenantDb): Promise<MemberRecord[]> =>
  db.sql<MemberRecord[]>`${members(db)} order by m.id`;

export async function getMember(db: TenantDb, id: string): Promise<MemberRecord> {
  const [row] = await db.sql<MemberRecord[]>`${members(db)} and m.id = ${id}`;
  if (row === undefined) throw notFound("member");
  return row;
}

export async function findActiveMember(db: TenantDb, email: string): Promise<MemberRecord | undefined> {
  const [row] = await db.sql<MemberRecord[]>`${members(db)} and p.email = ${email} and m.is_active`;
  return row;
}

export async function hasOtherAdmin(db: TenantDb, memberId: string): Promise<boolean> {
  const rows = await db.sql`
    select id from membership
    where tenant_id = ${db.tenantId} and id <> ${memberId} and is_active and 'account_admin' = any(roles) limit 1`;
  return rows.length > 0;
}

export async function updateMemberRoles(db: TenantDb, id: string, roles: readonly string[]): Promise<void> {
  await db.sql`update membership set roles = ${[...roles]} where tenant_id = ${db.tenantId} and id = ${id}`;
}

export async function updateMemberInactive(db: TenantDb, id: string): Promise<void> {
  await db.sql`update membership set is_active = false where tenant_id = ${db.tenantId} and id = ${id}`;
}

export type ApiKeyInsert = {
  name: string;
  hash: Buffer;
  hint: string;
  roles: readonly string[];
  scope: "read" | "full";
  createdBy: string;
  createdAt: Date;
  expiresAt: Date;
};

export async function insertApiKey(db: TenantDb, key: ApiKeyInsert): Promise<string> {
  const rows = await inParts<{ id: string }>(
    db,
    [
      part(
        "inserted",
        [],
        db.sql`
      insert into api_key (tenant_id, name, hint, roles, scope, created_by, created_at, expires_at)
      values (${db.tenantId}, ${key.name}, ${key.hint}, ${[...key.roles]}, ${key.scope}, ${key.createdBy},
        ${key.createdAt}, ${key.expiresAt})
      returning tenant_id, id`,
      ),
      partIfRows(
        "lookup",
        ["inserted"],
        db.sql`
      insert into api_key_lookup (hash, tenant_id, key_id) select ${key.hash}, tenant_id, id from inserted`,
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

export type KeyRights = { memberId: string; roles: string[]; creatorRoles: string[]; scope: "read" | "full" };

/** The present rights of a key that is neither revoked nor expired. */
export async function findKeyRights(db: TenantDb, id: string, now: Date): Promise<KeyRights | undefined> {
  const [row] = await db.sql<KeyRights[]>`
    select m.id as member_id, k.roles, m.roles as creator_roles, k.scope
    from api_key k join membership m on m.tenant_id = k.tenant_id and m.id = k.created_by and m.is_active
    where k.tenant_id = ${db.tenantId} and k.id = ${id} and k.revoked_at is null and k.expires_at > ${now}`;
  return row;
}

export async function getKeyName(db: TenantDb, id: string): Promise<string> {
  const rows = await db.sql<{ name: string }[]>`
    select name from api_key where tenant_id = ${db.tenantId} and id = ${id}`;
  return singleRow(rows).name;
}

export type ApiKeyRecord = {
  id: string;
  name: string;
  hint: string;
  roles: Role[];
  scope: "read" | "full";
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
  createdBy: { id: string; email: string };
  isValid: boolean;
};

/** Conditions under which a key that is not revoked is valid (part 5, rules 2 and 6). */
const isValid = (db: TenantDb, now: Date) => db.sql`
  (k.expires_at > ${now} and coalesce(k.last_used_at, k.created_at) > ${now}::timestamptz - interval '180 days'
    and m.is_active)`;

const keys = (db: TenantDb, now: Date) => db.sql`
  select k.id, k.name, k.hint, k.roles, k.scope, k.created_at, k.expires_at, k.last_used_at,
    json_build_object('id', m.id::text, 'email', p.email) as created_by, ${isValid(db, now)} as is_valid
  from api_key k
  join membership m on m.tenant_id = k.tenant_id and m.id = k.created_by
  join person p on p.id = m.person_id
  where k.tenant_id = ${db.tenantId} and k.revoked_at is null`;

export const listApiKeys = async (db: TenantDb, now: Date): Promise<ApiKeyRecord[]> =>
  db.sql<ApiKeyRecord[]>`${keys(db, now)} order by k.id`;

export const listValidKeysOfMember = async (db: TenantDb, memberId: string, now: Date): Promise<ApiKeyRecord[]> =>
  db.sql<ApiKeyRecord[]>`${keys(db, now)} and k.created_by = ${memberId} and ${isValid(db, now)} order by k.id`;

export async function getApiKey(db: TenantDb, id: string, now: Date): Promise<ApiKeyRecord> {
  const [row] = await db.sql<ApiKeyRecord[]>`${keys(db, now)} and k.id = ${id}`;
  if (row === undefined) throw notFound("key");
  return row;
}

export async function countValidApiKeys(db: TenantDb, now: Date): Promise<number> {
  const rows = await db.sql<{ count: number }[]>`
    select count(*)::int as count from api_key k
    join membership m on m.tenant_id = k.tenant_id and m.id = k.created_by
    where k.tenant_id = ${db.tenantId} and k.revoked_at is null and ${isValid(db, now)}`;
  return singleRow(rows).count;
}

export type RevokedKey = { name: string; createdBy: string };

/** Undefined if there is no such key, or it was revoked before. */
export async function updateApiKeyRevoked(db: TenantDb, id: string, at: Date): Promise<RevokedKey | undefined> {
  const [row] = await db.sql<RevokedKey[]>`
    update api_key set revoked_at = ${at}
    where tenant_id = ${db.tenantId} and id = ${id} and revoked_at is null returning name, created_by`;
  return row;
}

export async function updateApiKeysOfMemberRevoked(db: TenantDb, memberId: string, at: Date): Promise<void> {
  await db.sql`
    update api_key set revoked_at = ${at}
    where tenant_id = ${db.tenantId} and created_by = ${memberId} and revoked_at is null`;
}

export async function upsertSupportView(
  db: TenantDb,
  view: { personId: string; grantedAt: Date; expiresAt: Date },
): Promise<void> {
  await db.sql`
    insert into support_view (tenant_id, person_id, granted_at, expires_at)
    values (${db.tenantId}, ${view.personId}, ${view.grantedAt}, ${view.expiresAt})
    on conflict (tenant_id, person_id) do update set granted_at = excluded.granted_at, expires_at = excluded.expires_at`;
}

export async function updateKeyUse(db: SystemDb, tenantId: string, keyId: string): Promise<void> {
  await db.sql`update api_key set last_used_at = now() where tenant_id = ${tenantId} and id = ${keyId}`;
}
