import type { Static } from "typebox";
import type { Fragment } from "../../db/client.ts";
import { singleRow } from "../../db/rows.ts";
import type { TenantDb } from "../../db/tenant.ts";
import type { ExportedField, ExportedList, Platform } from "./exported-contact.ts";
import type { MigrationCounts, MigrationProblem } from "./shapes.ts";

/** What a list or a custom field became here; null until then, and for a field beyond the limit of a company. */
export type MigratedList = ExportedList & { readonly listId?: string };
export type MigratedField = ExportedField & { readonly fieldId?: string };

export type MigrationRecord = {
  id: string;
  platform: Platform;
  state: "running" | "completed" | "failed";
  shopId: string;
  url: string | null;
  login: string | null;
  password: Buffer | null;
  readOffset: number;
  readTotal: number | null;
  isRead: boolean;
  lists: MigratedList[];
  fields: MigratedField[];
  counts: Static<typeof MigrationCounts>;
  problems: Static<typeof MigrationProblem>[];
  importId: string | null;
  startedAt: Date;
  finishedAt: Date | null;
};

const columns = ({ sql }: TenantDb): Fragment => sql`
  id, platform, state, shop_id, url, login, password, read_offset, read_total, is_read, lists, fields, counts, problems,
  import_id, started_at, finished_at`;

const noCounts: MigrationRecord["counts"] = {
  contacts: 0,
  created: 0,
  updated: 0,
  skipped: 0,
  lists: 0,
  customFields: 0,
};

export type NewMigration = Pick<MigrationRecord, "platform" | "shopId" | "url" | "login" | "password"> & { at: Date };

export async function insertMigration(db: TenantDb, { at, ...migration }: NewMigration): Promise<string> {
  const row = { ...migration, state: "running", isRead: false, counts: JSON.stringify(noCounts), startedAt: at };
  const rows = await db.sql<{ id: string }[]>`
    insert into platform_migration ${db.sql({ tenantId: db.tenantId, ...row })} returning id`;
  return singleRow(rows).id;
}

export async function findMigration(db: TenantDb, id: string): Promise<MigrationRecord | undefined> {
  const [row] = await db.sql<MigrationRecord[]>`
    select ${columns(db)} from platform_migration where tenant_id = ${db.tenantId} and id = ${id}`;
  return row;
}

export async function getMigration(db: TenantDb, id: string): Promise<MigrationRecord> {
  const found = await findMigration(db, id);
  if (found === undefined) throw new Error(`expected the migration ${id} to exist`);
  return found;
}

export async function findRunningMigration(db: TenantDb): Promise<{ id: string; platform: Platform } | undefined> {
  const [row] = await db.sql<{ id: string; platform: Platform }[]>`
    select id, platform from platform_migration where tenant_id = ${db.tenantId} and state = 'running'
    order by id desc limit 1`;
  return row;
}

export type MigrationSummary = Pick<
  MigrationRecord,
  "id" | "platform" | "state" | "counts" | "startedAt" | "finishedAt"
>;

export async function listMigrations(db: TenantDb, limit: number): Promise<MigrationSummary[]> {
  return db.sql<MigrationSummary[]>`
    select id, platform, state, counts, started_at, finished_at from platform_migration
    where tenant_id = ${db.tenantId} order by id desc limit ${limit}`;
}

type Json = "lists" | "fields" | "counts" | "problems";
export type MigrationChange = Partial<
  Pick<MigrationRecord, "state" | "finishedAt" | "importId" | "password" | "isRead" | "readTotal"> &
    Pick<MigrationRecord, Json>
>;

export async function updateMigration(db: TenantDb, id: string, change: MigrationChange): Promise<void> {
  const row = Object.fromEntries(
    Object.entries(change).map(([name, value]) => [name, isJson(name) ? JSON.stringify(value) : value]),
  );
  await db.sql`update platform_migration set ${db.sql(row)} where tenant_id = ${db.tenantId} and id = ${id}`;
}

const isJson = (name: string): name is Json => ["lists", "fields", "counts", "problems"].includes(name);

/** False when another process has read the page meanwhile. */
export async function moveReadOffset(db: TenantDb, id: string, page: { from: number; to: number }): Promise<boolean> {
  const rows = await db.sql`
    update platform_migration set read_offset = ${page.to}
    where tenant_id = ${db.tenantId} and id = ${id} and read_offset = ${page.from} and not is_read returning id`;
  return rows.length === 1;
}
