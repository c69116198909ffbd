import { beforeAll, describe, expect, it } from "vitest";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { isFull } from "../../../tests/harness/scope.ts";
import { emptySortKey } from "../../kernel/text.ts";
import { listMemberRecords } from "../lists/members/queries.ts";
import { findListSizeDifferences } from "../lists/queries.ts";
import { listContactRows } from "./contact-list.queries.ts";
import { findContactCountDifferences } from "./counts.sql.ts";
import type { ContactFilters } from "./filters.sql.ts";

/** More than twice the offset from which pages are read from the nearer end. */
const size = 2300;
const timeZone = "Europe/Prague";

/** Contacts with values of every filter and sort in all combinations, on a large list, a small one and an empty one. */
async function aGrid() {
  const own = await company();
  const { sql, tenantId } = own.ctx.db;
  const other = await own.api.ok("createShop", {
    body: { name: "Second", language: "sk", country: "SK", currencies: ["EUR"] },
  });
  const [large, small, empty] = [await own.aList(), await own.aList(), await own.aList()];
  await sql`
    insert into contact (tenant_id, email, fingerprint, shop_id, status, status_at, source, created_at, updated_at,
      first_name, last_name, engagement, lacks_consent, blacklisted_at, search, grams, name_key)
    select ${tenantId}, 'p' || n * 7919 % 2309 || '@example.com', sha256(n::text::bytea),
      case when n % 9 = 4 then ${other.id}::bigint else ${own.shopId}::bigint end,
      (array['subscribed', 'subscribed', 'pending', 'unsubscribed', 'bounced', 'complained', 'customer'])[1 + n % 7],
      now(), (array['manual', 'import', 'import', 'form'])[1 + n / 3 % 4],
      timestamptz '2026-03-01 12:00+00' + n * 7 % 97 * interval '6 hours',
      case when n % 3 > 0 then timestamptz '2026-05-01 12:00+00' + n * 11 % 89 * interval '1 minute' end,
      (array['Jana', 'Čeněk', 'Cyril', 'Chrudoš', 'Hana', null])[1 + n % 6], 'Novák ' || n % 40,
      (array['A', 'B', 'C', 'D', 'E', 'N'])[1 + n / 5 % 6], n % 13 = 0, case when n % 17 = 0 then now() end,
      words, contact_grams(${tenantId}, words), case when n % 8 = 0 then ${emptySortKey} else 'novak ' || n % 40 end
    from (select n, ' p' || n * 7919 % 2309 || '@example.com' as words from generate_series(1, ${size}::int) n) person`;
  await sql`
    insert into contact_send_summary (tenant_id, contact_id, received_count, last_sent_at)
    select tenant_id, id, 1, created_at + id * 13 % 71 * interval '1 hour' from contact
    where tenant_id = ${tenantId} and id % 4 > 0`;
  await sql`
    insert into list_member (tenant_id, list_id, contact_id, state, added_at, changed_at, contact_created_at)
    select c.tenant_id, l.id,  c.id,
      (array['confirmed', 'confirmed', 'confirmed', 'unconfirmed', 'unsubscribed', 'removed'])[1 + c.id % 11 % 6], now(), now(),
      c.created_at
    from contact c join (values (${large.id}::bigint, 10), (${small.id}::bigint, 1)) as l(id, tenths) on c.id % 10 < l.tenths
    where c.tenant_id = ${tenantId}`;
  await sql`
    insert into contact_count (tenant_id, shop_id, status, state, engagement, source, shard, n)
    select tenant_id, shop_id, status, state, engagement, source, id % 8, count(*) from contact where tenant_id = ${tenantId}
    group by 1, 2, 3, 4, 5, 6, 7`;
  for (const { listId, bucket, counted } of await findListSizeDifferences(own.ctx.db)) {
    await sql`
      insert into list_count (tenant_id, list_id, bucket, shard, n)
      values (${tenantId}, ${listId}, ${bucket}, 0, ${counted})`;
  }
  // Without it the plans are slow until autovacuum has read the tables.
  await sql`analyze contact, list_member, contact_send_summary, contact_count`;
  return { own, shop: other.id, lists: { large: large.id, small: small.id, empty: empty.id } };
}

