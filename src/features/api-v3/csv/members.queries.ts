import { node, preparedStatement, rawIdentifier } from "../../../db/sql-node.ts";
import { runIndexWalk } from "../../../db/index-walk.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { localTime } from "../local-time.sql.ts";
import { csvRecord, textCell } from "./lines.sql.ts";
import { endOfFile, type CsvPage } from "./pages.ts";

export const memberColumns = ["id", "emailaddress", "name", "surname", "status", "added", "updated"] as const;

/** The last member of a page. The time is a text, because a Date has no microseconds. */
export type MemberCursor = { readonly addedAt: string; readonly contactId: string };

export const beforeMembers: MemberCursor = { addedAt: "-infinity", contactId: "0" };

const pageSize = 5000;

const timeZone = node`$5::text`;

/** Company, list, the place of the last member, time zone. The size is a constant, so that the planner walks the index. */
const membersPage = preparedStatement(
  node`
  with page as materialized (
    select m.contact_id, m.state, m.added_at, m.changed_at from list_member m
    where m.tenant_id = $1::bigint and m.list_id = $2::bigint
      and (m.added_at, m.contact_id) > ($3::text::timestamptz, $4::bigint)
    order by m.added_at, m.contact_id limit ${rawIdentifier(String(pageSize))}
  ), last as (
    select added_at::text as added_at, contact_id::text as contact_id from page order by page.added_at desc, page.contact_id desc limit 1
  )
  select coalesce(string_agg(${csvRecord([
    node`c.id::text`,
    textCell(node`c.email`),
    textCell(node`c.first_name`),
    textCell(node`c.last_name`),
    node`p.state`,
    localTime(node`p.added_at`, timeZone),
    node`case when p.changed_at > p.added_at then ${localTime(node`p.changed_at`, timeZone)} else '' end`,
  ])}, '' order by p.added_at, p.contact_id), '') as lines,
    (select added_at from last) as added_at, (select contact_id from last) as contact_id
  from page p join contact c on c.tenant_id = $1::bigint and c.id = p.contact_id`,
  5,
);

type PageRow = { lines: string; addedAt: string | null; contactId: string | null };

export async function readMembers(
  db: TenantDb,
  { listId, timeZone }: { listId: string; timeZone: string },
  after: MemberCursor,
): Promise<CsvPage<MemberCursor>> {
  const values = [db.tenantId, listId, after.addedAt, after.contactId, timeZone];
  const [row] = await runIndexWalk<PageRow>(db, membersPage, values);
  if (row === undefined || row.addedAt === null || row.contactId === null) return endOfFile;
  return { lines: row.lines, next: { addedAt: row.addedAt, contactId: row.contactId } };
}

export async function findListId(db: TenantDb, id: string): Promise<string | undefined> {
  const [row] = await db.sql<{ id: string }[]>`
    select id from list where tenant_id = ${db.tenantId} and id = ${id} and deleted_at is null`;
  return row?.id;
}
