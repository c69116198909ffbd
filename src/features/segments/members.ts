import { only } from "../../db/rows.ts";
import { joined, part, runOnce, type Part } from "../../db/statement.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { wantedBy } from "../contacts/search.ts";
import type { Sorting } from "../contacts/filters.ts";
import { mailable } from "../contacts/gate.ts";
import type { GridRecord } from "../contacts/grid.ts";
import { compile } from "./compile.ts";
import type { Group } from "./grammar.ts";
import type { World } from "./world.ts";

/** The contacts that a definition matches: of its shop, as a condition on `contact c`. */
export const matching = (world: World, shopId: string, definition: Group): Part =>
  part`c.tenant_id = ${world.tenantId} and c.shop_id = ${shopId} and ${world.isBroken ? part`false` : compile(world, definition)}`;

/** The contacts of a snapshot. */
export const snapshotOf = ({ tenantId }: TenantDb, segmentId: string): Part => part`c.tenant_id = ${tenantId}
  and exists (select from segment_member s where s.tenant_id = ${tenantId} and s.segment_id = ${segmentId} and s.contact_id = c.id)`;

export type Matches = { matched: number; mailable: number };

const sizesOf = ({ tenantId }: TenantDb): Part => part`
  select (select count(*) from hit)::int as matched,
    (select count(*) from hit c where ${mailable(part`${tenantId}`, null)})::int as mailable`;

/** Found once and counted twice: the condition costs what it costs, and the gate asks only about what it found. */
const counting = (db: TenantDb, who: Part): Part => part`
  with hit as materialized (select c.id, c.fingerprint, c.excluded from contact c where ${who}) ${sizesOf(db)}`;

export const countMatches = async (db: TenantDb, who: Part): Promise<Matches> =>
  only(await runOnce<Matches>(db, counting(db, who)));

/** With all contacts of the shop, which nobody has to count. */
export async function countPreview(db: TenantDb, who: Part, shopId: string): Promise<Matches & { total: number }> {
  const total = part`
    (select coalesce(sum(n), 0) from contact_count where tenant_id = ${db.tenantId} and shop_id = ${shopId})::int as total`;
  return only(await runOnce<Matches & { total: number }>(db, part`${counting(db, who)}, ${total}`));
}

/**
 * The snapshot becomes who matches now, in one statement: whoever reads it meanwhile sees the one before. Only the difference
 * is written, and nothing at all when it is more than `atMost`. For one writer at a time.
 */
export async function replaceSnapshot(
  db: TenantDb,
  segment: { id: string; who: Part; atMost: number },
): Promise<Matches & { isWritten: boolean }> {
  const own = part`m.tenant_id = ${db.tenantId} and m.segment_id = ${segment.id}`;
  return only(
    await runOnce<Matches & { isWritten: boolean }>(
      db,
      part`
      with hit as materialized (select c.id, c.fingerprint, c.excluded from contact c where ${segment.who}),
      new as materialized (
        select id from hit where not exists (select from segment_member m where ${own} and m.contact_id = hit.id)
      ), old as materialized (
        select m.contact_id as id from segment_member m where ${own} and not exists (select from hit where hit.id = m.contact_id)
      ), size as materialized (
        select (select count(*) from new) + (select count(*) from old) <= ${segment.atMost} as is_small
      ), gone as (
        delete from segment_member m using old where ${own} and m.contact_id = old.id and (select is_small from size)
      ), come as (
        insert into segment_member (tenant_id, segment_id, contact_id)
        select ${db.tenantId}, ${segment.id}, id from new where (select is_small from size)
      )
      ${sizesOf(db)}, (select is_small from size) as is_written`,
    ),
  );
}

/** Rows that nobody reads: of segments that are live by now, of contacts that were deleted while they were written. */
export async function deleteUnreadMembers({ sql, tenantId }: TenantDb): Promise<void> {
  await sql`
    delete from segment_member m where m.tenant_id = ${tenantId} and (
      not exists (select from segment s where s.tenant_id = ${tenantId} and s.id = m.segment_id and s.refresh = 'static')
      or not exists (select from contact c where c.tenant_id = ${tenantId} and c.id = m.contact_id))`;
}

export type MemberFilters = { q?: string; state?: string; engagement?: string };

const filtered = ({ tenantId }: TenantDb, who: Part, { q, state, engagement }: MemberFilters): Part =>
  joined(
    [
      who,
      ...(state === undefined ? [] : [part`c.state = ${state}`]),
      ...(engagement === undefined ? [] : [part`c.engagement = ${engagement}`]),
      ...(q === undefined || q.trim() === "" ? [] : foundBy(tenantId, q)),
    ],
    part` and `,
  );

function foundBy(tenantId: string, query: string): Part[] {
  const { needle, grams } = wantedBy(tenantId, query);
  const isThere = part`strpos(c.search, ${needle}) > 0`;
  return grams.length === 0 ? [isThere] : [part`c.grams @> ${`{${grams.join(",")}}`}::int[]`, isThere];
}

const columns: Readonly<Record<Sorting[number]["column"], Part>> = {
  id: part`c.id`,
  email: part`c.email`,
  created_at: part`c.created_at`,
  name_key: part`c.name_key`,
  status: part`c.status`,
  engagement: part`c.engagement`,
};

const orderOf = (sorting: Sorting): Part =>
  joined(
    sorting.map(({ column, isDescending }) => (isDescending ? part`${columns[column]} desc` : columns[column])),
    part`, `,
  );

export type MemberPage = { sorting: Sorting; limit: number; offset: number };

/** The page and the exact total; whoever is in the segment is found once for both. */
export async function listMembers(
  db: TenantDb,
  who: Part,
  { sorting, limit, offset, ...filters }: MemberPage & MemberFilters,
): Promise<{ total: number; rows: GridRecord[] }> {
  const order = orderOf(sorting);
  const keys = joined([...new Set([columns.id, ...sorting.map(({ column }) => columns[column])])], part`, `);
  const rows = await runOnce<GridRecord & { total: number }>(
    db,
    part`
      with hit as materialized (select ${keys} from contact c where ${filtered(db, who, filters)})
      select (select count(*) from hit)::float8 as total, page.* from (select) one
      left join (
        select c.id, c.email, c.first_name, c.last_name, c.status, c.engagement, c.excluded, c.shop_id, c.suppression_reason,
          c.blacklisted, c.blacklisted_at, c.state, c.created_at
        from contact c
        where c.tenant_id = ${db.tenantId}
          and c.id = any(array(select c.id from hit c order by ${order} limit ${limit} offset ${offset}))
        order by ${order}
      ) page on true`,
  );
  return { total: rows[0]?.total ?? 0, rows: rows.filter(({ id }) => id !== null) };
}

/** The next of them that may be mailed, in order of id. */
export async function listMailableIds(
  db: TenantDb,
  who: Part,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await runOnce<{ id: string }>(
    db,
    part`
      select c.id from contact c where ${who} and c.id > ${after} and ${mailable(part`${db.tenantId}`, null)}
      order by c.id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}
