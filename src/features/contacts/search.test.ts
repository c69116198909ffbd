import { array, assert, asyncProperty, bigInt, constantFrom, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { company } from "../../../tests/harness/factories/company.ts";
import { anImport } from "../../../tests/harness/factories/imports.ts";
import { anOrder } from "../../../tests/harness/factories/orders.ts";
import { computeTrigrams } from "./trigrams.ts";
import { runs } from "../../../tests/harness/scope.ts";

describe("trigrams", () => {
  it("are the same in the code and in the database", async () => {
    const { db } = (await company()).ctx;
    const letters = constantFrom(" ", "a", "b", "0", "9", ".", "@", "+", "\\", "ž", "я", "œ", "漢", "😀", "\u00a0");
    const texts = array(
      array(letters, { maxLength: 40 }).map((text) => text.join("")),
      { maxLength: 50 },
    );
    const ids = bigInt({ min: 1n, max: 9_223_372_036_854_775_807n });
    await assert(
      asyncProperty(texts, array(string({ unit: "binary" }), { maxLength: 20 }), ids, async (words, anything, id) => {
        const all = [...words, ...anything.map((text) => text.replaceAll("\u0000", ""))];
        const rows = await db.sql<{ grams: number[] }[]>`
          select contact_grams(${String(id)}, words) as grams
          from jsonb_array_elements_text(${JSON.stringify(all)}::jsonb) with ordinality as t(words, n) order by n`;
        expect(rows.map(({ grams }) => grams)).toEqual(all.map((text) => computeTrigrams(String(id), text)));
      }),
      { numRuns: runs(50) },
    );
  });

  it("are three consecutive letters, and the starts of words", () => {
    const grams = (text: string) => computeTrigrams("7", text).length;
    expect(["", "ab", " a", "a b", "a.b.c", "abc", " ab", "abcd", " abc de", "ž漢😀", "aaaa"].map(grams)).toEqual([
      0, 0, 0, 0, 0, 1, 1, 2, 3, 1, 1,
    ]);
    expect(computeTrigrams("7", "abc")).not.toEqual(computeTrigrams("8", "abc"));
  });

  it("are updated with the search text by every writer", async () => {
    const one = await company();
    const { api, aContact, ctx } = one;
    const { id } = await aContact({ email: "first@example.com", lastName: "Stará" });
    await aContact({ email: "second@example.com", company: "Růžový sad 😀" });
    await api.ok("updateContact", { params: { id }, body: { lastName: "Nová" } });
    await api.ok("recordOrders", { body: anOrder(one, { email: "buyer@example.com" }) });
    const mapping = ["email", "firstName", "company"].map((name) => [name, name] as const);
    const rows = ["third@example.com;Žofie;Sad\\ova", "first@example.com;Яна;", "fourth@example.com;漢字漢;😀"];
    await anImport(one, { text: `email;firstName;company\n${rows.join("\n")}\n`, mapping });
    const contacts = await ctx.db.sql`
      select email, grams = contact_grams(tenant_id, search) as is_right from contact
      where tenant_id = ${ctx.db.tenantId} order by email`;
    expect(contacts).toEqual(
      ["buyer", "first", "fourth", "second", "third"].map((name) => ({ email: `${name}@example.com`, isRight: true })),
    );
    const emailsFor = async (q: string) =>
      (await api.ok("listContacts", { query: { q } })).items.map(({ email }) => email);
    expect(await emailsFor("buyer")).toEqual(["buyer@example.com"]);
    expect(await emailsFor("яна nov")).toEqual(["first@example.com"]);
    expect(await emailsFor("stara")).toEqual([]);
    expect(await emailsFor("漢字漢")).toEqual(["fourth@example.com"]);
    expect(await emailsFor("d\\o")).toEqual(["third@example.com"]);
  });

  it("takes words in any order and phones by their digits, whichever way the contact came", async () => {
    const one = await company();
    const { api, aContact } = one;
    await aContact({ email: "jan@example.com", firstName: "Jan", lastName: "Novák", phone: "+420 777 123 456" });
    const { id } = await aContact({ email: "eva@example.com", firstName: "Eva", lastName: "Jandová" });
    await api.ok("updateContact", { params: { id }, body: { mobile: "(02) 602-111-222" } });
    const mapping = ["email", "phone", "lastName"].map((name) => [name, name] as const);
    await anImport(one, { text: "email;phone;lastName\npavel@example.com;603/333/444;Novák\n", mapping });
    const namesFor = async (q: string) => {
      const { items } = await api.ok("listContacts", { query: { q, sort: "email" } });
      return items.map(({ email }) => email.split("@")[0]).join(" ");
    };
    const cases = {
      "novak jan": "jan",
      "Jan Novák": "jan",
      "NOVAK example": "jan pavel",
      "ja no": "jan",
      "jan novak eva": "",
      "777123456": "jan",
      "777 123 456": "jan",
      "+420777123456": "jan",
      "00420 777 123 456": "jan",
      "7123456": "jan",
      "602111222": "eva",
      "603 333 444": "pavel",
      "777123457": "",
    };
    for (const [q, expected] of Object.entries(cases)) expect([q, await namesFor(q)]).toEqual([q, expected]);
    const definition = {
      type: "group",
      match: "all",
      rules: [{ type: "field", field: "email", operator: "contains", value: "@" }],
    };
    const body = { name: "All", shopId: one.shopId, refresh: "daily", definition };
    const segment = await api.ok("createSegment", { body });
    const query = { q: "456 novak jan" };
    const { total } = await api.ok("listSegmentMembers", { params: { segment: segment.id }, query });
    expect(total).toBe(1);
  });
});
