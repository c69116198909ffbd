import type { Fragment } from "../db/client.ts";
import type { TenantDb } from "../db/tenant.ts";

/** Undefined means all. */
export type NotificationIds = readonly string[] | undefined;

const hasOneOfIds = ({ sql }: TenantDb, ids: NotificationIds): Fragment =>
  ids === undefined ? sql`` : sql`and id = any(${[...ids]}::bigint[])`;

export async function updateNotificationsRead(db: TenantDb, ids: NotificationIds, at: Date): Promise<number> {
  const { count } = await db.sql`
    update notification set read_at = ${at}
    where tenant_id = ${db.tenantId} and read_at is null ${hasOneOfIds(db, ids)}`;
  return count;
}

export async function updateNotificationsUnread(db: TenantDb, ids: NotificationIds): Promise<number> {
  const { count } = await db.sql`
    update notification set read_at = null
    where tenant_id = ${db.tenantId} and read_at is not null ${hasOneOfIds(db, ids)}`;
  return count;
}

export async function deleteNotifications(db: TenantDb, ids: NotificationIds): Promise<number> {
  const { count } = await db.sql`delete from notification where tenant_id = ${db.tenantId} ${hasOneOfIds(db, ids)}`;
  return count;
}
