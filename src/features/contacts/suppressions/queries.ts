import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import { orderBy } from "../../../db/order-by.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { escapeLike, fold } from "../../../kernel/text.ts";
import type { SuppressionReason } from "../states.ts";

export type SuppressionRecord = {
  email: string | null;
  reason: SuppressionReason;
  source: string;
  detail: string | null;
  blacklisted: boolean;
  createdAt: Date;
};

export async function findSuppression(db: TenantDb, fingerprint: Buffer): Promise<SuppressionRecord | undefined> {
  const [row] = await db.sql<SuppressionRecord[]>`
    select email, reason, source, detail, blacklisted, created_at from suppression
    where tenant_id = ${db.tenantId} and fingerprint = ${fingerprint}`;
  return row;
}

export type NewSuppression = SuppressionRecord & { fingerprint: Buffer };

/** A stronger reason replaces a weaker one; blacklisting is kept beside it. */
export async function upsertSuppression(db: TenantDb, suppression: NewSuppression): Promise<SuppressionRecord> {
  return singleRow(
    await db.sql<SuppressionRecord[]>`
      insert into suppression ${db.sql({ tenantId: db.tenantId, ...suppression })}
      on conflict (tenant_id, fingerprint) do update
        set reason = excluded.reason, source = excluded.source, detail = excluded.detail,
          blacklisted = suppression.blacklisted or excluded.blacklisted, email = excluded.email,
          created_at = case when suppression.reason = excluded.reason then suppression.created_at else excluded.created_at end
      returning email, reason, source, detail, blacklisted, created_at`,
  );
}

export async function deleteSuppression(db: TenantDb, fingerprint: Buffer): Promise<void> {
  await db.sql`delete from suppression where tenant_id = ${db.tenantId} and fingerprint = ${fingerprint}`;
}

/** After an erasure an opt-out is kept without the address; blacklisting alone is deleted. */
export async function redactSuppressedAddress(db: TenantDb, fingerprint: Buffer): Promise<void> {
  await db.sql`
    delete from suppression where tenant_id = ${db.tenantId} and fingerprint = ${fingerprint} and reason = 'manual'`;
  await db.sql`
    update suppression set email = null, detail = null
    where tenant_id = ${db.tenantId} and fingerprint = ${fingerprint}`;
}

export async function findContactIdByEmail(db: TenantDb, email: string): Promise<string | undefined> {
  const [row] = await db.sql<{ id: string }[]>`
    select id from contact where tenant_id = ${db.tenantId} and email = ${email}`;
  return row?.id;
}

export async function isErasedAddress(db: TenantDb, fingerprint: Buffer): Promise<boolean> {
  const rows = await db.sql`
    select from erased_address where tenant_id = ${db.tenantId} and fingerprint = ${fingerprint}`;
  return rows.length > 0;
}

export type SuppressionFilters = { q?: string; reason?: string; blacklisted?: boolean };

function conditions(db: TenantDb, filters: SuppressionFilters): Fragment {
  const { sql } = db;
  const q = filters.q?.trim() ?? "";
  return sql`
    ${q === "" ? sql`` : sql`and fold(email) like ${`%${escapeLike(fold(q))}%`}`}
    ${filters.reason === undefined ? sql`` : sql`and reason = ${filters.reason}`}
    ${filters.blacklisted === undefined ? sql`` : sql`and blacklisted = ${filters.blacklisted}`}`;
}

export async function listSuppressions(
  db: TenantDb,
  filters: SuppressionFilters,
  page: { sort: string; limit: number; offset: number },
): Promise<SuppressionRecord[]> {
  const order = orderBy(db, page.sort, {
    id: db.sql`id`,
    createdAt: db.sql`created_at`,
    email: db.sql`email`,
  });
  return db.sql<SuppressionRecord[]>`
    select email, reason, source, detail, blacklisted, created_at from suppression
    where tenant_id = ${db.tenantId} ${conditions(db, filters)}
    order by ${order} limit ${page.limit} offset ${page.offset}`;
}

export async function countSuppressions(db: TenantDb, filters: SuppressionFilters): Promise<number> {
  const rows = await db.sql<{ total: number }[]>`
    select count(*)::int as total from suppression where tenant_id = ${db.tenantId} ${conditions(db, filters)}`;
  return singleRow(rows).total;
}
