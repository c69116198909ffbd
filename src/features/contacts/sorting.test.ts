import { expect, it } from "vitest";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anImport } from "../../../tests/harness/factories/imports.ts";
import { czechSortKey } from "../../kernel/text.ts";

const czech = new Intl.Collator("cs");

async function allPages({ api }: TestCompany, query: Record<string, unknown>) {
  const pages = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await api.ok("listContacts", { query: { pageSize: 3, ...query, page } });
    pages.push(...items);
    if (items.length === 0) {
      expect(pages).toHaveLength(total);
      return pages;
    }
  }
}

const names = "Zeman Žák Cimrman Čapek Havel Chalupa Ibl Novak Novák Nováková Řezáč Rys Šíp Sýkora Ďuriš".split(" ");

it("names are in Czech order, those without one last, in both directions and in pages", async () => {
  const own = await company();
  const aPerson = (lastName: string | null, firstName: string | null) => own.aContact({ lastName, firstName });
  const unnamed = [await aPerson(null, "Žofie"), await aPerson(null, null)];
  for (const name of names) await aPerson(name, name);
  unnamed.push(await aPerson(null, "Adam"));
  const sorted = names.toSorted(czech.compare);
  const lastNames = async (sort: string, query: object = {}) =>
    (await allPages(own, { sort, ...query })).map(({ lastName, id }) => lastName ?? id);
  const [first = "", second = "", third = ""] = unnamed.map(({ id }) => id);
  expect(await lastNames("lastName")).toEqual([...sorted, first, second, third]);
  expect(await lastNames("-lastName")).toEqual([...sorted.toReversed(), third, second, first]);
  expect(await lastNames("-lastName", { source: "manual" })).toEqual([...sorted.toReversed(), third, second, first]);
  expect(await lastNames("-lastName", { q: "example.com" })).toEqual([...sorted.toReversed(), third, second, first]);
  expect(await lastNames("-lastName,id")).toEqual([...sorted.toReversed(), first, second, third]);
  const firstNames = async (sort: string) => (await allPages(own, { sort })).map(({ firstName }) => firstName);
  const given = [...names, "Žofie", "Adam"].toSorted(czech.compare);
  expect(await firstNames("firstName")).toEqual([...given, null]);
  expect(await firstNames("-firstName")).toEqual([...given.toReversed(), null]);
});

it("deep pages come from the nearer end and stay in order", async () => {
  const own = await company();
  const mapping = [
    ["email", "email"],
    ["last", "lastName"],
  ] as const;
  for (const part of [0, 1]) {
    const rows = Array.from({ length: 700 }, (_, n) => {
      const number = part * 700 + n;
      return `p${number}@example.com,${number % 4 === 0 ? "" : `${names[number % names.length]} ${number % 50}`}`;
    });
    await anImport(own, { text: `email,last\n${rows.join("\n")}\n`, mapping });
  }
  const rows = await own.ctx.db.sql<{ id: string; lastName: string | null }[]>`
    select id, last_name from contact where tenant_id = ${own.tenantId}`;
  const keyed = rows.map(({ id, lastName }) => ({ id: Number(id), key: Buffer.from(czechSortKey(lastName)) }));
  const ascending = keyed.toSorted((left, right) => Buffer.compare(left.key, right.key) || left.id - right.id);
  const isNamed = ({ key }: { key: Buffer }) => key.length !== 4;
  const descending = [
    ...ascending.filter(isNamed).toReversed(),
    ...ascending.filter((contact) => !isNamed(contact)).toReversed(),
  ];
  for (const [sort, expected] of [
    ["lastName", ascending],
    ["-lastName", descending],
  ] as const) {
    for (const page of [1, 10, 11, 12, 14, 15]) {
      const { items } = await own.api.ok("listContacts", { query: { sort, page, pageSize: 100 } });
      const ids = expected.slice((page - 1) * 100, page * 100).map(({ id }) => String(id));
      expect([sort, page, items.map(({ id }) => id)]).toEqual([sort, page, ids]);
    }
  }
});

it("sorts by times and by state", async () => {
  const own = await company();
  const { api, clock, ctx } = own;
  const [first, second, third] = [await own.aContact(), await own.aContact(), await own.aContact()];
  const ids = async (sort: string, query: object = {}) => (await allPages(own, { sort, ...query })).map(({ id }) => id);
  clock.advance(1000);
  await api.ok("updateContact", { params: { id: second.id }, body: { city: "Brno" } });
  clock.advance(1000);
  await api.ok("updateContact", { params: { id: first.id }, body: { city: "Brno" } });
  expect(await ids("updatedAt")).toEqual([second.id, first.id, third.id]);
  expect(await ids("-updatedAt")).toEqual([first.id, second.id, third.id]);
  const earlier = new Date(clock.now().getTime() - 1000);
  await ctx.db.sql`
    insert into contact_send_summary (tenant_id, contact_id, received_count, last_sent_at)
    values (${ctx.db.tenantId}, ${third.id}, 1, ${clock.now()}), (${ctx.db.tenantId}, ${first.id}, 1, ${earlier})`;
  expect(await ids("lastSentAt")).toEqual([first.id, third.id, second.id]);
  expect(await ids("-lastSentAt")).toEqual([third.id, first.id, second.id]);
  expect(await ids("-lastSentAt", { q: "example" })).toEqual([third.id, first.id, second.id]);
  await api.ok("unsubscribeContact", { params: { id: first.id } });
  await api.ok("blacklistContact", { params: { id: second.id } });
  expect(await ids("state")).toEqual([third.id, second.id, first.id]);
  expect(await ids("-state")).toEqual([first.id, second.id, third.id]);
  const definition = {
    type: "group",
    match: "any",
    rules: [
      { type: "field", field: "city", operator: "is_empty" },
      { type: "field", field: "city", operator: "eq", value: "Brno" },
    ],
  };
  const body = { name: "All", shopId: own.shopId, refresh: "daily", definition };
  const segment = await api.ok("createSegment", { body });
  const members = async (sort: string) =>
    (await api.ok("listSegmentMembers", { params: { segment: segment.id }, query: { sort } })).items.map(
      ({ id }) => id,
    );
  expect(await members("lastSentAt")).toEqual([first.id, third.id, second.id]);
  expect(await members("-lastName,firstName,state")).toEqual([third.id, second.id, first.id]);
});
