import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import { node, toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { mentions } from "../../contacts/redaction.sql.ts";
import type { ViewSettings } from "./contract.ts";

export type SavedViewRecord = {
  id: string;
  memberId: string | null;
  isShared: boolean;
  grid: string;
  name: string;
  settings: ViewSettings;
  createdAt: Date;
  updatedAt: Date;
};

const columns = ({ sql }: TenantDb): Fragment => sql`
  id, member_id, is_shared, grid, name, settings, created_at, updated_at`;

const isOwn = ({ sql }: TenantDb, memberId: string | null): Fragment =>
  sql`member_id is not distinct from ${memberId}::bigint`;

export async function listSavedViews(
  db: TenantDb,
  of: { grid: string | undefined; memberId: string | null },
): Promise<SavedViewRecord[]> {
  return db.sql<SavedViewRecord[]>`
    select ${columns(db)} from saved_view
    where tenant_id = ${db.tenantId} and (is_shared or ${isOwn(db, of.memberId)})
      ${of.grid === undefined ? db.sql`` : db.sql`and grid = ${of.grid}`}
    order by lower(name), id`;
}

export async function countSavedViews(db: TenantDb, memberId: string | null): Promise<number> {
  const rows = await db.sql<{ total: number }[]>`
    select count(*)::int as total from saved_view where tenant_id = ${db.tenantId} and ${isOwn(db, memberId)}`;
  return singleRow(rows).total;
}

export type NewSavedView = Omit<SavedViewRecord, "id" | "settings"> & { settings: string };

export async function insertSavedView(db: TenantDb, view: NewSavedView): Promise<string> {
  const rows = await db.sql<{ id: string }[]>`
    insert into saved_view ${db.sql({ tenantId: db.tenantId, ...view })} returning id`;
  return singleRow(rows).id;
}

type OwnView = { id: string; memberId: string | null };

export async function findOwnView(db: TenantDb, { id, memberId }: OwnView): Promise<SavedViewRecord | undefined> {
  const [view] = await db.sql<SavedViewRecord[]>`
    select ${columns(db)} from saved_view
    where tenant_id = ${db.tenantId} and id = ${id} and ${isOwn(db, memberId)}`;
  return view;
}

export type SavedViewUpdate = { name?: string; isShared?: boolean; settings?: string; updatedAt: Date };

export async function updateOwnView(db: TenantDb, { id, memberId }: OwnView, change: SavedViewUpdate): Promise<void> {
  await db.sql`
    update saved_view set ${db.sql(change)}
    where tenant_id = ${db.tenantId} and id = ${id} and ${isOwn(db, memberId)}`;
}

export async function deleteOwnView(db: TenantDb, { id, memberId }: OwnView): Promise<boolean> {
  const rows = await db.sql`
    delete from saved_view where tenant_id = ${db.tenantId} and id = ${id} and ${isOwn(db, memberId)} returning id`;
  return rows.length === 1;
}

/** A view whose filters or name contain an erased address. */
export async function deleteViewsMentioning({ sql, tenantId }: TenantDb, email: string): Promise<void> {
  await sql`
    delete from saved_view
    where tenant_id = ${tenantId} and ${toFragment(sql, mentions(node`name || ' ' || settings::text`, email))}`;
}
