import { only } from "../../db/rows.ts";
import { joined, part, runOnce, type Part } from "../../db/statement.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { searchPattern } from "../../kernel/text.ts";
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

/** Found once and counted twice: the condition costs what it costs, and the gate asks only about what it found. */
const counting = ({ tenantId }: TenantDb, who: Part): Part => part`
  with hit as materialized (select c.id, c.fingerprint, c.excluded from contact c where ${who})
  select (select count(*) from hit)::int as matched,
    (select count(*) from hit c where ${mailable(part`${tenantId}`, null)})::int as mailable`;

export const countMatches = async (db: TenantDb, who: Part): Promise<Matches> =>
  only(await runOnce<Matches>(db, counting(db, who)));

/** With all contacts of the shop, which nobody has to count. */
export async function countPreview(db: TenantDb, who: Part, shopId: string): Promise<Matches & { total: number }> {
  const total = part`
    (select coalesce(sum(n), 0) from contact_count where tenant_id = ${db.tenantId} and shop_id = ${shopId})::int as total`;
  return only(await runOnce<Matches & { total: number }>(db, part`${counting(db, who)}, ${total}`));
}

/** The snapshot becomes who matches now. Only the difference is written. */
export async function replaceSnapshot(db: TenantDb, segmentId: string, who: Part): Promise<void> {
  await runOnce(
    db,
    part`
      delete from segment_member m where m.tenant_id = ${db.tenantId} and m.segment_id = ${segmentId}
        and not exists (select from contact c where c.id = m.contact_id and ${who})`,
  );
  // Locked, so that a contact which is being deleted is left out instead of failing the statement.
  await runOnce(
    db,
    part`
      insert into segment_member (tenant_id, segment_id, contact_id)
      select ${db.tenantId}, ${segmentId}, hit.id from (select c.id from contact c where ${who} for key share of c) hit
      on conflict do nothing`,
  );
}

export async function deleteSnapshot(db: TenantDb, segmentId: string): Promise<void> {
  await db.sql`delete from segment_member where tenant_id = ${db.tenantId} and segment_id = ${segmentId}`;
}

export type MemberFilters = { q?: string; state?: string; engagement?: string };

const filtered = (who: Part, { q, state, engagement }: MemberFilters): Part =>
  joined(
    [
      who,
      ...(state === undefined ? [] : [part`c.state = ${state}`]),
      ...(engagement === undefined ? [] : [part`c.engagement = ${engagement}`]),
      ...(q === undefined || q.trim() === "" ? [] : [part`c.search like ${searchPattern(q)}`]),
    ],
    part` and `,
  );

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
      with hit as materialized (select ${keys} from contact c where ${filtered(who, filters)})
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