type Grid = Awaited<ReturnType<typeof aGrid>>;

/** Each filter with its condition in plain SQL. */
function listFilters({ shop, lists }: Grid): [ContactFilters, string][] {
  const onList = (id: string) => `exists (
    select from list_member m where m.tenant_id = c.tenant_id and m.contact_id = c.id and m.list_id = ${id}
      and m.state <> 'removed')`;
  const states = ["active", "unconfirmed", "unsubscribed", "bounced", "complained", "blacklisted", "customer"];
  const at = (column: string) => `(c.${column} at time zone 'Europe/Prague')::date`;
  return [
    [{}, "true"],
    ...["subscribed", "pending", "bounced"].map((status): [ContactFilters, string] => [
      { status },
      `c.status = '${status}'`,
    ]),
    ...states.flatMap((state): [ContactFilters, string][] => [
      [{ state }, `c.state = '${state}'`],
      [{ state, stateOp: "neq" }, `c.state <> '${state}'`],
    ]),
    [{ tab: "unsubscribed" }, "c.state = 'unsubscribed'"],
    ...["A", "E", "N"].map((engagement): [ContactFilters, string] => [
      { engagement },
      `c.engagement = '${engagement}'`,
    ]),
    [{ shop }, `c.shop_id = ${shop}`],
    ...Object.values(lists).flatMap((list): [ContactFilters, string][] => [
      [{ list }, onList(list)],
      [{ list, listOp: "neq" }, `not ${onList(list)}`],
      [{ list, status: "subscribed" }, `c.status = 'subscribed' and ${onList(list)}`],
      [{ list, listOp: "neq", source: "import" }, `c.source = 'import' and not ${onList(list)}`],
    ]),
    ...["manual", "import", "form", "api"].map((source): [ContactFilters, string] => [
      { source },
      `c.source = '${source}'`,
    ]),
    [{ createdFrom: "2026-03-05" }, `${at("created_at")} >= '2026-03-05'`],
    [{ createdTo: "2026-03-20" }, `${at("created_at")} <= '2026-03-20'`],
    [{ q: "p12" }, "c.search like '% p12%'"],
  ];
}

const orders: Readonly<Record<string, (direction: string) => string>> = {
  id: (direction) => `c.id ${direction}`,
  email: (direction) => `c.email ${direction}`,
  createdAt: (direction) => `c.created_at ${direction}`,
  updatedAt: (direction) => `c.updated_at ${direction} nulls last`,
  lastSentAt: (direction) => `s.last_sent_at ${direction} nulls last`,
  firstName: (direction) => `c.first_name collate "cs-x-icu" ${direction} nulls last`,
  lastName: (direction) => `c.name_key = U&'\\+10FFFF', c.name_key ${direction}`,
  status: (direction) => `c.status ${direction}, c.created_at ${direction}`,
  state: (direction) => `c.state ${direction}, c.created_at ${direction}`,
  engagement: (direction) => `c.engagement ${direction}, c.created_at ${direction}`,
};

const allSorts = Object.keys(orders).flatMap((name) => [name, `-${name}`]);

function toOrder(sort: string): string {
  const name = sort.replace(/^-/, "");
  const direction = sort.startsWith("-") ? "desc" : "asc";
  return `${orders[name]?.(direction)}, c.id ${direction}`;
}

const idsInOrder = async ({ ctx: { db } }: TestCompany, condition: string, order: string): Promise<string[]> => {
  const rows = await db.sql.unsafe<{ id: string }[]>(`
    select c.id from contact c
    left join contact_send_summary s on s.tenant_id = c.tenant_id and s.contact_id = c.id
    where c.tenant_id = ${db.tenantId} and ${condition} order by ${order}`);
  return rows.map(({ id }) => id);
};

const limit = 50;

