import type { TenantDb } from "../../db/tenant.ts";

export const namedKinds = ["lists", "segments", "senders", "shops"] as const;
export type NamedKind = (typeof namedKinds)[number];

export type NamedIds = Readonly<Record<NamedKind, readonly string[]>>;
export type ObjectName = { readonly kind: NamedKind; readonly id: string; readonly name: string };

/** The names of objects that answers show by their ids. */
export const listObjectNames = (
  { sql, tenantId }: TenantDb,
  { lists, segments, senders, shops }: NamedIds,
): Promise<ObjectName[]> => sql<ObjectName[]>`
  select 'lists' as kind, id, name from list where tenant_id = ${tenantId} and id = any(${[...lists]}::bigint[])
  union all
  select 'segments', id, name from segment where tenant_id = ${tenantId} and id = any(${[...segments]}::bigint[])
  union all
  select 'senders', id, name from sender where tenant_id = ${tenantId} and id = any(${[...senders]}::bigint[])
  union all
  select 'shops', id, name from shop where tenant_id = ${tenantId} and id = any(${[...shops]}::bigint[])`;
