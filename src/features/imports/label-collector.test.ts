import { expect, it } from "vitest";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anImport } from "../../../tests/harness/factories/imports.ts";

const mapping = [
  ["email", "email"],
  ["tags", "tags"],
] as const;

const readLabels = async ({ api }: TestCompany) =>
  Object.fromEntries((await api.ok("listLabels")).items.map(({ name, counts }) => [name, counts.contact ?? 0]));

it("treats names as one label exactly when the database does", async () => {
  const one = await company();
  const names = ["İzmir", "ΟΔΟΣ", "STRASSE", "Žena", "Vip"];
  for (const name of names) await one.api.ok("createLabel", { body: { name } });
  const email = anEmail();
  const text = `email,tags\n${email},İzmir|ΟΔΟΣ|Straße|žena|ŽENA|VIP|vip\n`;
  const fresh = await anImport(one, { text, mapping });
  expect(fresh.result).toMatchObject({ created: 1, invalid: 0 });
  const worn = { İzmir: 1, ΟΔΟΣ: 1, STRASSE: 0, Straße: 1, Žena: 1, Vip: 1 };
  expect(await readLabels(one)).toEqual(worn);
  const again = await anImport(one, { text, mapping });
  expect(again.result).toMatchObject({ unchanged: 1 });
  const known = await one.aContact();
  const described = await anImport(one, { text: text.replace(email, known.email), mapping });
  expect(described.result).toMatchObject({ updated: 1 });
  expect(await readLabels(one)).toEqual({ İzmir: 2, ΟΔΟΣ: 2, STRASSE: 0, Straße: 2, Žena: 2, Vip: 2 });
});

it("creates a label for every name that the database distinguishes", async () => {
  const one = await company();
  const { db } = one.ctx;
  const names = ["οδος", "ΟΔΟΣ", "οδοσ", "İ", "i̇", "I"];
  const [wanted] = await db.sql<{ n: number }[]>`
    select count(distinct lower(name))::int as n from unnest(${names}::text[]) as name`;
  await anImport(one, { text: `email,tags\n${anEmail()},${names.join("|")}\n`, mapping });
  const labels = await readLabels(one);
  expect(Object.values(labels)).toEqual(Array.from({ length: wanted?.n ?? 0 }, () => 1));
});

it("counts a name in another case as the existing label, also at the limit", async () => {
  const one = await company();
  const { db } = one.ctx;
  await db.sql`
    insert into label (tenant_id, name, color, created_at)
    select ${db.tenantId}, case n when 500 then 'Žena' else 'l' || n end, '#000000', now() from generate_series(1, 500) n`;
  const text = `email,tags\n${anEmail()},ŽENA\n${anEmail()},l500\n`;
  expect((await anImport(one, { text, mapping })).result).toMatchObject({
    created: 1,
    problems: [{ row: 3, column: "tags", code: "limit" }],
  });
  expect(await readLabels(one)).toMatchObject({ Žena: 1 });
});
