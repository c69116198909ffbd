import type { TenantDb } from "../../../db/tenant.ts";

export type ListWithNotices = {
  id: string;
  name: string;
  notifyOnAdd: boolean;
  notifyOnUnsubscribe: boolean;
  unsubscribed: string[];
};

export async function hasListsWithNotices(db: TenantDb): Promise<boolean> {
  const rows = await db.sql`
    select from list where tenant_id = ${db.tenantId} and deleted_at is null and (notify_on_add or notify_on_unsubscribe)
    limit 1`;
  return rows.length > 0;
}

/** Lists with notices switched on, each with those of the contacts unsubscribed from everything that were its members. */
export async function findListsWithNotices(db: TenantDb, unsubscribed: readonly string[]): Promise<ListWithNotices[]> {
  return db.sql<ListWithNotices[]>`
    select l.id, l.name, l.notify_on_add, l.notify_on_unsubscribe, array(
        select m.contact_id::text from list_member m
        where m.tenant_id = ${db.tenantId} and m.list_id = l.id and m.contact_id = any(${[...unsubscribed]}::bigint[])
          and m.state in ('confirmed', 'unconfirmed') order by m.contact_id) as unsubscribed
    from list l
    where l.tenant_id = ${db.tenantId} and l.deleted_at is null and (l.notify_on_add or l.notify_on_unsubscribe)
    order by l.id`;
}

export type NoticeMailData = {
  listName: string;
  /** Null for a company without an address. */
  companyEmail: string | null;
  language: string;
  emails: string[];
};

export async function findNoticeMailData(
  db: TenantDb,
  listId: string,
  contactIds: readonly string[],
): Promise<NoticeMailData | undefined> {
  const [row] = await db.sql<NoticeMailData[]>`
    select l.name as list_name, o.email as company_email, o.language, array(
        select c.email from contact c where c.tenant_id = ${db.tenantId} and c.id = any(${[...contactIds]}::bigint[])
        order by c.id) as emails
    from list l join company o on o.tenant_id = ${db.tenantId}
    where l.tenant_id = ${db.tenantId} and l.id = ${listId} and l.deleted_at is null`;
  return row;
}
