import type { Fragment } from "../../db/client.ts";
import { singleRow, type JsonOf } from "../../db/rows.ts";
import { orderByThenNewest } from "../../db/order-by.ts";
import { node, rawIdentifier, toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import type { UniqueNames } from "../../db/unique-names.ts";
import { startOfDay, startOfNextDay } from "../../kernel/local-time.ts";
import { fold, searchPattern } from "../../kernel/text.ts";
import { bucketOf } from "../contacts/counts.sql.ts";
import { deleteMembersOfList } from "../contacts/memberships/queries.ts";
import { hasTags, tagsOf } from "../labels/assignments.sql.ts";
import { deleteAssignmentsOfObject } from "../labels/queries.ts";
import type { SystemKind } from "./shapes.ts";

export const listNames: UniqueNames = { table: "list", where: node`deleted_at is null` };

/** The editable columns of a list. */
export type ListWrite = {
  name: string;
  publicName: string;
  shopId: string | null;
  note: string;
  notifyOnAdd: boolean;
  notifyOnUnsubscribe: boolean;
  signatureHtml: string;
  senderEmail: string | null;
  senderName: string | null;
  replyTo: string | null;
};

export type ListRecord = ListWrite & {
  id: string;
  systemKind: SystemKind | null;
  createdAt: Date;
  tags: string[];
  total: number;
  active: number;
  unconfirmed: number;
  unsubscribed: number;
  bounced: number;
  complained: number;
  blacklisted: number;
};

const bucketNames = ["active", "unconfirmed", "unsubscribed", "bounced", "complained", "blacklisted"] as const;

/** One text: nested fragments cost more than the rest of the request. */
const bucketSums = rawIdentifier(
  bucketNames.map((name) => `coalesce(sum(n) filter (where bucket = '${name}'), 0)::int as ${name}`).join(", "),
);

/** Sizes are sums of a few dozen counters per list, whatever its number of members. */
const sizeOf = ({ sql, tenantId }: TenantDb): Fragment => sql`
  select coalesce(sum(n), 0)::int as total, ${toFragment(sql, bucketSums)}
  from list_count k where k.tenant_id = ${tenantId} and k.list_id = l.id`;

const columns = (db: TenantDb): Fragment => db.sql`
  l.id, l.name, l.public_name, l.shop_id, l.system_kind, l.note, l.notify_on_add, l.notify_on_unsubscribe,
  l.signature_html, l.sender_email, l.sender_name, l.reply_to, l.created_at, ${toFragment(db.sql, tagsOf({ tenantId: db.tenantId, kind: "list", id: node`l.id` }))} as tags,
  size.*`;

export async function findList(db: TenantDb, id: string): Promise<ListRecord | undefined> {
  const [row] = await db.sql<ListRecord[]>`
    select ${columns(db)} from list l cross join lateral (${sizeOf(db)}) size
    where l.tenant_id = ${db.tenantId} and l.id = ${id} and l.deleted_at is null`;
  return row;
}

export type ListFilters = {
  q?: string;
  shop?: string;
  tag?: readonly string[];
  publicName?: string;
  idFrom?: string;
  idTo?: string;
  createdFrom?: string;
  createdTo?: string;
  membersFrom?: number;
  membersTo?: number;
  activeFrom?: number;
  activeTo?: number;
};

export type ListPageRequest = ListFilters & { sort?: string; limit: number; offset: number };

/** Each filter with its condition; conditions on sizes refer to `size`. */
function filterConditions(db: TenantDb, filters: ListFilters, timeZone: string): Fragment {
  const { sql } = db;
  const conditions: Fragment[] = [];
  const when = <Value>(value: Value | undefined, condition: (value: Value) => Fragment) => {
    if (value !== undefined && value !== "") conditions.push(condition(value));
  };
  when(filters.q?.trim(), (q) => sql`and l.search like ${searchPattern(q)}`);
  when(filters.shop, (shop) => sql`and (l.shop_id is null or l.shop_id = ${shop})`);
  when(
    filters.tag,
    (tags) => sql`and ${toFragment(sql, hasTags({ tenantId: db.tenantId, kind: "list", id: node`l.id` }, tags))}`,
  );
  when(filters.publicName?.trim(), (text) => sql`and ' ' || lower(l.public_name) like ${likeText(text)}`);
  when(filters.idFrom, (id) => sql`and l.id >= ${id}`);
  when(filters.idTo, (id) => sql`and l.id <= ${id}`);
  when(filters.createdFrom, (day) => sql`and l.created_at >= ${startOfDay(day, timeZone)}`);
  when(filters.createdTo, (day) => sql`and l.created_at < ${startOfNextDay(day, timeZone)}`);
  when(filters.membersFrom, (n) => sql`and size.total >= ${n}`);
  when(filters.membersTo, (n) => sql`and size.total <= ${n}`);
  when(filters.activeFrom, (n) => sql`and size.active >= ${n}`);
  when(filters.activeTo, (n) => sql`and size.active <= ${n}`);
  return conditions.reduce((all, one) => sql`${all} ${one}`, sql``);
}

const likeText = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, (letter) => `\\${letter}`)}%`;

const sortOrder = (db: TenantDb, sort = "-createdAt"): Fragment =>
  orderByThenNewest(db, sort, {
    id: db.sql`l.id`,
    name: db.sql`l.search`,
    publicName: db.sql`lower(l.public_name)`,
    createdAt: db.sql`l.created_at`,
    members: db.sql`size.total`,
    active: db.sql`size.active`,
  });

/** A row of the page, as JSON returns it. */
export type ListRowRecord = JsonOf<Omit<ListRecord, "signatureHtml" | "senderEmail" | "senderName" | "replyTo">>;

const rowFields = ({ sql, tenantId }: TenantDb): Fragment => sql`
  l.id::text, l.name, l.public_name as "publicName", l.shop_id::text as "shopId", l.system_kind as "systemKind", l.note,
  l.notify_on_add as "notifyOnAdd", l.notify_on_unsubscribe as "notifyOnUnsubscribe", l.created_at as "createdAt",
  ${toFragment(sql, tagsOf({ tenantId, kind: "list", id: node`l.id` }))} as tags, size.*`;

const sizeFilters = ["membersFrom", "membersTo", "activeFrom", "activeTo"] as const;

/** Whether the filters or the sort need the size of every list. */
const needsSizes = (request: ListPageRequest): boolean =>
  sizeFilters.some((name) => request[name] !== undefined) || /members|active/.test(request.sort ?? "");

/** One JSON value for the page costs half as much as one value per column. Sizes are summed for the page alone if possible. */
export async function listLists(
  db: TenantDb,
  request: ListPageRequest,
  timeZone: string,
): Promise<{ total: number; rows: ListRowRecord[] }> {
  const { sql } = db;
  const sizes = sql`cross join lateral (${sizeOf(db)}) size`;
  const isSized = needsSizes(request);
  const found = sql`
    from list l ${isSized ? sizes : sql``}
    where l.tenant_id = ${db.tenantId} and l.deleted_at is null ${filterConditions(db, request, timeZone)}`;
  const rows = await sql<{ total: number; rows: ListRowRecord[] }[]>`
    select (select count(*) ${found})::int as total, coalesce((
      select json_agg(row) from (
        select ${rowFields(db)} from (
          select l.id as list_id, row_number() over () as place from (
            select l.id ${found} order by ${sortOrder(db, request.sort)} limit ${request.limit} offset ${request.offset}) l
        ) page join list l on l.tenant_id = ${db.tenantId} and l.id = page.list_id ${sizes}
        order by place
      ) row), '[]') as rows`;
  return singleRow(rows);
}

/** The values of a list that has only a name. */
export const emptyListFields: Omit<ListWrite, "name"> = {
  publicName: "",
  shopId: null,
  note: "",
  notifyOnAdd: false,
  notifyOnUnsubscribe: false,
  signatureHtml: "",
  senderEmail: null,
  senderName: null,
  replyTo: null,
};

const joinSearchText = (name: string) => ` ${fold(name)}`;

export async function insertList(
  db: TenantDb,
  list: ListWrite & { systemKind?: SystemKind; createdAt: Date },
): Promise<string> {
  const row = { tenantId: db.tenantId, ...list, search: joinSearchText(list.name) };
  const rows = await db.sql<{ id: string }[]>`insert into list ${db.sql(row)} returning id`;
  return singleRow(rows).id;
}

export async function updateList(
  db: TenantDb,
  id: string,
  change: Partial<ListWrite> & { updatedAt: Date },
): Promise<void> {
  const row = change.name === undefined ? change : { ...change, search: joinSearchText(change.name) };
  await db.sql`update list set ${db.sql(row)} where tenant_id = ${db.tenantId} and id = ${id}`;
}

/** Locks the list row until the transaction ends; memberships may still change. */
export async function lockList(db: TenantDb, id: string): Promise<void> {
  await db.sql`select from list where tenant_id = ${db.tenantId} and id = ${id} for no key update`;
}

/**
 * Locks the lists and their memberships until the transaction ends. The lock of addresses, if needed, is taken before,
 * as by those that add a contact to lists.
 */
export async function lockListsForUpdate(db: TenantDb, ids: readonly string[]): Promise<void> {
  await db.sql`
    select from list where tenant_id = ${db.tenantId} and id = any(${[...ids]}::bigint[]) order by id for update`;
}

export async function deleteList(db: TenantDb, id: string): Promise<void> {
  await deleteMembersOfList(db, id);
  await deleteAssignmentsOfObject(db, "list", id);
  await db.sql`delete from list where tenant_id = ${db.tenantId} and id = ${id}`;
}

/** Hides the lists at once; their members are deleted later. */
export async function markListsDeleted(db: TenantDb, ids: readonly string[], at: Date): Promise<void> {
  await db.sql`
    update list set deleted_at = ${at} where tenant_id = ${db.tenantId} and id = any(${[...ids]}::bigint[])`;
}

/** Lists whose counters differ from the counted members; compared every night. */
export async function findListSizeDifferences(
  db: TenantDb,
): Promise<{ listId: string; bucket: string; counted: number; kept: number }[]> {
  return db.sql<{ listId: string; bucket: string; counted: number; kept: number }[]>`
    with counted as (
      select m.list_id, ${toFragment(db.sql, bucketOf(node`m.state`, node`c.state`))} as bucket, count(*) as n from list_member m
      cross join lateral (
        select state from contact where tenant_id = ${db.tenantId} and id = m.contact_id offset 0) c
      where m.tenant_id = ${db.tenantId} and m.state <> 'removed' group by 1, 2
    ), kept as (
      select list_id, bucket, sum(n) as n from list_count where tenant_id = ${db.tenantId} group by 1, 2
    )
    select list_id, bucket, coalesce(counted.n, 0)::int as counted, coalesce(kept.n, 0)::int as kept
    from counted full join kept using (list_id, bucket) where coalesce(counted.n, 0) <> coalesce(kept.n, 0)`;
}