/** On commit a third of the combinations: each offset, filter, sort and state remains, not each with each. */
const isChosen = (left: number, right: number): boolean => isFull || left % 3 === right % 3;

/** First pages, pages around the middle, the last two and one beyond. */
const listOffsets = (total: number): number[] => {
  const last = Math.max(0, Math.floor((total - 1) / limit) * limit);
  const middle = Math.floor(total / 2 / limit) * limit;
  return [...new Set([0, limit, 1000, middle, middle + limit, Math.max(0, last - limit), last, last + limit])];
};

describe("pages of contacts equal plain SQL", () => {
  let grid: Grid;
  beforeAll(async () => {
    grid = await aGrid();
  });

  /** The pages that differ from plain SQL. */
  async function differences(
    [filters, condition]: [ContactFilters, string],
    { sort, offsets, place }: { sort?: string; offsets?: number[]; place: number },
  ) {
    const { own } = grid;
    const order = sort === undefined ? "c.created_at desc, c.id desc" : toOrder(sort);
    const expected = await idsInOrder(own, condition, order);
    const different = [];
    const chosen = offsets ?? listOffsets(expected.length).filter((_, index) => isChosen(index, place));
    for (const offset of chosen) {
      const request = { ...filters, ...(sort === undefined ? {} : { sort }), limit, offset };
      const page = await listContactRows(own.ctx.db, request, { timeZone, now: own.clock.now() });
      const ids = page.rows.map(({ id }) => id);
      if (page.total !== expected.length || ids.join() !== expected.slice(offset, offset + limit).join())
        different.push({ request, total: page.total, ids, expected: expected.length });
    }
    return different;
  }

  it("every filter in the default order", async () => {
    for (const [index, filter] of listFilters(grid).entries())
      expect(await differences(filter, { place: index })).toEqual([]);
  });

  it("every sort without a filter", async () => {
    for (const [index, sort] of allSorts.entries())
      expect(await differences([{}, "true"], { sort, place: index })).toEqual([]);
  });

  it("each filter with a third of the sorts", async () => {
    for (const [index, filter] of listFilters(grid).entries())
      for (const sort of allSorts.filter((_, place) => place % 3 === index % 3))
        expect(
          await differences(filter, { sort, offsets: isFull ? [0, 1050] : [(index % 2) * 1050], place: index }),
        ).toEqual([]);
  });

  it("members of a list in every state and order", async () => {
    const { own, lists } = grid;
    const sorts = {
      id: "c.id, c.id desc",
      "-id": "c.id desc",
      email: "c.email",
      "-email": "c.email desc",
      lastName: "c.name_key, c.id desc",
      "-lastName": "c.name_key = U&'\\+10FFFF', c.name_key desc, c.id desc",
      createdAt: "c.created_at, c.id desc",
      "-createdAt": "c.created_at desc, c.id desc",
    };
    for (const listId of Object.values(lists)) {
      for (const state of [undefined, "confirmed", "unconfirmed", "unsubscribed", "removed"] as const) {
        for (const [sort, order] of Object.entries(sorts)) {
          const condition = `exists (
            select from list_member m where m.tenant_id = c.tenant_id and m.contact_id = c.id and m.list_id = ${listId}
              and ${state === undefined ? "m.state <> 'removed'" : `m.state = '${state}'`})`;
          const expected = await idsInOrder(own, condition, order);
          for (const offset of listOffsets(expected.length)) {
            const request = { sort, limit, offset, now: own.clock.now(), ...(state === undefined ? {} : { state }) };
            const { total, rows } = await listMemberRecords(own.ctx.db, listId, request);
            expect({ request, total, ids: rows.map(({ id }) => id) }).toEqual({
              request,
              total: expected.length,
              ids: expected.slice(offset, offset + limit),
            });
          }
        }
      }
    }
  });

  it("with counters equal to a recount", async () => {
    expect(await findContactCountDifferences(grid.own.ctx.db)).toEqual([]);
    expect(await findListSizeDifferences(grid.own.ctx.db)).toEqual([]);
  });
});
