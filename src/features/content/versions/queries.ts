import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { ContentKind } from "./shapes.ts";

/** The owner of the content. */
export type ContentOwner = { readonly kind: "template" | "footer" | "campaign"; readonly id: string };

/** The version numbers of an owner; see the migration. */
export type ContentHead = { version: number; lastVersion: number; publishedVersion: number | null };

const ownedBy = ({ sql, tenantId }: TenantDb, { kind, id }: ContentOwner): Fragment => sql`
  tenant_id = ${tenantId} and owner_kind = ${kind} and owner_id = ${id}`;

export async function findContentHead(db: TenantDb, owner: ContentOwner): Promise<ContentHead | undefined> {
  const [row] = await db.sql<ContentHead[]>`
    select version, last_version, published_version from content where ${ownedBy(db, owner)}`;
  return row;
}

/** Blocks other saves until the transaction ends. */
export async function lockContentHead(db: TenantDb, owner: ContentOwner): Promise<ContentHead | undefined> {
  const [row] = await db.sql<ContentHead[]>`
    select version, last_version, published_version from content where ${ownedBy(db, owner)} for update`;
  return row;
}

export async function insertContentHead(
  db: TenantDb,
  { kind, id }: ContentOwner,
  head: ContentHead & { updatedAt: Date },
): Promise<void> {
  const row = { tenantId: db.tenantId, ownerKind: kind, ownerId: id, ...head };
  await db.sql`insert into content ${db.sql(row)}`;
}

export async function updateContentHead(
  db: TenantDb,
  owner: ContentOwner,
  head: Partial<ContentHead> & { updatedAt: Date },
): Promise<void> {
  await db.sql`update content set ${db.sql(head)} where ${ownedBy(db, owner)}`;
}

export type NewVersion = {
  version: number;
  kind: ContentKind;
  source: string | null;
  html: string;
  text: string | null;
  authorId: string | null;
  createdAt: Date;
};

export async function insertVersion(db: TenantDb, { kind, id }: ContentOwner, version: NewVersion): Promise<void> {
  const row = { tenantId: db.tenantId, ownerKind: kind, ownerId: id, ...version };
  await db.sql`insert into content_version ${db.sql(row)}`;
}

export type VersionRecord = {
  version: number;
  kind: ContentKind;
  source: string | null;
  html: string;
  text: string | null;
};

export async function findVersion(
  db: TenantDb,
  owner: ContentOwner,
  version: number,
): Promise<VersionRecord | undefined> {
  const [row] = await db.sql<VersionRecord[]>`
    select version, kind, source, html, text from content_version where ${ownedBy(db, owner)} and version = ${version}`;
  return row;
}

export type VersionSummary = {
  version: number;
  kind: ContentKind;
  bytes: number;
  createdAt: Date;
  authorId: string | null;
  authorName: string | null;
};

const summaries = (db: TenantDb, owner: ContentOwner): Fragment => db.sql`
  select v.version, v.kind, octet_length(v.html) as bytes, v.created_at, v.author_id,
    coalesce(nullif(trim(p.first_name || ' ' || p.last_name), ''), p.email) as author_name
  from content_version v
  left join membership m on m.tenant_id = ${db.tenantId} and m.id = v.author_id
  left join person p on p.id = m.person_id
  where v.tenant_id = ${db.tenantId} and v.owner_kind = ${owner.kind} and v.owner_id = ${owner.id}`;

export async function findVersionSummary(
  db: TenantDb,
  owner: ContentOwner,
  version: string,
): Promise<VersionSummary | undefined> {
  const [row] = await db.sql<VersionSummary[]>`${summaries(db, owner)} and v.version = ${version}::bigint`;
  return row;
}

/** Newest first. */
export async function listVersions(
  db: TenantDb,
  owner: ContentOwner,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; rows: VersionSummary[] }> {
  const [count, rows] = await Promise.all([
    db.sql<{ n: number }[]>`select count(*)::int as n from content_version where ${ownedBy(db, owner)}`,
    db.sql<VersionSummary[]>`${summaries(db, owner)} order by v.version desc limit ${limit} offset ${offset}`,
  ]);
  return { total: singleRow(count).n, rows };
}

export async function deleteContent(db: TenantDb, owner: ContentOwner): Promise<void> {
  await db.sql`delete from content where ${ownedBy(db, owner)}`;
}
