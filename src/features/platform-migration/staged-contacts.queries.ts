import { singleRow } from "../../db/rows.ts";
import { node, toFragment, type SqlNode } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { isProfileField, type ProfileField } from "../../kernel/contact-columns.ts";
import {
  membershipStates,
  personStates,
  type ExportedContact,
  type MembershipState,
  type PersonState,
} from "./exported-contact.ts";

/**
 * Stores contacts, each address once: of several statements about a person or a membership the most careful one stays. The
 * first profile stays, completed by later ones.
 */
export async function upsertContacts(
  db: TenantDb,
  migrationId: string,
  contacts: readonly ExportedContact[],
): Promise<void> {
  if (contacts.length === 0) return;
  const first = new Map<string, ExportedContact>();
  const repeated: ExportedContact[] = [];
  for (const contact of contacts) {
    if (first.has(contact.email)) repeated.push(contact);
    else first.set(contact.email, contact);
  }
  const rows = [...first.values()].map(({ state, lists, ...contact }) => ({
    ...contact,
    state: personStates.indexOf(state),
    lists: Object.fromEntries(Object.entries(lists).map(([key, found]) => [key, membershipStates.indexOf(found)])),
  }));
  await db.sql`
    insert into migrated_contact as c (tenant_id, migration_id, email, state, profile, custom_fields, tags, lists)
    select ${db.tenantId}, ${migrationId}, r.email, r.state, r.profile, r."customFields",
      array(select jsonb_array_elements_text(r.tags)), r.lists
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(email text, state smallint, profile jsonb, "customFields" jsonb, tags jsonb, lists jsonb)
    on conflict (tenant_id, email, migration_id) do update
      set state = greatest(c.state, excluded.state), profile = excluded.profile || c.profile,
        custom_fields = excluded.custom_fields || c.custom_fields,
        tags = array(select unnest(c.tags) union select unnest(excluded.tags)),
        lists = (
          select coalesce(jsonb_object_agg(key, state), '{}') from (
            select key, max(value::int) as state from (
              select * from jsonb_each_text(c.lists) union all select * from jsonb_each_text(excluded.lists)) e
            group by key) m)`;
  await upsertContacts(db, migrationId, repeated);
}

export async function countContacts(db: TenantDb, migrationId: string): Promise<number> {
  const rows = await db.sql<{ n: number }[]>`
    select count(*)::int as n from migrated_contact where tenant_id = ${db.tenantId} and migration_id = ${migrationId}`;
  return singleRow(rows).n;
}

export type StagedContact = Pick<ExportedContact, "email" | "profile" | "customFields" | "tags"> & {
  readonly id: string;
  readonly state: PersonState;
};

/** People in one of the states, or those whose membership of a list is in a state. */
export type ContactFilter =
  | { readonly kind: "state"; readonly states: readonly PersonState[] }
  | { readonly kind: "list"; readonly key: string; readonly state: MembershipState };

const filterCondition = (filter: ContactFilter): SqlNode => {
  switch (filter.kind) {
    case "state":
      return node`c.state = any(${filter.states.map((state) => personStates.indexOf(state))}::int[])`;
    case "list":
      return node`c.lists -> ${filter.key}::text = to_jsonb(${membershipStates.indexOf(filter.state)}::int)`;
  }
};

export type ContactRange = { readonly filter: ContactFilter; readonly after: string; readonly limit: number };

export async function listContacts(
  db: TenantDb,
  migrationId: string,
  { filter, after, limit }: ContactRange,
): Promise<StagedContact[]> {
  const rows = await db.sql<(Omit<StagedContact, "state"> & { state: number })[]>`
    select c.id, c.email, c.state, c.profile, c.custom_fields, c.tags from migrated_contact c
    where c.tenant_id = ${db.tenantId} and c.migration_id = ${migrationId} and c.id > ${after}
      and ${toFragment(db.sql, filterCondition(filter))}
    order by c.id limit ${limit}`;
  return rows.map((row) => ({ ...row, state: personStates[row.state] ?? "unknown" }));
}

/** The profile fields that the export has for at least one contact. */
export async function listProfileFields(db: TenantDb, migrationId: string): Promise<ProfileField[]> {
  const rows = await db.sql<{ name: string }[]>`
    select distinct jsonb_object_keys(profile) as name from migrated_contact
    where tenant_id = ${db.tenantId} and migration_id = ${migrationId} order by name`;
  return rows.map(({ name }) => name).filter(isProfileField);
}

/** A person who is erased is forgotten here too. */
export async function deleteContactsByEmail(db: TenantDb, email: string): Promise<void> {
  await db.sql`delete from migrated_contact where tenant_id = ${db.tenantId} and email = ${email}`;
}

/** Deletes what was staged about the contacts in `old`, which are deleted. */
export const deleteStagedContacts = (tenantId: string): SqlNode => node`
  delete from migrated_contact where tenant_id = ${tenantId} and email = any(array(
    select c.email from contact c where c.tenant_id = ${tenantId} and c.id = any(array(select id from old))))`;

export async function deleteContactsFinishedBefore(db: TenantDb, before: Date): Promise<void> {
  await db.sql`
    delete from migrated_contact c using platform_migration m
    where c.tenant_id = ${db.tenantId} and m.tenant_id = ${db.tenantId} and m.id = c.migration_id
      and m.finished_at < ${before}`;
}

export type MigratedProfile = { contactId: string; profile: Record<string, string> };

/** What the newest migration knows about contacts, in order of id. */
export async function listMigratedProfiles(
  { sql, tenantId }: TenantDb,
  { shopId, after, limit }: { shopId: string | undefined; after: string; limit: number },
): Promise<MigratedProfile[]> {
  return sql<MigratedProfile[]>`
    select distinct on (c.id) c.id as contact_id, l.profile
    from contact c join migrated_contact l on l.tenant_id = ${tenantId} and l.email = c.email
    where c.tenant_id = ${tenantId} and c.id > ${after} and l.profile <> '{}'
      ${shopId === undefined ? sql`` : sql`and c.shop_id = ${shopId}`}
    order by c.id, l.migration_id desc limit ${limit}`;
}
