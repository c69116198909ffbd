import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { NotificationType } from "../../../jobs/notification-types.ts";
import { searchPattern } from "../../../kernel/text.ts";

export type NotificationRecord = {
  id: string;
  type: NotificationType;
  at: Date;
  read: boolean;
  params: Record<string, unknown>;
};

export type NotificationFilters = { read?: boolean; type?: string; q?: string };
export type NotificationPage = NotificationFilters & { limit: number; offset: number; isOldestFirst: boolean };

export async function listNotifications(db: TenantDb, page: NotificationPage): Promise<NotificationRecord[]> {
  const order = page.isOldestFirst ? db.sql`at, id` : db.sql`at desc, id desc`;
  return db.sql<NotificationRecord[]>`
    select id, type, at, read_at is not null as read, params from notification
    where tenant_id = ${db.tenantId} ${conditions(db, page)}
    order by ${order} limit ${page.limit} offset ${page.offset}`;
}

export async function countNotifications(db: TenantDb, filters: NotificationFilters): Promise<number> {
  const rows = await db.sql<{ total: number }[]>`
    select count(*)::int as total from notification where tenant_id = ${db.tenantId} ${conditions(db, filters)}`;
  return singleRow(rows).total;
}

/** The words of the type are the only searchable text of a notification. */
function conditions({ sql }: TenantDb, filters: NotificationFilters): Fragment {
  const read = filters.read === true ? sql`and read_at is not null` : sql`and read_at is null`;
  const q = filters.q?.trim() ?? "";
  return sql`
    ${filters.read === undefined ? sql`` : read}
    ${filters.type === undefined ? sql`` : sql`and type = ${filters.type}`}
    ${q === "" ? sql`` : sql`and ' ' || replace(type, '_', ' ') like ${searchPattern(q)}`}`;
}
