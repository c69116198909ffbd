import { describe, expect, it } from "vitest";
import { company } from "../../../tests/harness/factories/company.ts";
import { days } from "../../kernel/local-time.ts";
import { findContactCountDifferences } from "./counts.sql.ts";

async function someContacts() {
  const one = await company();
  const { api, aContact, clock } = one;
  clock.set(new Date("2026-03-01T11:00:00Z"));
  const jan = await aContact({ firstName: "Jan", lastName: "Žák", email: "jan.zak@example.com" });
  clock.advance(days(1));
  const eva = await aContact({
    firstName: "Eva",
    lastName: "Čechová",
    email: "eva@example.org",
    company: "Růžový sad",
  });
  clock.advance(days(1));
  const petr = await aContact({ firstName: "Petr", lastName: "Čech", email: "petr@example.net" });
  await api.ok("unsubscribeContact", { params: { id: eva.id } });
  await api.ok("blacklistContact", { params: { id: petr.id } });
  const idsFor = async (query: Record<string, unknown>) => {
    const page = await api.ok("listContacts", { query });
    expect(page.total).toBe(page.items.length);
    return page.items.map(({ id }) => ({ [jan.id]: "jan", [eva.id]: "eva", [petr.id]: "petr" })[id]);
  };
  return { ...one, idsFor };
}

describe("the list of contacts", () => {
  it("finds an internationalized domain in Unicode and in ASCII", async () => {
    const { api, aContact } = await company();
    const { id } = await aContact({ email: "zofie@háčky.cz" });
    for (const q of ["zofie@HÁČKY.cz", "hacky.cz", "xn--hky-ela4t"])
      expect((await api.ok("listContacts", { query: { q } })).items.map((item) => item.id)).toEqual([id]);
  });

  it("supports single and combined filters with exact totals", async () => {
    const { idsFor, shopId } = await someContacts();
    const cases: [Record<string, unknown>, string[]][] = [
      [{}, ["petr", "eva", "jan"]],
      [{ status: "subscribed" }, ["petr", "jan"]],
      [{ state: "active" }, ["jan"]],
      [{ state: "active", stateOp: "neq" }, ["petr", "eva"]],
      [{ tab: "blacklisted" }, ["petr"]],
      [{ tab: "all" }, ["petr", "eva", "jan"]],
      [{ engagement: "N", status: "unsubscribed" }, ["eva"]],
      [{ engagement: "A" }, []],
      [{ shop: shopId }, ["petr", "eva", "jan"]],
      [{ source: "manual" }, ["petr", "eva", "jan"]],
      [{ source: "import" }, []],
      [{ createdFrom: "2026-03-02" }, ["petr", "eva"]],
      [{ createdTo: "2026-03-02" }, ["eva", "jan"]],
      [{ createdFrom: "2026-03-02", createdTo: "2026-03-02" }, ["eva"]],
      [{ q: "cech" }, ["petr", "eva"]],
      [{ q: "ČECHOVÁ" }, ["eva"]],
      [{ q: "ruzovy SAD" }, ["eva"]],
      [{ q: "zak@exam" }, ["jan"]],
      [{ q: "ja" }, ["jan"]],
      [{ q: "an" }, []],
      [{ q: "%" }, []],
      [{ q: "" }, ["petr", "eva", "jan"]],
      [{ q: "example", state: "active" }, ["jan"]],
      [{ sort: "lastName" }, ["petr", "eva", "jan"]],
      [{ sort: "-lastName" }, ["jan", "eva", "petr"]],
      [{ sort: "email" }, ["eva", "jan", "petr"]],
      [{ sort: "id" }, ["jan", "eva", "petr"]],
      [{ sort: "-status,id" }, ["eva", "jan", "petr"]],
    ];
    for (const [query, expected] of cases) expect([query, await idsFor(query)]).toEqual([query, expected]);
  });

  it("sorts by engagement, page by page", async () => {
    const { api, aContact, ctx } = await company();
    const { sql, tenantId } = ctx.db;
    for (const engagement of ["N", "B", "A", "N", "E", "A", "N"]) {
      const { id } = await aContact({});
      await sql`update contact set engagement = ${engagement} where tenant_id = ${tenantId} and id = ${id}`;
    }
    await sql`delete from contact_count where tenant_id = ${tenantId}`;
    await sql`
      insert into contact_count (tenant_id, shop_id, status, state, engagement, source, shard, n)
      select tenant_id, shop_id, status, state, engagement, source, 0, count(*) from contact where tenant_id = ${tenantId}
      group by 1, 2, 3, 4, 5, 6`;
    const getLetters = async (query: object) => {
      const { items, total } = await api.ok("listContacts", { query: { pageSize: 2, ...query } });
      expect(total).toBe(7);
      return items.map(({ engagement }) => engagement).join("");
    };
    const pages = async (sort: string) =>
      Promise.all([1, 2, 3, 4, 5].map((page) => getLetters({ sort, page, status: "subscribed" })));
    expect(await pages("engagement")).toEqual(["AA", "BE", "NN", "N", ""]);
    expect(await pages("-engagement")).toEqual(["NN", "NE", "BA", "A", ""]);
    expect(await getLetters({ sort: "engagement,email", pageSize: 100, q: "example" })).toBe("AABENNN");
  });

  it("returns rows with exactly their keys", async () => {
    const { api } = await someContacts();
    const [row] = (await api.ok("listContacts")).items;
    expect(Object.keys(row ?? {}).toSorted()).toEqual([
      "blacklisted",
      "blacklistedAt",
      "createdAt",
      "email",
      "engagement",
      "excluded",
      "firstName",
      "id",
      "lastName",
      "shopId",
      "state",
      "status",
      "suppressionReason",
    ]);
  });

  it("never returns contacts of another company", async () => {
    const { idsFor } = await someContacts();
    const other = await company();
    await other.aContact({ firstName: "Jan", lastName: "Čech" });
    expect(await idsFor({ q: "cech" })).toEqual(["petr", "eva"]);
  });

  it("has counters equal to a recount", async () => {
    const { ctx } = await someContacts();
    expect(await findContactCountDifferences(ctx.db)).toEqual([]);
  });
});
